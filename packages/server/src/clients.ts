import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type ClientEvents,
  type Decision,
  originOf,
  type PolicyName,
  policies,
  RobotsClient,
  type RobotsClientOptions,
  type Store,
} from '@repkit/client';
import type { DialectName } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { isPauseDue, pause } from './http/pause.js';

export interface ClientsOptions
  extends Pick<RobotsClientOptions, 'store' | 'userAgent' | 'guard' | 'transport' | 'clock'> {
  readonly policy: PolicyName;
}

const MEBI = 1024 * 1024;

/** Creates one client per policy and dialect on demand. All of them share one store. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #clients = new Map<string, RobotsClient>();
  /** Policy, dialect and origin of each check that may be fetching. */
  readonly #fetching = new Set<string>();

  /** Throws a TypeError that names the invalid option. */
  constructor(options: ClientsOptions) {
    this.#options = options;
    this.of(undefined, undefined);
  }

  /** Returns the client of a policy (default: that of the service) and a dialect (default: that of the policy). */
  of(policy: PolicyName | undefined, dialect: DialectName | undefined): RobotsClient {
    const { policy: defaultPolicy, ...options } = this.#options;
    const policyName = policy ?? defaultPolicy;
    const dialectName = dialect ?? policies[policyName].dialect;
    const key = `${policyName} ${dialectName}`;
    let client = this.#clients.get(key);
    if (client === undefined) {
      const isDefault = this.#clients.size === 0;
      client = new RobotsClient({
        ...options,
        guard: options.guard ?? true,
        policy: policyName,
        dialect: dialectName,
        // Never used: each check names its own product token.
        productToken: 'repkit',
        // Rarely used clients must not take memory from the default one.
        limits: isDefault
          ? { memoryOrigins: 50_000, memoryBytes: 128 * MEBI }
          : { memoryOrigins: 1000, memoryBytes: 8 * MEBI },
      });
      this.#clients.set(key, client);
    }
    return client;
  }

  /**
   * Returns the decision of a client. Without this method, all checks that wait for the same robots.txt would run in the
   * turn of the event loop in which it arrives. Here only the first one does; the others share turns with other requests.
   */
  async check(
    url: string,
    crawler: string | CrawlerProfile,
    {
      policy,
      dialect,
    }: { readonly policy: PolicyName | undefined; readonly dialect: DialectName | undefined },
    signal: AbortSignal,
  ): Promise<Decision> {
    const client = this.of(policy, dialect);
    const options =
      typeof crawler === 'string' ? { productToken: crawler, signal } : { crawler, signal };
    const key = `${policy} ${dialect} ${originOf(url)}`;
    if (this.#fetching.has(key)) {
      await client.robotsTxt(url, { signal });
      if (isPauseDue()) await pause(signal);
      return await client.check(url, options);
    }
    this.#fetching.add(key);
    try {
      return await client.check(url, options);
    } finally {
      this.#fetching.delete(key);
    }
  }

  /** Returns the dialect of requests that name no dialect. */
  dialectOf(policy: PolicyName | undefined): DialectName {
    return policies[policy ?? this.#options.policy].dialect;
  }

  /** Removes an origin under every policy, here and in other processes on the store. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    for (const policy of Object.keys(policies)) this.of(policy as PolicyName, undefined);
    const all = [...this.#clients.values()].map((client) => client.invalidate(origin));
    // If one fails, the others must still finish.
    const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }
}

export interface StoreHealth {
  readonly name: string;
  readonly state: 'available' | 'failing';
}

const STORE_ERROR = 'repkit:client:store-error';
const HEALTH_TTL_MS = 1000;
const HEALTH_TIMEOUT_MS = 2000;
/** Cannot collide with an origin. */
const HEALTH_KEY = 'health';

/** A store that failed counts as failing for this long, because the small write of a check may succeed on a full disk. */
const FAILING_MS = 10_000;

/** Checks the store at most once per second, and watches the operations of the clients. */
export class StoreMonitor {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #elapsed: () => number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #state: StoreHealth['state'] = 'available';
  #health: Promise<StoreHealth> | undefined;

  /** Called with the reason when the store begins to fail, and with undefined when it is available again. */
  onChange: (problem: string | undefined) => void = () => {};

  /**
   * @param clock returns milliseconds since 1970, for the store
   * @param elapsed returns milliseconds on a monotonic clock
   */
  constructor(store: Store, clock: () => number, elapsed: () => number = () => performance.now()) {
    this.#store = store;
    this.#clock = clock;
    this.#elapsed = elapsed;
    subscribe(STORE_ERROR, this.#onError);
  }

  /** Never rejects. */
  health(): Promise<StoreHealth> {
    const now = this.#elapsed();
    if (this.#health === undefined || now - this.#checkedAt >= HEALTH_TTL_MS) {
      this.#checkedAt = now;
      this.#health = this.#check();
    }
    return this.#health;
  }

  close(): void {
    unsubscribe(STORE_ERROR, this.#onError);
  }

  readonly #onError = (message: unknown): void => {
    // The client publishes messages of this type on the channel.
    const { store, operation, detail } = message as ClientEvents[typeof STORE_ERROR];
    if (store !== this.#store.name || operation === 'late-commit') return;
    this.#failedAt = this.#elapsed();
    this.#health = undefined;
    this.#is('failing', detail);
  };

  async #check(): Promise<StoreHealth> {
    const { name } = this.#store;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const error = new Error(`no response within ${HEALTH_TIMEOUT_MS} ms`);
      timer = setTimeout(reject, HEALTH_TIMEOUT_MS, error);
    });
    try {
      await Promise.race([this.#roundTrip(this.#clock()), timeout]);
      if (this.#elapsed() - this.#failedAt >= FAILING_MS) this.#is('available');
    } catch (error) {
      this.#is('failing', error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
    return { name, state: this.#state };
  }

  /** @param problem never contains a secret */
  #is(state: StoreHealth['state'], problem?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.onChange(problem);
  }

  async #roundTrip(now: number): Promise<void> {
    const request = { now, leaseMs: HEALTH_TTL_MS, mode: 'now' } as const;
    const acquired = await this.#store.acquire(HEALTH_KEY, request);
    if (acquired.role === 'leader') await this.#store.commit(acquired.lease, { kind: 'remove' });
  }
}

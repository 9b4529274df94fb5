/** One client for each policy and dialect that is asked for, all on one store. */
import {
  type Decision,
  originOf,
  type PolicyName,
  policies,
  RobotsClient,
  type RobotsClientOptions,
  type Store,
} from '@repkit/client';
import type { DialectName } from '@repkit/core';
import { isPauseDue, pause } from './work/pause.js';

export interface ClientsOptions
  extends Pick<RobotsClientOptions, 'store' | 'userAgent' | 'guard' | 'transport' | 'clock'> {
  readonly policy: PolicyName;
}

const MEBI = 1024 * 1024;

export class Clients {
  readonly #options: ClientsOptions;
  readonly #clients = new Map<string, RobotsClient>();
  /** The client and the origin of the checks that may be fetching. */
  readonly #leads = new Set<string>();

  /** Throws a TypeError with a sentence where the options cannot be. */
  constructor(options: ClientsOptions) {
    this.#options = options;
    this.of(undefined, undefined);
  }

  /** The client of a policy, or of that of the service, which reads files in the policy's dialect or in another one. */
  of(policy: PolicyName | undefined, dialect: DialectName | undefined): RobotsClient {
    const { policy: usual, ...options } = this.#options;
    const chosen = policy ?? usual;
    const reading = dialect ?? policies[chosen].dialect;
    const key = `${chosen} ${reading}`;
    let client = this.#clients.get(key);
    if (client === undefined) {
      const isUsual = this.#clients.size === 0;
      client = new RobotsClient({
        ...options,
        guard: options.guard ?? true,
        policy: chosen,
        dialect: reading,
        // Never asked for: which crawlers are asked about is another matter than who asks.
        productToken: 'repkit',
        // Those that are asked for now and then must not take the memory of the usual one.
        limits: isUsual
          ? { memoryOrigins: 50_000, memoryBytes: 128 * MEBI }
          : { memoryOrigins: 1000, memoryBytes: 8 * MEBI },
      });
      this.#clients.set(key, client);
    }
    return client;
  }

  /**
   * The decision of a client. When a robots.txt arrives, all checks that waited for it would be computed in one turn of the
   * event loop: only the first one is, the others share turns with other requests.
   */
  async check(
    url: string,
    productToken: string,
    { policy, dialect }: { readonly policy?: PolicyName; readonly dialect?: DialectName },
    signal: AbortSignal,
  ): Promise<Decision> {
    const client = this.of(policy, dialect);
    const lead = `${policy} ${dialect} ${originOf(url)}`;
    if (this.#leads.has(lead)) {
      await client.robotsTxt(url, { signal });
      if (isPauseDue()) await pause(signal);
      return await client.check(url, { productToken, signal });
    }
    this.#leads.add(lead);
    try {
      return await client.check(url, { productToken, signal });
    } finally {
      this.#leads.delete(lead);
    }
  }

  /** The dialect in which a file is read where a request names none. */
  dialectOf(policy: PolicyName | undefined): DialectName {
    return policies[policy ?? this.#options.policy].dialect;
  }

  /** Removes an origin under each policy, also from other processes on the store. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    for (const policy of Object.values(policies)) this.of(nameOf(policy.name), undefined);
    const all = [...this.#clients.values()].map((client) => client.invalidate(origin));
    // Where one of them fails, the others have dropped it all the same.
    const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }
}

function nameOf(name: string): PolicyName | undefined {
  return Object.hasOwn(policies, name) ? (name as PolicyName) : undefined;
}

export interface StoreHealth {
  readonly name: string;
  readonly state: 'answering' | 'failing';
}

const KEPT_MS = 1000;
const PATIENCE_MS = 2000;
/** No origin looks like this. */
const KEY = 'health';

export class StoreWatch {
  readonly #store: Store;
  readonly #now: () => number;
  #asked = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;
  #answer: Promise<StoreHealth> | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Why it was failing when it was asked last; never holds a secret. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Never rejects. */
  health(): Promise<StoreHealth> {
    const now = this.#now();
    if (this.#answer === undefined || now - this.#asked >= KEPT_MS) {
      this.#asked = now;
      this.#answer = this.#ask(now);
    }
    return this.#answer;
  }

  async #ask(now: number): Promise<StoreHealth> {
    const { name } = this.#store;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'late');
    });
    try {
      const answer = await Promise.race([this.#roundTrip(now), late]);
      this.#problem = answer === 'late' ? `no answer within ${PATIENCE_MS} ms` : undefined;
      return { name, state: answer === 'late' ? 'failing' : 'answering' };
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return { name, state: 'failing' };
    } finally {
      clearTimeout(timer);
    }
  }

  async #roundTrip(now: number): Promise<void> {
    const request = { now, leaseMs: KEPT_MS, mode: 'now' } as const;
    const acquired = await this.#store.acquire(KEY, request);
    if (acquired.role === 'leader') await this.#store.commit(acquired.lease, { kind: 'remove' });
  }
}

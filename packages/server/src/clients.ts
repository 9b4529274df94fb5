import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccessResult,
  type ClientEventName,
  type ClientEvents,
  type PolicyName,
  type Provenance,
  RobotsClient,
  type RobotsClientOptions,
  type Store,
} from '@repkit/client';
import type { Outcome } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { FairSlots } from './http/fair-slots.js';

export interface ClientsOptions
  extends Pick<RobotsClientOptions, 'store' | 'userAgent' | 'guard' | 'transport' | 'clock'> {
  readonly policy: PolicyName;
  readonly liveChecks: number;
}

const MEBI = 1024 * 1024;
const decisions = channel('repkit:client:decision' satisfies ClientEventName);

/** The client of the service. It fetches under the policy of the service and reads entries under that of each check. */
export class Clients {
  readonly client: RobotsClient;
  /** The policy of requests that state none. */
  readonly policy: PolicyName;
  /** For live checks, of which one request may contain thousands. */
  readonly slots: FairSlots;

  /** Throws a TypeError that names the invalid option. */
  constructor({ policy, liveChecks, ...options }: ClientsOptions) {
    this.policy = policy;
    this.slots = new FairSlots(liveChecks);
    this.client = new RobotsClient({
      ...options,
      guard: options.guard ?? true,
      policy,
      // Never used: each check names its own crawler.
      productToken: 'repkit',
      limits: { memoryOrigins: 50_000, memoryBytes: 128 * MEBI },
    });
  }

  /** Returns what a site permits to a crawler. */
  access(
    url: string,
    crawler: string | CrawlerProfile,
    policy: PolicyName | undefined,
    signal: AbortSignal,
  ): Promise<AccessResult> {
    return this.client.access(url, { crawler, policy: this.#policyFor(crawler, policy), signal });
  }

  /** Reports a decision as `check` of the client does, for metrics. */
  report({ origin, stale, source }: Provenance, outcome: Outcome): void {
    if (decisions.hasSubscribers) {
      decisions.publish({ origin, outcome, stale, hit: source === 'memory' });
    }
  }

  /** Every documented policy is one of the client's, which a test of the client ensures. */
  #policyFor(crawler: string | CrawlerProfile, policy: PolicyName | undefined): PolicyName {
    const documented = typeof crawler === 'string' ? undefined : crawler.policy;
    return policy ?? (documented as PolicyName | undefined) ?? this.policy;
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
  readonly #elapsed: () => number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #state: StoreHealth['state'] = 'available';
  #health: Promise<StoreHealth> | undefined;

  /** Called with the reason when the store begins to fail, and with undefined when it is available again. */
  onChange: (problem: string | undefined) => void = () => {};

  /** @param elapsed returns milliseconds on a monotonic clock */
  constructor(store: Store, elapsed: () => number = () => performance.now()) {
    this.#store = store;
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
    const { store, detail } = message as ClientEvents[typeof STORE_ERROR];
    if (store !== this.#store.name) return;
    this.#failedAt = this.#elapsed();
    this.#health = undefined;
    this.#is('failing', detail);
  };

  async #check(): Promise<StoreHealth> {
    const { name } = this.#store;
    const timeout = sleep(HEALTH_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no response within ${HEALTH_TIMEOUT_MS} ms`);
    });
    try {
      await Promise.race([this.#roundTrip(), timeout]);
      if (this.#elapsed() - this.#failedAt >= FAILING_MS) this.#is('available');
    } catch (error) {
      this.#is('failing', error instanceof Error ? error.message : String(error));
    }
    return { name, state: this.#state };
  }

  /** @param problem never contains a secret */
  #is(state: StoreHealth['state'], problem?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.onChange(problem);
  }

  /** Writes to the store. Another instance may hold the lock, so the store responds. */
  async #roundTrip(): Promise<void> {
    const release = await this.#store.lock(HEALTH_KEY, HEALTH_TTL_MS);
    await release?.();
  }
}

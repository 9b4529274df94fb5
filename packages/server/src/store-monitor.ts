/** Watches the store. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEvents, Store } from '@repkit/client';

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
    this.#setState('failing', detail);
  };

  async #check(): Promise<StoreHealth> {
    const { name } = this.#store;
    const timeout = sleep(HEALTH_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no response within ${HEALTH_TIMEOUT_MS} ms`);
    });
    try {
      await Promise.race([this.#roundTrip(), timeout]);
      if (this.#elapsed() - this.#failedAt >= FAILING_MS) this.#setState('available');
    } catch (error) {
      this.#setState('failing', error instanceof Error ? error.message : String(error));
    }
    return { name, state: this.#state };
  }

  /** @param problem never contains a secret */
  #setState(state: StoreHealth['state'], problem?: string): void {
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

/** A store in the memory of this process. The least recently used values are dropped first. */
import { LRUCache } from 'lru-cache';
import { type Release, replaces, type SetOptions, type Store } from './store.js';

export interface MemoryStoreOptions {
  /** Approximate memory for values and their overhead in bytes (default: 64 MiB). */
  readonly maxBytes?: number;
  /** Returns milliseconds since 1970, for comparing orders (default: `Date.now`). */
  readonly clock?: () => number;
}

interface StoredValue {
  /** One character per byte: V8 needs 16 bytes of overhead for such a string, and about 300 for a small Buffer. */
  readonly text: string;
  readonly order: number | undefined;
}

/** Approximate overhead of a value in bytes, besides its key and text. */
const OVERHEAD_BYTES = 256;

/** Far more than a process takes at the same time. The oldest ones are dropped first. */
const MAX_LOCKS = 100_000;

/**
 * Holds values in the memory of this process. The least recently used ones are dropped first.
 *
 * @example
 * ```ts
 * import { MemoryStore, RobotsClient } from '@repkit/client';
 *
 * const store = new MemoryStore({ maxBytes: 16 * 2 ** 20 });
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', store });
 * await client.isAllowed('https://example.com/page'); // true
 * ```
 */
export class MemoryStore implements Store {
  readonly name = 'memory';
  readonly #values: LRUCache<string, StoredValue>;
  /** The holders of locks. `max` would allocate memory for all of them at once. */
  readonly #locks = new LRUCache<string, object>({ maxSize: MAX_LOCKS, sizeCalculation: () => 1, ttlResolution: 0 });
  readonly #clock: () => number;
  #isClosed = false;

  constructor({ maxBytes = 64 * 2 ** 20, clock = Date.now }: MemoryStoreOptions = {}) {
    this.#values = new LRUCache({
      maxSize: maxBytes,
      // A value larger than the cache is stored alone. Otherwise every check of its origin would fetch again.
      sizeCalculation: ({ text }, key) => Math.min(OVERHEAD_BYTES + 2 * key.length + text.length, maxBytes),
      // Read the clock each time instead of starting a timer.
      ttlResolution: 0,
    });
    this.#clock = clock;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    this.#assertOpen();
    const stored = this.#values.get(key);
    return stored && Buffer.from(stored.text, 'latin1');
  }

  async set(key: string, value: Uint8Array, { ttlMs, order }: SetOptions): Promise<void> {
    this.#assertOpen();
    if (!replaces(order, this.#values.get(key)?.order, this.#clock())) return;
    const text = Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');
    this.#values.set(key, { text, order }, { ttl: ttlMs });
  }

  async lock(key: string, ms: number): Promise<Release | undefined> {
    this.#assertOpen();
    if (this.#locks.has(key)) return undefined;
    const holder = {};
    // 0 would be no limit.
    this.#locks.set(key, holder, { ttl: Math.max(ms, 1) });
    return async () => {
      if (this.#locks.get(key) === holder) this.#locks.delete(key);
    };
  }

  async delete(key: string): Promise<void> {
    this.#assertOpen();
    this.#values.delete(key);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#values.clear();
    this.#locks.clear();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed.');
  }
}

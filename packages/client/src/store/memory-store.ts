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

interface Lock {
  /** On the clock of `performance.now`. */
  readonly until: number;
}

type Values = LRUCache<string, StoredValue>;

/** Above entries without a body, such as those of failures and 404s, and below most robots.txt files. */
const SMALL_BYTES = 400;

/** The share of memory reserved for small values, so that large ones cannot displace them. */
const SMALL_SHARE = 0.25;

/** Approximate overhead of a value in bytes, besides its key and text. */
const OVERHEAD_BYTES = 256;

/** From this many locks on, lapsed ones are removed. */
const MANY_LOCKS = 1000;

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
  readonly #large: Values;
  readonly #small: Values;
  readonly #locks = new Map<string, Lock>();
  readonly #clock: () => number;
  #sweepAbove = MANY_LOCKS;
  #isClosed = false;

  constructor({ maxBytes = 64 * 2 ** 20, clock = Date.now }: MemoryStoreOptions = {}) {
    const smallBytes = Math.max(1, Math.floor(maxBytes * SMALL_SHARE));
    this.#small = valuesUpTo(smallBytes);
    this.#large = valuesUpTo(Math.max(1, maxBytes - smallBytes));
    this.#clock = clock;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    this.#assertOpen();
    const stored = this.#stored(key);
    return stored && Buffer.from(stored.text, 'latin1');
  }

  async set(key: string, value: Uint8Array, { ttlMs, order }: SetOptions): Promise<void> {
    this.#assertOpen();
    if (!replaces(order, this.#stored(key)?.order, this.#clock())) return;
    this.#remove(key);
    const values = value.length <= SMALL_BYTES ? this.#small : this.#large;
    const text = Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1');
    values.set(key, { text, order }, { ttl: ttlMs });
  }

  async lock(key: string, ms: number): Promise<Release | undefined> {
    this.#assertOpen();
    const now = performance.now();
    const current = this.#locks.get(key);
    if (current !== undefined && now < current.until) return undefined;
    this.#sweepLocks(now);
    const lock: Lock = { until: now + ms };
    this.#locks.set(key, lock);
    return async () => {
      if (this.#locks.get(key) === lock) this.#locks.delete(key);
    };
  }

  async delete(key: string): Promise<void> {
    this.#assertOpen();
    this.#remove(key);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#large.clear();
    this.#small.clear();
    this.#locks.clear();
  }

  #stored(key: string): StoredValue | undefined {
    return this.#large.get(key) ?? this.#small.get(key);
  }

  #remove(key: string): void {
    this.#large.delete(key);
    this.#small.delete(key);
  }

  /** Constant time per lock on average, because the threshold doubles with the number of held locks. */
  #sweepLocks(now: number): void {
    if (this.#locks.size < this.#sweepAbove) return;
    for (const [key, { until }] of this.#locks) if (until <= now) this.#locks.delete(key);
    this.#sweepAbove = Math.max(MANY_LOCKS, 2 * this.#locks.size);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed.');
  }
}

/**
 * Caps the size of a value, so that one larger than the cache is stored alone. Otherwise every check of its origin would
 * fetch again.
 */
function valuesUpTo(maxSize: number): Values {
  const sizeOf = ({ text }: StoredValue, key: string): number => OVERHEAD_BYTES + 2 * key.length + text.length;
  return new LRUCache({
    maxSize,
    sizeCalculation: (value, key) => Math.min(sizeOf(value, key), maxSize),
    // Read the clock each time instead of starting a timer.
    ttlResolution: 0,
  });
}

/** A store in the memory of this process, with compressed entries. The least recently used ones are dropped first. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Entry } from '../policy/entry.js';
import { HOUR } from '../policy/limits.js';
import {
  type AcquireRequest,
  type Acquisition,
  type Commit,
  type Lease,
  type LeaseSpan,
  leaseLeft,
  type RemovedListener,
  roleOf,
  type Store,
  type TakenTurn,
  type TurnStore,
  turnAfter,
} from './store.js';
import { joinEntry, splitEntry } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface MemoryStoreOptions {
  /** Approximate memory for compressed entries and their overhead in bytes (default: 64 MiB). */
  readonly maxBytes?: number;
  /** Maximum number of entries with a body, and of entries without one (default: limited only by `maxBytes`). */
  readonly maxEntries?: number;
  /** Clock for leases, in milliseconds from any origin (default: `performance.now`). */
  readonly clock?: () => number;
}

interface PackedEntry {
  /** When the next request is due. Outside the compressed data, so that it can be read without inflating. */
  readonly refreshAt: number;
  /** Length of the facts in bytes; the body follows them. */
  readonly factsLength: number;
  /**
   * Deflated, one character per byte: V8 needs 16 bytes of overhead for such a string, and about 300 for a small
   * Buffer.
   */
  readonly deflated: string;
}

/** The fastest level: 5 ms for the largest body. The default level takes 20 ms and saves 20 % more. */
const DEFLATE = { level: 1 };

/** The share of memory reserved for entries without a body, so that bodies cannot displace backoff entries and 404s. */
const SMALL_SHARE = 0.25;

/** Approximate overhead of an entry in bytes, besides its key and deflated text. */
const ENTRY_BYTES = 256;

const MAX_TURNS = 100_000;

/** A lease that expired this long ago is dropped. */
const FORGOTTEN_LEASE = HOUR;

interface OpenLease extends LeaseSpan {
  readonly fence: number;
}

type PackedEntries = LRUCache<string, PackedEntry>;

export class MemoryStore implements Store, TurnStore {
  readonly name = 'memory';
  /** Complete entries with a copy. */
  readonly #copies: PackedEntries;
  /**
   * Entries without a copy. For a failing entry with a copy, a version without it, because the copy may be dropped
   * earlier.
   */
  readonly #small: PackedEntries;
  readonly #turns: LRUCache<string, TakenTurn>;
  /** Ordered by start time. Leases outlive entries: a dropped entry may still be leased. */
  readonly #leases = new Map<string, OpenLease>();
  readonly #waiters = new Waiters();
  readonly #removed = new RemovedListeners();
  readonly #clock: () => number;
  #lastFence = 0;
  #isClosed = false;

  constructor({ maxBytes = 64 * 2 ** 20, maxEntries, clock }: MemoryStoreOptions = {}) {
    const smallBytes = Math.max(1, Math.floor(maxBytes * SMALL_SHARE));
    this.#small = packedEntries(smallBytes, maxEntries);
    this.#copies = packedEntries(Math.max(1, maxBytes - smallBytes), maxEntries);
    // With `max`, lru-cache would allocate all its slots: 16 ms and 3 MB.
    this.#turns = new LRUCache({ maxSize: maxEntries ?? MAX_TURNS, sizeCalculation: () => 1 });
    this.#clock = clock ?? (() => performance.now());
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    this.#assertOpen();
    const packed = this.#copies.get(key) ?? this.#small.get(key);
    const lease = this.#leases.get(key);
    const leaseEndsInMs = leaseLeft(lease, this.#clock());
    const role = roleOf(packed?.refreshAt, leaseEndsInMs, request);
    const { now } = request;
    const entry = packed && unpacked(packed);
    if (role === 'reader') return { role, entry, now };
    if (role === 'follower') return { role, entry, now, leaseEndsInMs, fence: lease?.fence ?? 0 };
    return { role, entry, now, lease: this.#lead(key, request.leaseMs) };
  }

  async commit(lease: Lease, commit: Commit): Promise<boolean> {
    this.#assertOpen();
    const { key, fence } = lease;
    if (this.#leases.get(key)?.fence !== fence) return false;
    this.#leases.delete(key);
    if (commit.kind !== 'release') this.#drop(key);
    if (commit.kind === 'put') this.#put(key, commit.entry);
    this.#waiters.wake(key);
    return true;
  }

  async changed(key: string, timeoutMs: number): Promise<void> {
    if (leaseLeft(this.#leases.get(key), this.#clock()) === 0) return;
    await this.#waiters.wait(key, timeoutMs);
  }

  async remove(key: string): Promise<void> {
    this.#assertOpen();
    this.#leases.delete(key);
    this.#drop(key);
    this.#waiters.wake(key);
    this.#removed.notify(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  async takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    this.#assertOpen();
    const at = turnAfter(this.#turns.get(key), now, intervalMs);
    this.#turns.set(key, { at, takenAt: now });
    return at;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#copies.clear();
    this.#small.clear();
    this.#turns.clear();
    this.#leases.clear();
    this.#waiters.wakeAll();
    this.#removed.close();
  }

  #put(key: string, entry: Entry): void {
    const hasCopy = entry.settled?.kind === 'copy';
    if (hasCopy) this.#copies.set(key, packed(entry));
    if (!hasCopy) this.#small.set(key, packed(entry));
    else if (entry.failing !== undefined) {
      this.#small.set(key, packed({ ...entry, settled: undefined }));
    }
  }

  #drop(key: string): void {
    this.#copies.delete(key);
    this.#small.delete(key);
  }

  #lead(key: string, leaseMs: number): Lease {
    const from = this.#clock();
    for (const [oldKey, { until }] of this.#leases) {
      if (from - until < FORGOTTEN_LEASE) break;
      this.#leases.delete(oldKey);
    }
    this.#lastFence += 1;
    const fence = this.#lastFence;
    // Deleted first, so that the map stays in start order.
    this.#leases.delete(key);
    this.#leases.set(key, { fence, from, until: from + leaseMs });
    return { key, fence };
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed.');
  }
}

/**
 * The size is capped, so that an entry larger than the cache is held alone. Otherwise each check would cause a request.
 */
function packedEntries(maxSize: number, max: number | undefined): PackedEntries {
  const sizeOf = ({ deflated }: PackedEntry, key: string): number =>
    ENTRY_BYTES + 2 * key.length + deflated.length;
  return new LRUCache({
    ...(max === undefined ? {} : { max }),
    maxSize,
    sizeCalculation: (packed, key) => Math.min(sizeOf(packed, key), maxSize),
  });
}

function packed(entry: Entry): PackedEntry {
  const { facts, body = new Uint8Array() } = splitEntry(entry);
  const text = Buffer.from(facts);
  const deflated = deflateRawSync(Buffer.concat([text, body]), DEFLATE);
  return {
    refreshAt: entry.refreshAt,
    factsLength: text.length,
    deflated: deflated.toString('latin1'),
  };
}

function unpacked({ deflated, factsLength }: PackedEntry): Entry {
  const whole = inflateRawSync(Buffer.from(deflated, 'latin1'));
  const facts = whole.toString('utf8', 0, factsLength);
  // Copied, because zlib's buffer may be much larger than the body.
  return joinEntry(facts, () => new Uint8Array(whole.subarray(factsLength)));
}

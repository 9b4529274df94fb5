/** Entries in the memory of this process, compressed. The least recently used are dropped first. */
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { HOUR } from '../limits.js';
import type { Entry } from '../policy/entry.js';
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
  type TurnStore,
} from './store.js';
import { joinEntry, splitEntry } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface MemoryStoreOptions {
  /** Memory for entries in bytes, compressed and with what it costs to hold them: 64 MiB by default. */
  readonly maxBytes?: number;
  /** The most entries of each kind, with and without a body: by default `maxBytes` alone limits them. */
  readonly maxEntries?: number;
  /** Measures leases, in milliseconds from any beginning: `performance.now` by default. */
  readonly clock?: () => number;
}

/** An entry as it is held. */
interface PackedEntry {
  /** When the next request is due: read without unpacking. */
  readonly refreshAt: number;
  /** Length of the facts in bytes; the body follows them. */
  readonly factsLength: number;
  /** Deflated, one character per byte: V8 needs 16 bytes to hold such a string, and about 300 for a small Buffer. */
  readonly deflated: string;
}

/** Fastest: 5 ms for the largest body, where the default level takes 20 ms and saves a fifth more. */
const DEFLATE = { level: 1 };

/** Larger bodies are compressed off the event loop, which takes 0.4 ms for one of this size. */
const LARGE_BYTES = 64 * 1024;

/** The share of the memory for entries without a body, so that no body displaces a backoff or a 404. */
const SMALL_SHARE = 0.25;

/** What an entry takes next to its key and its deflated text, about. */
const ENTRY_BYTES = 256;

/** How many origins have their next turn remembered. */
const MOST_TURNS = 100_000;

/** Where nobody came for a lease that lapsed so long ago, nobody will. */
const FORGOTTEN_LEASE = HOUR;

interface OpenLease extends LeaseSpan {
  readonly fence: number;
}

type PackedEntries = LRUCache<string, PackedEntry>;

const deflate = promisify(deflateRaw);

export class MemoryStore implements Store, TurnStore {
  readonly name = 'memory';
  /** Whole entries with a copy. */
  readonly #copies: PackedEntries;
  /** Entries without a copy; of those that fail also without the copy that they have, which may be dropped before. */
  readonly #small: PackedEntries;
  readonly #turns: LRUCache<string, number>;
  /** In the order of their beginning. They outlive entries: what is dropped for want of room may be led all the same. */
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
    this.#turns = new LRUCache({ max: maxEntries ?? MOST_TURNS });
    this.#clock = clock ?? (() => performance.now());
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    this.#mustBeOpen();
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
    this.#mustBeOpen();
    const { key, fence } = lease;
    const put = commit.kind === 'put' ? await packedParts(commit.entry) : undefined;
    // Another one may have led while this was compressed.
    this.#mustBeOpen();
    if (this.#leases.get(key)?.fence !== fence) return false;
    this.#leases.delete(key);
    if (commit.kind !== 'release') this.#drop(key);
    if (put?.copy !== undefined) this.#copies.set(key, put.copy);
    if (put?.small !== undefined) this.#small.set(key, put.small);
    this.#waiters.wake(key);
    return true;
  }

  async changed(key: string, timeoutMs: number): Promise<void> {
    if (leaseLeft(this.#leases.get(key), this.#clock()) === 0) return;
    await this.#waiters.wait(key, timeoutMs);
  }

  async remove(key: string): Promise<void> {
    this.#mustBeOpen();
    this.#leases.delete(key);
    this.#drop(key);
    this.#waiters.wake(key);
    this.#removed.tell(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  async takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    this.#mustBeOpen();
    const last = this.#turns.get(key);
    const turn = last === undefined ? now : Math.max(now, last + intervalMs);
    this.#turns.set(key, turn);
    return turn;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#copies.clear();
    this.#small.clear();
    this.#turns.clear();
    this.#leases.clear();
    this.#waiters.wakeAll();
    this.#removed.clear();
  }

  #drop(key: string): void {
    this.#copies.delete(key);
    this.#small.delete(key);
  }

  #lead(key: string, leaseMs: number): Lease {
    const from = this.#clock();
    this.#forgetLeases(from);
    this.#lastFence += 1;
    const fence = this.#lastFence;
    // Deleted first, that it comes last in the order.
    this.#leases.delete(key);
    this.#leases.set(key, { fence, from, until: from + leaseMs });
    return { key, fence };
  }

  #forgetLeases(clock: number): void {
    for (const [key, { until }] of this.#leases) {
      if (clock - until < FORGOTTEN_LEASE) return;
      this.#leases.delete(key);
    }
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed.');
  }
}

/** An entry larger than all of the room is held alone: without it each check would lead to a request. */
function packedEntries(maxSize: number, max: number | undefined): PackedEntries {
  const sizeOf = ({ deflated }: PackedEntry, key: string): number =>
    ENTRY_BYTES + 2 * key.length + deflated.length;
  return new LRUCache({
    ...(max === undefined ? {} : { max }),
    maxSize,
    sizeCalculation: (packed, key) => Math.min(sizeOf(packed, key), maxSize),
  });
}

async function packedParts(
  entry: Entry,
): Promise<{ readonly copy?: PackedEntry; readonly small?: PackedEntry }> {
  if (entry.settled?.kind !== 'copy') return { small: await packed(entry) };
  const copy = await packed(entry);
  if (entry.failing === undefined) return { copy };
  return { copy, small: await packed({ ...entry, settled: undefined }) };
}

async function packed(entry: Entry): Promise<PackedEntry> {
  const { facts, body } = splitEntry(entry);
  const text = Buffer.from(facts);
  const whole = body === undefined ? text : Buffer.concat([text, body]);
  const deflated =
    whole.length < LARGE_BYTES ? deflateRawSync(whole, DEFLATE) : await deflate(whole, DEFLATE);
  return {
    refreshAt: entry.refreshAt,
    factsLength: text.length,
    deflated: deflated.toString('latin1'),
  };
}

function unpacked({ deflated, factsLength }: PackedEntry): Entry {
  const whole = inflateRawSync(Buffer.from(deflated, 'latin1'));
  const facts = whole.toString('utf8', 0, factsLength);
  // A copy, as zlib's own buffer may be far larger than the body.
  return joinEntry(facts, () => new Uint8Array(whole.subarray(factsLength)));
}

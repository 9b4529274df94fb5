/** Entries in the memory of this process, the least recently used going first. */
import { LRUCache } from 'lru-cache';
import { HOUR } from '../limits.js';
import type { Entry } from '../policy/entry.js';
import { factsOctets } from '../policy/facts-octets.js';
import { type LeaseSpan, leaseLeft, roleOf } from './role.js';
import type { AcquireRequest, Acquisition, Commit, Lease, Store, TurnStore } from './store.js';
import { Waiters } from './waiters.js';

export interface MemoryStoreOptions {
  /** 100,000 where it is not given. */
  readonly maxEntries?: number;
  /** An estimate of what the entries take, in octets: 64 MiB where it is not given. */
  readonly maxBytes?: number;
  /** Measures leases, in milliseconds from any beginning: `performance.now` where it is not given. */
  readonly clock?: () => number;
}

/** Where nobody came for a lease that lapsed so long ago, nobody will. */
const FORGOTTEN_LEASE = HOUR;

interface OpenLease extends LeaseSpan {
  readonly fence: number;
}

export class MemoryStore implements Store, TurnStore {
  readonly name = 'memory';
  readonly #entries: LRUCache<string, Entry>;
  readonly #turns: LRUCache<string, number>;
  /** In the order of their beginning. They outlive entries: what is dropped for want of room may be led all the same. */
  readonly #leases = new Map<string, OpenLease>();
  readonly #waiters = new Waiters();
  readonly #clock: () => number;
  #lastFence = 0;
  #isClosed = false;

  constructor(options: MemoryStoreOptions = {}) {
    const { maxEntries = 100_000, maxBytes = 64 * 2 ** 20 } = options;
    this.#entries = new LRUCache({ max: maxEntries, maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#turns = new LRUCache({ max: maxEntries });
    this.#clock = options.clock ?? (() => performance.now());
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    this.#mustBeOpen();
    const entry = this.#entries.get(key);
    const leaseEndsInMs = leaseLeft(this.#leases.get(key), this.#clock());
    const role = roleOf(entry?.refreshAt, leaseEndsInMs, request);
    const { now } = request;
    if (role === 'reader') return { role, entry, now };
    if (role === 'follower') return { role, entry, now, leaseEndsInMs };
    return { role, entry, now, lease: this.#lead(key, request.leaseMs) };
  }

  async commit(lease: Lease, commit: Commit): Promise<boolean> {
    this.#mustBeOpen();
    const { key, fence } = lease;
    if (this.#leases.get(key)?.fence !== fence) return false;
    this.#leases.delete(key);
    if (commit.kind === 'put') this.#entries.set(key, commit.entry);
    if (commit.kind === 'remove') this.#entries.delete(key);
    this.#waiters.wake(key);
    return true;
  }

  async changed(key: string, timeoutMs: number): Promise<void> {
    if (leaseLeft(this.#leases.get(key), this.#clock()) === 0) return;
    await this.#waiters.wait(key, timeoutMs);
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
    this.#entries.clear();
    this.#turns.clear();
    this.#leases.clear();
    this.#waiters.wakeAll();
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

function sizeOf(entry: Entry, key: string): number {
  const body = entry.settled?.kind === 'copy' ? entry.settled.body.byteLength : 0;
  return 2 * key.length + factsOctets(entry) + body;
}

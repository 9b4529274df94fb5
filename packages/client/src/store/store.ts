/** The interface of stores (tested by `test/store/contract.ts`), and the rule for who fetches next. */
import type { Entry } from '../policy/entry.js';
import { SECOND } from '../policy/limits.js';

export interface AcquireRequest {
  /**
   * The caller's time in milliseconds since 1970. Compared with the entry's `refreshAt` unless the store has its own
   * clock.
   */
  readonly now: number;
  /** Duration of a lease in milliseconds of real time. After that, another caller may lead. */
  readonly leaseMs: number;
  /**
   * `when-due`: lead if the entry is missing or due, and no other process leads. `now`: lead if no other process leads.
   */
  readonly mode: 'when-due' | 'now';
}

/** The right to fetch the robots.txt of one origin and commit the result. */
export interface Lease {
  readonly key: string;
  /** Increases with each lease of this key. Commits under an older one are rejected. */
  readonly fence: number;
}

/** The result of `acquire`. `entry` is undefined if the store has none. */
export type Acquisition = {
  readonly entry: Entry | undefined;
  /**
   * Current time on the store's clock, which timestamps of a new entry use; the caller's time if the store has no
   * clock.
   */
  readonly now: number;
} & (
  | { readonly role: 'reader' }
  | { readonly role: 'leader'; readonly lease: Lease }
  /**
   * Another process is fetching. Its lease expires in at most `leaseEndsInMs`. Another `fence` means another leader.
   */
  | { readonly role: 'follower'; readonly leaseEndsInMs: number; readonly fence: number }
);

/** How a leader ends its lease. */
export type Commit =
  | { readonly kind: 'put'; readonly entry: Entry }
  /** Remove the origin. */
  | { readonly kind: 'remove' }
  /** There is no result; another process may lead immediately. */
  | { readonly kind: 'release' };

/**
 * Receives the removed key. Undefined if removals may have been missed; then any entry read before may have been
 * removed.
 */
export type RemovedListener = (key: string | undefined) => void;

/**
 * Stores entries by opaque keys. Every method may reject if the store fails; the client then bypasses it. After
 * `close`, every method rejects, except `changed`, which resolves, `onRemoved`, which does nothing, and `close`.
 */
export interface Store {
  /** Name for provenance and events: `memory`, `sqlite`, `redis`. */
  readonly name: string;
  /** Returns the entry of a key and, if it is due, the lease to renew it. One round trip, atomic among all callers. */
  acquire(key: string, request: AcquireRequest): Promise<Acquisition>;
  /** Ends a lease. Returns false, without changes, if it had expired and another process has led since. */
  commit(lease: Lease, commit: Commit): Promise<boolean>;
  /**
   * For followers: resolves when the key may have changed, immediately if no process leads, and after `timeoutMs` at
   * the latest. Never rejects.
   */
  changed(key: string, timeoutMs: number): Promise<void>;
  /**
   * Removes the entry of a key and ends its lease atomically, so that a commit under that lease is rejected. Notifies
   * all listeners of `onRemoved` that share the store, those of this process before the promise resolves.
   */
  remove(key: string): Promise<void>;
  /**
   * Calls the listener for each `remove` from now on, also by other processes. Returns a function that unsubscribes.
   */
  onRemoved(listener: RemovedListener): () => void;
  close(): Promise<void>;
}

/** Hands out turns for requests to an origin, one after the other among all processes that share a store. */
export interface TurnStore {
  /**
   * Takes the next turn. Returns the time of the request in milliseconds since 1970: `now` or later, and at least
   * `intervalMs` after the previous turn.
   */
  takeTurn(key: string, now: number, intervalMs: number): Promise<number>;
}

/** The start and end of a lease on the store's clock. */
export interface LeaseSpan {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the remaining milliseconds of a lease; 0 if it has expired or the clock is before its start, so that a clock
 * that was set back cannot extend it.
 */
export function leaseLeft(lease: LeaseSpan | undefined, clock: number): number {
  if (lease === undefined || clock < lease.from) return 0;
  return Math.max(0, lease.until - clock);
}

/**
 * Returns whether the caller reads the entry, fetches, or waits for another process. `redis-scripts.ts` implements the
 * same rule in Lua.
 *
 * @param refreshAt of the entry; undefined if there is none
 * @param leaseLeftMs remaining time of another process's lease on the key
 */
export function roleOf(
  refreshAt: number | undefined,
  leaseLeftMs: number,
  { mode, now }: Pick<AcquireRequest, 'mode' | 'now'>,
): Acquisition['role'] {
  if (mode === 'when-due' && refreshAt !== undefined && now < refreshAt) return 'reader';
  return leaseLeftMs > 0 ? 'follower' : 'leader';
}

/** A turn, and the caller's time when it was taken. */
export interface TakenTurn {
  readonly at: number;
  readonly takenAt: number;
}

/** Callers' times may differ by this much, because some wait longer for the store. */
export const TURN_TOLERANCE: number = 10 * SECOND;

/**
 * Returns the time of the next turn. If the clock was set back after the last turn was taken, that turn counts as taken
 * now, so that the clock can neither extend the wait nor shorten the interval. `sqlite-store.ts` and `redis-scripts.ts`
 * implement the same rule.
 */
export function turnAfter(last: TakenTurn | undefined, now: number, intervalMs: number): number {
  if (last === undefined) return now;
  const setBackMs = Math.max(0, last.takenAt - TURN_TOLERANCE - now);
  return Math.max(now, last.at - setBackMs + intervalMs);
}

/** What a store of robots.txt entries does (held by `test/store/contract.ts`), and who fetches next. */
import type { Entry } from '../policy/entry.js';

export interface AcquireRequest {
  /**
   * The asker's time, in milliseconds since 1970: what `refreshAt` of the entry is compared with, where the store goes by no
   * time of its own.
   */
  readonly now: number;
  /** How long a lease holds, in milliseconds of real time. Past it another asker may lead. */
  readonly leaseMs: number;
  /**
   * `when-due`: lead where the entry is missing or its `refreshAt` has come, and nobody leads.
   * `now`: lead unless somebody does.
   */
  readonly mode: 'when-due' | 'now';
}

/** The right to fetch the robots.txt of one origin, and to say what came of it. */
export interface Lease {
  readonly key: string;
  /** Grows with each lease of this key; a commit under an older one is refused. */
  readonly fence: number;
}

/** What an asker is told. `entry` is undefined where the store has none. */
export type Acquisition = {
  readonly entry: Entry | undefined;
  /** The store's time, from which the times of a new entry are counted; the asker's own where the store has none. */
  readonly now: number;
} & (
  | { readonly role: 'reader' }
  | { readonly role: 'leader'; readonly lease: Lease }
  /**
   * Somebody else fetches; at `leaseEndsInMs` from now the lease is free again at the latest. `fence` is that of the lease:
   * another one means another leader.
   */
  | { readonly role: 'follower'; readonly leaseEndsInMs: number; readonly fence: number }
);

/** What a leader's work came to. */
export type Commit =
  | { readonly kind: 'put'; readonly entry: Entry }
  /** Forget the origin. */
  | { readonly kind: 'remove' }
  /** Nothing came of it; somebody else may lead at once. */
  | { readonly kind: 'release' };

/**
 * Receives the key that was removed. Undefined if removals may have been missed: then every entry that was read before may
 * be one that was removed.
 */
export type RemovedListener = (key: string | undefined) => void;

/**
 * Entries by key. Every method may reject where the store fails; the client then goes on without it.
 * A key is opaque to the store. After `close` every method rejects but `changed`, which resolves, `onRemoved`, which does
 * nothing, and `close` itself.
 */
export interface Store {
  /** For provenance and events: `memory`, `sqlite`, `redis`. */
  readonly name: string;
  /** The entry of a key and, where it is due, the lease to renew it: one round trip, atomic among all askers. */
  acquire(key: string, request: AcquireRequest): Promise<Acquisition>;
  /** Ends a lease. False where it had lapsed and somebody else has led since: nothing was changed. */
  commit(lease: Lease, commit: Commit): Promise<boolean>;
  /**
   * For followers: resolves when the key may have changed, at once where nobody leads, and at `timeoutMs` at the latest;
   * never rejects.
   */
  changed(key: string, timeoutMs: number): Promise<void>;
  /**
   * Removes the entry of a key and ends its lease in one step: a commit under that lease is refused. All who share the
   * store are told by `onRemoved`, those of this process before the promise resolves.
   */
  remove(key: string): Promise<void>;
  /** Calls the listener for each `remove` from now on, also of other processes. Returns what ends it. */
  onRemoved(listener: RemovedListener): () => void;
  close(): Promise<void>;
}

/** Turns to ask an origin, handed out one after the other among all who share a store. */
export interface TurnStore {
  /**
   * Takes the next turn: the time at which its holder may ask, `now` at the earliest and `intervalMs` after the turn
   * before it. Milliseconds since 1970.
   */
  takeTurn(key: string, now: number, intervalMs: number): Promise<number>;
}

/** The times of a lease, by the clock of the store. */
export interface LeaseSpan {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns how long a lease still holds, in milliseconds; 0 if it has lapsed or the clock is before its start: a clock that
 * was set back must not extend a lease.
 */
export function leaseLeft(lease: LeaseSpan | undefined, clock: number): number {
  if (lease === undefined || clock < lease.from) return 0;
  return Math.max(0, lease.until - clock);
}

/**
 * Returns whether the caller reads the entry, fetches or waits for another process; `redis-scripts.ts` has the same rule in
 * Lua.
 *
 * @param refreshAt of the entry; undefined if there is none
 * @param leaseLeftMs of another process's lease on the key
 */
export function roleOf(
  refreshAt: number | undefined,
  leaseLeftMs: number,
  { mode, now }: Pick<AcquireRequest, 'mode' | 'now'>,
): Acquisition['role'] {
  if (mode === 'when-due' && refreshAt !== undefined && now < refreshAt) return 'reader';
  return leaseLeftMs > 0 ? 'follower' : 'leader';
}

/** What a store of robots.txt entries does: one interface, one contract suite (`test/store/contract.ts`). */
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
   * `now`: lead unless somebody does. `take-over`: lead in any case; an older lease is void from then on.
   */
  readonly mode: 'when-due' | 'now' | 'take-over';
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
  /** Somebody else fetches; at `leaseEndsInMs` from now the lease is free again at the latest. */
  | { readonly role: 'follower'; readonly leaseEndsInMs: number }
);

/** What a leader's work came to. */
export type Commit =
  | { readonly kind: 'put'; readonly entry: Entry }
  /** Forget the origin. */
  | { readonly kind: 'remove' }
  /** Nothing came of it; somebody else may lead at once. */
  | { readonly kind: 'release' };

/**
 * Entries by key. Every method may reject where the store fails; the client then goes on without it.
 * A key is opaque to the store. After `close` every method rejects but `changed`, which resolves, and `close` itself.
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

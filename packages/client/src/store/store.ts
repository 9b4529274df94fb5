/**
 * The interface of stores. `@repkit/client/store-contract` tests implementations, and docs/guides/custom-store.md shows
 * one.
 */

/**
 * Holds values by key, and locks by key, for all processes that share it. Keys are any text; values are bytes that only
 * the client interprets. Values and locks of the same key are independent. A method may reject at any time: the client
 * then continues without the store, and never allows anything because of it.
 */
export interface Store {
  /** Name for provenance and events: `memory`, `sqlite`, `redis`. */
  readonly name: string;
  /** Returns the value of a key; undefined if there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Sets the value of a key, unless a later one is stored (see `SetOptions.order`). */
  set(key: string, value: Uint8Array, options: SetOptions): Promise<void>;
  /**
   * Takes the lock of a key for at most `ms` milliseconds, without waiting. Resolves to undefined if it is taken. It
   * lapses by itself, by a clock that all processes share, so that a killed process holds it no longer.
   */
  lock(key: string, ms: number): Promise<Release | undefined>;
  /** Removes the value of a key, if there is one. */
  delete(key: string): Promise<void>;
  /** Closes connections. Afterwards every method rejects. */
  close?(): Promise<void>;
}

export interface SetOptions {
  /** Time in milliseconds for which the value is needed. Afterwards the store may forget it. */
  readonly ttlMs: number;
  /**
   * Milliseconds since 1970. If the stored value has a later order, it stays, unless that order lies ahead of the
   * caller's clock: then the clock of another machine was wrong. Without an order, the stored value is replaced.
   */
  readonly order?: number | undefined;
}

/** Releases the lock for which it was returned; does nothing if that lock has lapsed or was released. */
export type Release = () => Promise<void>;

/** Returns whether a value with this order replaces the stored one. `now` is the caller's time. */
export function replaces(
  order: number | undefined,
  stored: number | undefined,
  now: number,
): boolean {
  return order === undefined || stored === undefined || stored <= order || stored > now;
}

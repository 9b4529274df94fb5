/**
 * The interface of stores. `@repkit/client/store-contract` tests implementations, and docs/guides/custom-store.md shows one,
 * which needs no change here.
 *
 * To publish a store with the package: a file `NAME-store.ts` in this folder, its URL in `store-url.ts`, and a subpath in
 * `exports` of the package, in `docs/.vitepress/api-pages.ts`, and in `external` of `packages/cli/rolldown.config.ts`. Tests: a
 * file like `test/store/redis-store.system.test.ts`, which runs the contract against the real database, and
 * `test/support/store-place.ts`. Docs: the stores in `docs/crawlers.md` and `docs/cli.md`.
 */

/**
 * Holds values by key, and locks by key, for all processes that share it. Keys are any text; values are bytes that only
 * the client interprets. Values and locks of the same key are independent. A method may reject at any time. The client
 * then continues without the store, and a failed store never makes it allow a URL.
 */
export interface Store {
  /** Name for provenance and events: `memory`, `sqlite`, `redis`. */
  readonly name: string;
  /** Returns the value of a key; undefined if there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Sets the value of a key, unless a later one is stored (see `SetOptions.order`). */
  set(key: string, value: Uint8Array, options: SetOptions): Promise<void>;
  /**
   * Takes the lock of a key for at most `ms` milliseconds, without waiting. Resolves to undefined if it is taken. The lock
   * lapses by itself, on a clock that all processes share, so that a killed process does not hold it forever.
   */
  lock(key: string, ms: number): Promise<Release | undefined>;
  /** Removes the value of a key, if there is one. */
  delete(key: string): Promise<void>;
  /** Closes connections. Afterwards every method rejects. */
  close?(): Promise<void>;
}

export interface SetOptions {
  /** How long the value is needed, in milliseconds. The store may drop it afterwards. */
  readonly ttlMs: number;
  /**
   * Milliseconds since 1970. A stored value with a later order is kept, unless that order is ahead of the caller's clock,
   * which means that another machine's clock was wrong. Without an order, the stored value is replaced.
   */
  readonly order?: number | undefined;
}

/** Releases the lock for which it was returned; does nothing if that lock has lapsed or was released. */
export type Release = () => Promise<void>;

/** Returns whether a value with this order replaces the stored one. `now` is the caller's time. */
export function replaces(order: number | undefined, stored: number | undefined, now: number): boolean {
  return order === undefined || stored === undefined || stored <= order || stored > now;
}

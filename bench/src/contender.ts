/** The interface between the bench and a robots.txt library. */

/** Checks `count` URLs, starting at index `from` and wrapping around, and returns how many are allowed. */
type CountAllowed = (urls: readonly string[], from: number, count: number) => number;

/** A robots.txt as text and as received. */
export interface Body {
  readonly body: string;
  readonly bytes: Uint8Array;
}

export interface Contender {
  readonly name: string;
  /** Parses a file and checks one URL. */
  readonly oneShot?: (file: Body, url: string) => boolean | Promise<boolean>;
  /**
   * Parses once and returns a function that checks URLs. Each contender has its own loop: with a shared loop, the engine would
   * inline none of the calls, which slows down the fastest contenders most.
   */
  readonly prepare?: (body: string, token: string) => CountAllowed | Promise<CountAllowed>;
  /** Parses and returns everything that a user would hold on to. */
  readonly keep?: (file: Body) => unknown;
}

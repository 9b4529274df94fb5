const WINDOW_MS = 60_000;
/** More clients than this per minute start a new window early, so that memory is bounded. */
const MAX_CLIENTS = 100_000;

/**
 * Limits the requests per minute and client. All clients share one window on a monotonic clock: the wall clock may be set
 * back, after which a window on it would last for years.
 */
export class RateLimit {
  readonly #max: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #end = 0;

  /** @param now returns milliseconds on a monotonic clock */
  constructor(max: number, now: () => number = () => performance.now()) {
    this.#max = max;
    this.#now = now;
  }

  /** Counts a request. Returns 0, or in how many seconds the client may try again if it has exceeded the limit. */
  count(client: string): number {
    const now = this.#now();
    if (now >= this.#end || this.#counts.size >= MAX_CLIENTS) {
      this.#counts.clear();
      this.#end = now + WINDOW_MS;
    }
    const count = (this.#counts.get(client) ?? 0) + 1;
    this.#counts.set(client, count);
    return count <= this.#max ? 0 : Math.ceil((this.#end - now) / 1000);
  }
}

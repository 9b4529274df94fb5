/** `originOf` for the many URLs of a crawl, which share few origins. */
import { originOf } from './origin.js';

/** How many beginnings of URLs are remembered. */
const MOST_BEGINNINGS = 10_000;

/**
 * A beginning of a URL that settles its origin whatever follows. Tabs, backslashes, user information and an empty host
 * can move the place where the host ends, so URLs with them are parsed each time.
 */
const PLAIN_BEGINNING = /^[A-Za-z]+:\/\/[A-Za-z0-9.:[\]_-]+$/;

export class OriginReader {
  readonly #known = new Map<string, string>();

  /** As `originOf`: a map's look-up in place of a parsed URL where scheme and host were met before. */
  read(url: string): string | undefined {
    const end = url.indexOf('/', url.indexOf('//') + 2);
    const beginning = end < 0 ? url : url.slice(0, end);
    const known = this.#known.get(beginning);
    if (known !== undefined) return known;
    const origin = originOf(url);
    if (origin !== undefined && PLAIN_BEGINNING.test(beginning)) {
      if (this.#known.size >= MOST_BEGINNINGS) this.#known.clear();
      this.#known.set(beginning, origin);
    }
    return origin;
  }
}

/** Requests in access logs, and the crawlers that made them. */
import { crawlerProfile } from '../crawlers/known-crawlers.js';
import { productToken } from '../decide/product-token.js';
import { dialectFor } from '../decide/profile.js';
import { type Crawler, crawlerName } from '../file/crawler.js';
import { STAR_TOKEN } from '../match/token-input.js';

/**
 * Common and combined log format, also with the virtual host in front: `host ident user [time] "GET /path HTTP/1.1" 200 …`.
 * Backtracking is limited to the brackets and to quoted fields.
 */
const LOG_LINE =
  /^\S[^[\n]*\[[^\]\n]*\] "[A-Z]+ (\/\S*|https?:\S+)(?: HTTP\/[\d.]+)?" \d{3} (?:\S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/;

export interface LogRequest {
  /** Path and query, or a URL. */
  readonly target: string;
  /** The User-Agent header; undefined in the common format, which has none. */
  readonly userAgent: string | undefined;
}

/** Returns the request of a line in the common or combined log format; undefined for other lines. Linear in the line. */
export function logRequest(line: string): LogRequest | undefined {
  const [, target, userAgent] = LOG_LINE.exec(line) ?? [];
  return target === undefined ? undefined : { target, userAgent };
}

/** Headers whose crawler is remembered. A hostile log can contain millions. */
const MAX_HEADERS = 1000;

/** Attributes requests to the crawlers of a list by their User-Agent headers. */
export class Requesters {
  /** By documented dialect and lower-case name. */
  readonly #crawlers: ReadonlyMap<string, Crawler>;
  readonly #byHeader = new Map<string, Crawler | undefined>();

  constructor(crawlers: readonly Crawler[]) {
    this.#crawlers = new Map(
      crawlers.map((crawler) => [keyOf(crawlerName(crawler), crawler), crawler]),
    );
  }

  /**
   * Returns the crawler of the list whose rules apply to a request: the one that the header names, or the one whose group
   * it follows without its own, such as Googlebot for Googlebot-Image, or `*`. Returns undefined for browsers and unknown clients.
   */
  of(userAgent: string): Crawler | undefined {
    if (this.#byHeader.has(userAgent)) return this.#byHeader.get(userAgent);
    const crawler = this.#find(userAgent);
    if (this.#byHeader.size < MAX_HEADERS) this.#byHeader.set(userAgent, crawler);
    return crawler;
  }

  #find(userAgent: string): Crawler | undefined {
    const found = productToken(userAgent);
    if (!found.found) return undefined;
    const profile = crawlerProfile(found.token);
    const names = [
      found.token,
      ...(profile?.productTokens ?? []),
      ...(profile?.fallsBackToStar === false ? [] : [STAR_TOKEN]),
    ];
    // Applebot follows the group of Googlebot, but not in the dialect of Googlebot.
    return names
      .flatMap((name) => [keyOf(name, profile ?? name), keyOf(name, name)])
      .map((key) => this.#crawlers.get(key))
      .find((crawler) => crawler !== undefined);
  }
}

function keyOf(name: string, crawler: Crawler): string {
  return `${dialectFor(crawler).name} ${name.toLowerCase()}`;
}

/** Finds the crawler that sent a request. */
import { type CrawlerProfile, crawlerProfile } from '../crawlers/known-crawlers.js';
import { productToken } from '../decide/product-token.js';

/** Headers that are remembered. A hostile log can contain millions. */
const MAX_HEADERS = 10_000;

/** Longer headers are not remembered: servers accept 8 kB. */
const MAX_HEADER_LENGTH = 1024;

const SLOTS = 4096;
const END_LENGTH = 32;

interface Known<Result> {
  readonly header: string;
  readonly result: Result;
}

/**
 * Finds crawlers by User-Agent headers, and remembers a result for each of a bounded number of headers.
 *
 * @example
 * ```ts
 * import { crawlerName } from '@repkit/core';
 * import { RequestCrawlers } from '@repkit/core/analysis';
 *
 * const crawlers = new RequestCrawlers((crawler) => crawler && crawlerName(crawler));
 * crawlers.of('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'); // 'Googlebot'
 * crawlers.of('Mozilla/5.0 (X11; Linux x86_64)'); // undefined
 * ```
 */
export class RequestCrawlers<Result> {
  readonly #resultFor: (crawler: CrawlerProfile | string | undefined) => Result;
  readonly #byHeader = new Map<string, Known<Result>>();
  /** The latest header of each hash. */
  readonly #latest: (Known<Result> | undefined)[] = new Array(SLOTS).fill(undefined);

  /** @param resultFor receives a known crawler, the product token of another one, or undefined for a browser */
  constructor(resultFor: (crawler: CrawlerProfile | string | undefined) => Result) {
    this.#resultFor = resultFor;
  }

  /** Returns the result for the crawler that the header names. */
  of(header: string): Result {
    if (header.length > MAX_HEADER_LENGTH) return this.#resultFor(crawlerIn(header));
    const slot = slotOf(header);
    const latest = this.#latest[slot];
    if (latest !== undefined && latest.header === header) return latest.result;
    const known = this.#byHeader.get(header) ?? this.#add(header);
    this.#latest[slot] = known;
    return known.result;
  }

  #add(header: string): Known<Result> {
    const known = { header: detached(header), result: this.#resultFor(crawlerIn(header)) };
    if (this.#byHeader.size >= MAX_HEADERS) this.#byHeader.clear();
    this.#byHeader.set(known.header, known);
    return known;
  }
}

/** Hashing some characters is faster than a map, which needs all. Most headers differ in versions at their end. */
function slotOf(header: string): number {
  const { length } = header;
  const end = Math.max(0, length - END_LENGTH);
  let hash = length;
  for (let at = 0; at < end; at += 8) hash = (Math.imul(hash, 31) + header.charCodeAt(at)) | 0;
  for (let at = end; at < length; at++) hash = (Math.imul(hash, 31) + header.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}

function crawlerIn(header: string): CrawlerProfile | string | undefined {
  const found = productToken(header, (token) => crawlerProfile(token) !== undefined);
  return found.found ? (crawlerProfile(found.token) ?? found.token) : undefined;
}

/** Returns the same text in memory of its own. A part of a text keeps all of that text in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

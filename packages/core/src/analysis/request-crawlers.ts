/** Finds the crawler that sent a request. */
import { type CrawlerProfile, crawlerProfile } from '../crawlers/known-crawlers.js';
import { productToken } from '../decide/product-token.js';

/** Headers that are remembered. A hostile log can contain millions. */
const MAX_HEADERS = 10_000;

/** Longer headers are not remembered: servers accept 8 kB. */
const MAX_HEADER_LENGTH = 1024;

/** A name and its version without a slash: "trendictionbot0.5.0". */
const VERSIONED = /^(.*[A-Za-z_-])\d+\.[\d.]+$/;

/**
 * A User-Agent header that begins with the crawler of Meta for previews. Other programs that show previews of links also name
 * it, because sites have data for it: KakaoTalk, LINE and Naver before themselves, iMessage after a browser.
 */
const PREVIEW = /^facebookexternalhit(?:\/[\d.]+)?[;\s]*(.*)$/is;
/** What may follow in the headers that Meta documents. */
const OF_META = /^$|^\(\+https?:\/\/www\.facebook\.com\//i;

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
  readonly #byHeader = new Map<string, { readonly result: Result }>();

  /** @param resultFor receives a known crawler, the product token of another one, or undefined for a browser or an imitation */
  constructor(resultFor: (crawler: CrawlerProfile | string | undefined) => Result) {
    this.#resultFor = resultFor;
  }

  /** Returns the result for the crawler that the header names. */
  of(header: string): Result {
    if (header.length > MAX_HEADER_LENGTH) return this.#resultFor(crawlerIn(header));
    // A result may be undefined.
    const known = this.#byHeader.get(header) ?? this.#add(header);
    return known.result;
  }

  #add(header: string): { readonly result: Result } {
    const known = { result: this.#resultFor(crawlerIn(header)) };
    if (this.#byHeader.size >= MAX_HEADERS) this.#byHeader.clear();
    this.#byHeader.set(detached(header), known);
    return known;
  }
}

function crawlerIn(header: string): CrawlerProfile | string | undefined {
  const crawler = namedIn(header);
  if (!isPreview(crawler)) return crawler;
  const [, rest] = PREVIEW.exec(header.trim()) ?? [];
  if (rest === undefined) return undefined;
  if (OF_META.test(rest)) return crawler;
  const program = namedIn(rest);
  return isPreview(program) ? undefined : program;
}

function namedIn(header: string): CrawlerProfile | string | undefined {
  const found = productToken(header, (token) => crawlerProfile(token) !== undefined);
  if (!found.found) return undefined;
  const { token } = found;
  const [, name = token] = VERSIONED.exec(token) ?? [];
  return crawlerProfile(token) ?? crawlerProfile(name) ?? token;
}

function isPreview(crawler: CrawlerProfile | string | undefined): boolean {
  return typeof crawler === 'object' && crawler.name === 'facebookexternalhit';
}

/** Returns a copy of a text. A slice of a text keeps all of that text in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

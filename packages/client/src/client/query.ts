/** Validates the arguments of a check before any work begins. */
import type { ProductTokenInput, RobotsTxt } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { originOf } from '../policy/origin.js';
import { isObject, wrongType } from '../validate/checks.js';

export interface CheckOptions {
  /** Stops waiting; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The product token to check (default: the client's). */
  readonly productToken?: string | undefined;
  /** The profile of a known crawler to check instead. Policy and dialect stay those of the client. */
  readonly crawler?: CrawlerProfile | undefined;
}

/** Valid arguments of a check. */
export interface Query {
  /** The URL as passed by the caller. */
  readonly url: string;
  readonly productToken: string;
  /** The same, or the crawler profile that decides instead. */
  readonly crawler: ProductTokenInput;
  readonly origin: string;
  readonly signal: AbortSignal | undefined;
}

export type QueryDefaults = Pick<Query, 'productToken' | 'crawler'> & {
  readonly emptyFile: RobotsTxt;
};

export class QueryReader {
  readonly #origins = new OriginReader();
  readonly #productToken: string;
  readonly #crawler: ProductTokenInput;
  readonly #emptyFile: RobotsTxt;

  /**
   * The product token and crawler are the defaults; `emptyFile` is a file in the dialect of the client, which rejects
   * invalid product tokens.
   */
  constructor({ productToken, crawler, emptyFile }: QueryDefaults) {
    this.#productToken = productToken;
    this.#crawler = crawler;
    this.#emptyFile = emptyFile;
  }

  /**
   * Throws a TypeError that says what is expected, even if the result would not depend on the invalid argument. Throws
   * the signal's reason if it is aborted.
   */
  read(url: string | URL, options: CheckOptions | undefined): Query {
    // Read now, because the caller may change a URL object before the check is done.
    const text = typeof url === 'string' ? url : textOf(url);
    const origin = this.#origins.read(text);
    if (origin === undefined) {
      throw new TypeError(
        `${JSON.stringify(text)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`,
      );
    }
    if (options === undefined) {
      return {
        url: text,
        origin,
        productToken: this.#productToken,
        crawler: this.#crawler,
        signal: undefined,
      };
    }
    if (!isObject(options)) {
      throw wrongType(
        options,
        'The second argument',
        'options such as { productToken: "OtherBot" }',
      );
    }
    const { signal, crawler: profile } = options;
    const productToken = profile === undefined ? options.productToken : profile?.name;
    const crawler = profile === undefined ? productToken : profile;
    if (crawler !== undefined) this.#emptyFile.matcher(crawler);
    if (signal !== undefined) checkSignal(signal);
    return {
      url: text,
      origin,
      productToken: productToken ?? this.#productToken,
      crawler: crawler ?? this.#crawler,
      signal,
    };
  }
}

function textOf(url: URL): string {
  if (typeof url?.href === 'string') return url.href;
  const expected = 'an absolute http:, https: or ftp: URL, as a string or a URL object';
  throw wrongType(url, 'The URL', expected);
}

function checkSignal(signal: AbortSignal): void {
  if (typeof signal?.throwIfAborted !== 'function') {
    throw wrongType(signal, 'signal', 'an AbortSignal, such as the signal of an AbortController');
  }
  signal.throwIfAborted();
}

const MAX_PREFIXES = 10_000;

/**
 * A prefix that determines the origin regardless of the rest of the URL. Tabs, backslashes, user information, and an
 * empty host can move the end of the host, so URLs with them are parsed each time.
 */
const PLAIN_PREFIX = /^[A-Za-z]+:\/\/[A-Za-z0-9.:[\]_-]+$/;

export class OriginReader {
  readonly #known = new Map<string, string>();

  /** Returns the same as `originOf`, without parsing the URL if its prefix is cached. */
  read(url: string): string | undefined {
    const end = url.indexOf('/', url.indexOf('//') + 2);
    const prefix = end < 0 ? url : url.slice(0, end);
    const known = this.#known.get(prefix);
    if (known !== undefined) return known;
    const origin = originOf(url);
    if (origin !== undefined && PLAIN_PREFIX.test(prefix)) {
      if (this.#known.size >= MAX_PREFIXES) this.#known.clear();
      this.#known.set(prefix, origin);
    }
    return origin;
  }
}

/** Validates the arguments of a check before any work begins. */
import { assertCrawler, type Crawler } from '@repkit/core';
import { detached, originOf } from '../policy/origin.js';
import type { Policy, PolicyName } from '../policy/policy.js';
import { isObject, wrongType } from '../validate/checks.js';
import type { ClientSettings } from './settings.js';

export interface CheckOptions {
  /** Stops waiting; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The product token to check (default: the client's). */
  readonly productToken?: string | undefined;
  /**
   * The profile of a known crawler to check instead. Its documented policy and dialect apply unless the options of the
   * client state others.
   */
  readonly crawler?: Crawler | undefined;
}

export interface AccessOptions extends CheckOptions {
  /** The policy under which to read the robots.txt (default: that of the client or the crawler). */
  readonly policy?: PolicyName | undefined;
}

/** Valid arguments of a check. */
export interface Query {
  /** The URL as passed by the caller. */
  readonly url: string;
  readonly crawler: Crawler;
  /** The policy under which the crawler reads an entry. */
  readonly policy: Policy;
  readonly origin: string;
  readonly signal: AbortSignal | undefined;
}

export type QueryDefaults = Pick<ClientSettings, 'crawler' | 'policy' | 'policyOf' | 'overrides'>;

/**
 * Returns a function that reads the arguments of a check. It throws a TypeError for an invalid argument, even if the
 * result would not depend on it, and the signal's reason if it is aborted.
 */
export function queryReader(defaults: QueryDefaults): (url: string | URL, options: CheckOptions | undefined) => Query {
  const origins = new OriginReader();
  return (url, options) => {
    // Read now, because the caller may change a URL object before the check is done.
    const text = typeof url === 'string' ? url : hrefOf(url);
    const origin = origins.read(text);
    if (origin === undefined) {
      throw new TypeError(`${JSON.stringify(text)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`);
    }
    if (options === undefined) {
      const { crawler, policy } = defaults;
      return { url: text, origin, crawler, policy, signal: undefined };
    }
    if (!isObject(options)) {
      const expected = 'options such as { productToken: "OtherBot" }';
      throw wrongType(options, 'The second argument', expected);
    }
    const { signal, productToken, crawler: profile } = options;
    const passed = profile === undefined ? productToken : profile;
    if (passed !== undefined) assertCrawler(passed, defaults.overrides);
    if (signal !== undefined) checkSignal(signal);
    const crawler = passed ?? defaults.crawler;
    const policy = passed === undefined ? defaults.policy : defaults.policyOf(passed);
    return { url: text, origin, crawler, policy, signal };
  };
}

function hrefOf(url: URL): string {
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
      this.#known.set(detached(prefix), origin);
    }
    return origin;
  }
}

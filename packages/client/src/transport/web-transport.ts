/** Fetches a robots.txt over http, https and ftp, and follows redirects (RFC 9309 2.3.1.2). */

import { MAX_REDIRECTS, REDIRECT_STATUSES } from '../limits.js';
import { hasRobotsTxt } from '../origin.js';
import { createDispatcher } from './dispatcher.js';
import { DnsResolver } from './dns-resolver.js';
import { FtpExchange } from './ftp-exchange.js';
import { HttpExchange } from './http-exchange.js';
import type { TransportOptions } from './options.js';
import type {
  Exchange,
  ExchangeRequest,
  FailureOutcome,
  FailureResult,
  FetchOutcome,
  FetchRequest,
  FtpResult,
  Hop,
  HttpResult,
  Transport,
} from './outcome.js';

/** How one request is made, by scheme. */
export interface Exchanges {
  /** For http and https. */
  readonly web: Exchange;
  readonly ftp: Exchange;
  /** Resolves host names for both; lookups under way end with it. */
  readonly names?: { close(): void };
}

export class WebTransport implements Transport {
  readonly #exchanges: Exchanges;
  readonly #totalMs: number;

  /** Throws a TypeError with the mend where an option cannot be read. */
  constructor(options: TransportOptions, exchanges: Exchanges = exchangesFor(options)) {
    this.#exchanges = exchanges;
    this.#totalMs = options.limits.totalMs;
  }

  /** Rejects with a TypeError where the URL is not one of http, https or ftp. */
  async fetch(request: FetchRequest): Promise<FetchOutcome> {
    const start = startOf(request.url);
    const attempt = new AbortController();
    const callOff = () => attempt.abort(request.signal.reason);
    const timer = setTimeout(
      () => attempt.abort(new DOMException('the attempt took too long', 'TimeoutError')),
      this.#totalMs,
    );
    if (request.signal.aborted) callOff();
    else request.signal.addEventListener('abort', callOff, { once: true });
    try {
      return await this.#follow(start, request, attempt.signal);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', callOff);
    }
  }

  async close(): Promise<void> {
    this.#exchanges.names?.close();
    await Promise.all([this.#exchanges.web.close(), this.#exchanges.ftp.close()]);
  }

  async #follow(start: URL, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const copyUrl = request.validatorsUrl ?? start.href;
    const hops: Hop[] = [];
    const asked = new Set<string>();
    for (let url = start; ; ) {
      asked.add(url.href);
      const validators = url.href === copyUrl ? request.validators : undefined;
      const answer = await this.#ask({ url, validators, signal });
      const attempt = { url: url.href, hops };
      if (answer.kind !== 'http') return { ...answer, ...attempt };
      const { status, headers, body, conditional } = answer;
      if (!REDIRECT_STATUSES.has(status)) {
        return { kind: 'http', ...attempt, status, headers, body, conditional };
      }

      const target = redirectTarget(answer.location, url);
      hops.push({ url: url.href, status, location: target?.href });
      if (target === undefined) {
        return badRedirect(attempt, 'the redirect has no Location that can be read');
      }
      if (!hasRobotsTxt(target)) {
        return badRedirect(
          attempt,
          'the redirect leads to another scheme than http, https and ftp',
        );
      }
      // RFC 9309 2.3.1.2 leaves both to the crawler; what to make of them is for the policy.
      if (asked.has(target.href)) return { kind: 'redirect-loop', ...attempt };
      if (hops.length > MAX_REDIRECTS) return { kind: 'too-many-redirects', ...attempt };
      url = target;
    }
  }

  /** One step of the chain. An answer that may be a fault on the way is fetched once more, and the second one state. */
  async #ask(request: ExchangeRequest): Promise<HttpResult | FtpResult | FailureResult> {
    const exchange = request.url.protocol === 'ftp:' ? this.#exchanges.ftp : this.#exchanges.web;
    const answer = await exchange.request(request);
    if (answer.kind !== 'http') return answer;
    // A 304 to a request without validators comes from a faulty cache on the way: go around caches.
    if (answer.status === 304 && !answer.conditional) {
      return exchange.request({ url: request.url, noCache: true, signal: request.signal });
    }
    // A server that crashed before it sent a body looks the same as an empty file, which allows everything.
    const mayBeCut = answer.closeDelimited && answer.body?.wireBytes === 0;
    return mayBeCut ? exchange.request(request) : answer;
  }
}

function exchangesFor(options: TransportOptions): Exchanges {
  const names = new DnsResolver();
  const { lookup = names.lookup } = options;
  return {
    web: new HttpExchange(createDispatcher(options, lookup), options),
    ftp: new FtpExchange(options, lookup),
    names,
  };
}

function badRedirect(
  attempt: Pick<FailureOutcome, 'url' | 'hops'>,
  detail: string,
): FailureOutcome {
  return { kind: 'failure', ...attempt, failure: 'bad-redirect', detail };
}

function startOf(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && hasRobotsTxt(url)) return plainUrl(url);
  throw new TypeError(`"${text}" cannot be fetched: give an absolute URL of http, https or ftp.`);
}

/** Where a redirect leads (RFC 9309 2.3.1.2, RFC 9110 15.4). */

/** RFC 9110 4.1: at least 8,000 bytes are to be supported. A hop is kept as long as the copy is, so it has a bound. */
const LONGEST_LOCATION = 8000;

/**
 * The URL of a Location, which may be relative, without user information and fragment. Undefined where it is missing,
 * empty, too long or no URL.
 */
export function redirectTarget(location: string | undefined, base: URL): URL | undefined {
  if (location === undefined || location.length > LONGEST_LOCATION) return undefined;
  const reference = asUtf8(location).trim();
  // An empty reference is the same document: an endless circle at best.
  const url = reference === '' ? null : URL.parse(reference, base.href);
  return url === null ? undefined : plainUrl(url);
}

/** What of a URL is asked for: a robots.txt needs no password, and a fragment is never sent. */
function plainUrl(url: URL): URL {
  const plain = new URL(url.href);
  plain.username = '';
  plain.password = '';
  plain.hash = '';
  return plain;
}

/** Bytes that came as ISO-8859-1. Many a server writes a path in UTF-8 without percent-encoding. */
function asUtf8(latin1: string): string {
  const bytes = Uint8Array.from(latin1, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return latin1;
  }
}

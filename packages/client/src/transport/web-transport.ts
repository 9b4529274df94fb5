/** Gets a robots.txt wherever redirects lead (RFC 9309 2.3.1.2), over http, https and ftp. */
import { MAX_REDIRECTS } from '../limits.js';
import { createDispatcher } from './dispatcher.js';
import type {
  Exchange,
  ExchangeRequest,
  FailureResult,
  FtpResult,
  HttpResult,
} from './exchange.js';
import { FtpExchange } from './ftp-exchange.js';
import { HttpExchange } from './http-exchange.js';
import type { TransportOptions } from './options.js';
import type { FailureOutcome, FetchOutcome, FetchRequest, Hop, Transport } from './outcome.js';
import { isFetchable, isRedirect, plainUrl, redirectTarget } from './redirect.js';

/** How one request is made, by scheme. */
export interface Exchanges {
  /** For http and https. */
  readonly web: Exchange;
  readonly ftp: Exchange;
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
      if (!isRedirect(status)) {
        return { kind: 'http', ...attempt, status, headers, body, conditional };
      }

      const target = redirectTarget(answer.location, url);
      hops.push({ url: url.href, status, location: target?.href });
      if (target === undefined) {
        return badRedirect(attempt, 'the redirect has no Location that can be read');
      }
      if (!isFetchable(target)) {
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

  /**
   * One step of the chain. A 304 that nobody asked for comes from a cache on the way that is out of order: one more
   * request that goes around caches, and what comes of that stands.
   */
  async #ask(request: ExchangeRequest): Promise<HttpResult | FtpResult | FailureResult> {
    const exchange = request.url.protocol === 'ftp:' ? this.#exchanges.ftp : this.#exchanges.web;
    const answer = await exchange.request(request);
    const isUnasked = answer.kind === 'http' && answer.status === 304 && !answer.conditional;
    if (!isUnasked) return answer;
    return exchange.request({ url: request.url, noCache: true, signal: request.signal });
  }
}

function exchangesFor(options: TransportOptions): Exchanges {
  return {
    web: new HttpExchange(createDispatcher(options), options),
    ftp: new FtpExchange(options),
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
  if (url !== null && isFetchable(url)) return plainUrl(url);
  throw new TypeError(`"${text}" cannot be fetched: give an absolute URL of http, https or ftp.`);
}

/** Fetches a robots.txt over http, https, and ftp, and follows redirects (RFC 9309 2.3.1.2). */

import { PARTS, startTimer, unlessAborted } from '../async/timeouts.js';
import { isRedirect } from '../policy/access.js';
import type { FailureOutcome, FailureResult, FetchOutcome, FtpResult, Hop, HttpResult } from '../policy/fetch-outcome.js';
import { MAX_REDIRECTS } from '../policy/limits.js';
import { hasRobotsTxt } from '../policy/origin.js';
import { renewsCopy } from '../policy/validators.js';
import { limit, type MemberChecks } from '../validate/checks.js';
import { createDispatcher } from './dispatcher.js';
import { namesFor } from './dns-resolver.js';
import { failureOfSignal } from './failure.js';
import { HttpExchange } from './http-exchange.js';
import type { TransportLimits, TransportOptions } from './options.js';
import { locationText } from './response-headers.js';
import type { Exchange, ExchangeRequest, FetchRequest, Transport } from './transport.js';

/** The exchanges by scheme. */
export interface Exchanges {
  /** For http and https. */
  readonly web: Exchange;
  readonly ftp: Exchange;
  /** Resolves host names for both. Closing it cancels running lookups. */
  readonly names?: { close(): void };
}

/**
 * Fetches a robots.txt over http, https, and ftp, and follows redirects.
 *
 * @example
 * ```ts
 * import { WebTransport } from '@repkit/client/transport';
 *
 * const timeouts = { lookupMs: 10_000, connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 30_000 };
 * const limits = { ...timeouts, maxBytes: 512_000, maxHeaderBytes: 65_536 };
 * const transport = new WebTransport({ userAgent: 'ExampleBot/1.0', limits, guard: {}, proxy: 'none', ca: [] });
 * const request = { url: 'http://127.0.0.1/robots.txt', signal: AbortSignal.timeout(60_000) };
 * const outcome = await transport.fetch(request);
 * outcome.kind === 'failure' && outcome.failure; // 'refused-address'
 * await transport.close();
 * ```
 */
export class WebTransport implements Transport {
  readonly #exchanges: Exchanges;
  readonly #totalMs: number;
  readonly #maxRedirects: number;

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(options: TransportOptions, exchanges?: Exchanges) {
    checkTransportLimits(options.limits);
    this.#exchanges = exchanges ?? exchangesFor(options);
    this.#totalMs = options.limits.totalMs;
    this.#maxRedirects = options.maxRedirects ?? MAX_REDIRECTS;
  }

  /** Rejects with a TypeError if the URL is not an http, https, or ftp URL. */
  async fetch(request: FetchRequest): Promise<FetchOutcome> {
    const start = startOf(request.url);
    const timeout = new AbortController();
    const timer = startPausableTimer(this.#totalMs, () =>
      timeout.abort(new DOMException('the attempt timed out', 'TimeoutError')),
    );
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    try {
      return await this.#follow(start, request, { signal, uncounted: timer.during });
    } finally {
      timer.stop();
    }
  }

  async close(): Promise<void> {
    this.#exchanges.names?.close();
    await Promise.all([this.#exchanges.web.close(), this.#exchanges.ftp.close()]);
  }

  async #follow(
    start: URL,
    request: FetchRequest,
    limits: Pick<Required<ExchangeRequest>, 'signal' | 'uncounted'>,
  ): Promise<FetchOutcome> {
    const copyUrl = request.validatorsUrl ?? start.href;
    const hops: Hop[] = [];
    const visited = new Set<string>();
    for (let url = start; ; ) {
      visited.add(url.href);
      const validators = url.href === copyUrl ? request.validators : undefined;
      const isRedirected = url.origin !== start.origin;
      const response = await this.#request({ url, isRedirected, validators, ...limits });
      const attempt = { url: url.href, hops };
      if (response.kind !== 'http') return { ...response, ...attempt };
      const { status, location } = response;
      if (!isRedirect(status, location)) {
        const { headers, body, conditional, saysNotFound } = response;
        return { kind: 'http', ...attempt, status, headers, body, conditional, saysNotFound };
      }

      const target = redirectTarget(location, url);
      hops.push({ url: url.href, status, location: target?.href });
      if (target === undefined) {
        return badRedirect(attempt, 'the redirect has no usable Location');
      }
      if (!hasRobotsTxt(target)) {
        return badRedirect(attempt, 'the redirect leads to a scheme other than http, https, and ftp');
      }
      // RFC 9309 2.3.1.2 leaves both to the crawler; the policy decides.
      if (visited.has(target.href)) return { kind: 'redirect-loop', ...attempt };
      if (hops.length > this.#maxRedirects) return { kind: 'too-many-redirects', ...attempt };
      const permission = Promise.resolve(request.mayFollow?.(target.href) ?? true);
      const mayFollow = await limits.uncounted(unlessAborted(limits.signal, permission)).catch((error: unknown) => {
        if (!limits.signal.aborted) throw error;
      });
      if (limits.signal.aborted) return { ...failureOfSignal(limits.signal), ...attempt };
      if (!mayFollow) {
        return badRedirect(attempt, `robots.txt disallows the redirect target ${target.href}`);
      }
      url = target;
    }
  }

  /** Makes one request of the chain. Repeats it once for each sign of a network fault. */
  async #request(request: ExchangeRequest): Promise<HttpResult | FtpResult | FailureResult> {
    const exchange = request.url.protocol === 'ftp:' ? this.#exchanges.ftp : this.#exchanges.web;
    const response = await exchange.request(request);
    if (response.kind !== 'http') return response;
    const { status, conditional } = response;
    // A 304 to an unconditional request, or for another file, comes from a faulty cache, so bypass caches.
    const renewsStoredCopy = conditional && renewsCopy(response.headers, request.validators ?? {});
    const isFaulty = status === 304 && !renewsStoredCopy;
    // Some servers send a 412 in place of a 304 (RFC 9110 13.1.2). It is about the validators and not about the file.
    const isPreconditionFailed = status === 412 && conditional;
    if ((isFaulty || isPreconditionFailed) && !request.noCache) {
      return this.#request({ ...request, validators: undefined, noCache: true });
    }
    // An empty body from a crashed server looks like an empty file, which would allow everything.
    const mayBeCut = response.closeDelimited && response.body?.wireBytes === 0;
    return mayBeCut ? exchange.request(request) : response;
  }
}

/** Starts a timer that stops while something else is awaited. */
function startPausableTimer(ms: number, onEnd: () => void) {
  let leftMs = ms;
  let startedAt = performance.now();
  let stop = startTimer(leftMs, onEnd);
  const during = async <Value>(wait: Promise<Value>): Promise<Value> => {
    stop();
    const passedMs = performance.now() - startedAt;
    // More can only have passed because of a delay of this process.
    leftMs = Math.max(leftMs - passedMs, leftMs / PARTS);
    try {
      return await wait;
    } finally {
      startedAt = performance.now();
      stop = startTimer(leftMs, onEnd);
    }
  };
  return { during, stop: () => stop() };
}

function exchangesFor(options: TransportOptions): Exchanges {
  const names = namesFor(options.lookup);
  return {
    web: new HttpExchange(createDispatcher(options, names.lookup), options),
    // Few sites use FTP, and its library takes 10 ms to load.
    ftp: onDemand(async () => {
      const { FtpExchange } = await import('./ftp-exchange.js');
      return new FtpExchange(options, names.lookup);
    }),
    names,
  };
}

/** Returns an exchange that is created for its first request. */
function onDemand(create: () => Promise<Exchange>): Exchange {
  let created: Promise<Exchange> | undefined;
  let isClosed = false;
  return {
    async request(request) {
      if (isClosed) return { kind: 'failure', failure: 'aborted', detail: 'the client was closed' };
      created ??= create();
      return (await created).request(request);
    },
    async close() {
      isClosed = true;
      await (await created)?.close();
    },
  };
}

function badRedirect(attempt: Pick<FailureOutcome, 'url' | 'hops'>, detail: string): FailureOutcome {
  return { kind: 'failure', ...attempt, failure: 'bad-redirect', detail };
}

function startOf(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && hasRobotsTxt(url)) return plainUrl(url);
  throw new TypeError(`Cannot fetch "${text}": it is not an absolute http, https, or ftp URL.`);
}

/** RFC 9110 4.1: at least 8,000 bytes should be supported. Hops are stored with the copy, so they need a limit. */
const LONGEST_LOCATION = 8000;

/**
 * Returns the URL of a redirect's Location (RFC 9309 2.3.1.2, RFC 9110 15.4), which may be relative, without user
 * information and fragment. Undefined if it is missing, empty, too long, or invalid.
 */
export function redirectTarget(location: string | undefined, base: URL): URL | undefined {
  if (location === undefined || location.length > LONGEST_LOCATION) return undefined;
  const reference = locationText(location).trim();
  // An empty reference is the same document, which would be an endless loop.
  const url = reference === '' ? null : URL.parse(reference, base.href);
  return url === null ? undefined : plainUrl(url);
}

/**
 * Removes credentials, since a robots.txt needs no password, the fragment, which is never sent, and the trailing dot of the host,
 * as in origins: the name in a TLS handshake must not have one (RFC 6066 3).
 */
function plainUrl(url: URL): URL {
  const plain = new URL(url.href);
  plain.username = '';
  plain.password = '';
  plain.hash = '';
  plain.hostname = plain.hostname.replace(/\.$/, '');
  return plain;
}

const LIMITS: MemberChecks<TransportLimits> = {
  lookupMs: limit,
  connectMs: limit,
  headersMs: limit,
  bodyMs: limit,
  totalMs: limit,
  maxBytes: limit,
  maxHeaderBytes: limit,
};

/** Throws a TypeError or RangeError for an invalid limit. The limits of a client have further members. */
export function checkTransportLimits(limits: TransportLimits): void {
  for (const [name, check] of Object.entries(LIMITS)) {
    check(Reflect.get(limits, name), `limits.${name}`);
  }
}

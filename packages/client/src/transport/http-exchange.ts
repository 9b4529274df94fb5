/** Makes one request for a robots.txt over HTTP. */
import type { Dispatcher } from 'undici';
import { unlessAborted } from '../async/timeouts.js';
import type { FailureResult, HttpResult, Validators } from '../policy/fetch-outcome.js';
import { saysNotFound } from '../policy/not-found-page.js';
import { isEntityTag } from '../policy/validators.js';
import { failureOfSignal } from './failure.js';
import { exchange, type ResponseReader, readBody } from './http-request.js';
import type { TransportOptions } from './options.js';
import { isCloseDelimited, locationField, type ResponseHead, responseHeaders, singleField } from './response-headers.js';
import type { Exchange, ExchangeRequest } from './transport.js';

const ACCEPT = 'text/plain,*/*;q=0.8';

/**
 * HTTP over undici. `dispatcher` enforces the limits of times and headers, except the time until the headers have arrived,
 * which `ResponseReader` enforces. This class enforces the body limit.
 */
export class HttpExchange implements Exchange {
  readonly #dispatcher: Dispatcher;
  readonly #options: TransportOptions;
  readonly #slots = new ConnectionSlots();

  constructor(dispatcher: Dispatcher, options: TransportOptions) {
    this.#dispatcher = dispatcher;
    this.#options = options;
  }

  /** Waits for a slot of the origin, and makes the request. */
  async request(request: ExchangeRequest): Promise<HttpResult | FailureResult> {
    const { url, isRedirected, signal, uncounted = (wait) => wait } = request;
    let free: () => void;
    try {
      free = await uncounted(this.#slots.take(url.origin, signal, isRedirected));
    } catch {
      return failureOfSignal(signal);
    }
    try {
      return await this.#exchange(request);
    } finally {
      free();
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #exchange({ url, validators = {}, noCache = false, signal }: ExchangeRequest): Promise<HttpResult | FailureResult> {
    const { userAgent, limits, content } = this.#options;
    const conditions = conditionsOf(validators);
    const headers = { ...(noCache && { 'cache-control': 'no-cache' }), ...conditions };
    const request = { url, userAgent, accept: ACCEPT, headers, headersMs: limits.headersMs };
    return exchange(this.#dispatcher, request, signal, async (reader) => {
      const { status, fields } = await reader.head;
      return {
        kind: 'http' as const,
        status,
        headers: responseHeaders(fields),
        location: locationField(fields),
        body: isBodyWanted(status) ? await readBody(reader, fields, limits.maxBytes, content) : undefined,
        saysNotFound: await this.#saysNotFound(reader, { status, fields }, signal),
        closeDelimited: isCloseDelimited({ status, fields }),
        conditional: Object.keys(conditions).length > 0,
      };
    });
  }

  /** Reads the page of a server error if a policy needs it. A page that cannot be read says nothing. */
  async #saysNotFound(
    reader: ResponseReader,
    { status, fields }: ResponseHead,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    if (this.#options.readsErrorPages !== true || status < 500 || status > 599) return undefined;
    // A server that announces when it will be back is down for now, whatever the page says.
    if (status === 503 && singleField(fields, 'retry-after') !== undefined) return undefined;
    try {
      const { bytes } = await readBody(reader, fields, ERROR_PAGE_BYTES, this.#options.content);
      return saysNotFound(bytes);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

/** The message of an error page is at its beginning. */
const ERROR_PAGE_BYTES = 64 * 1024;

/**
 * Returns the fields of a conditional request (RFC 9110 13.1). Sends both validators if known, because an older cache
 * may support only one. Omits invalid header values, since a store may return anything.
 */
function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(isEntityTag(etag) && { 'if-none-match': etag }),
    ...(isSendable(lastModified) && { 'if-modified-since': lastModified }),
  };
}

/** RFC 9110 5.5: no control characters, only ISO-8859-1. */
function isSendable(value: string | undefined): value is string {
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]+$/.test(value);
}

/** 206 without a Range request is not the robots.txt. */
function isBodyWanted(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 206;
}

/** The same limit as in browsers. */
const REQUESTS_PER_ORIGIN = 6;

interface OriginQueue {
  used: number;
  readonly direct: Set<() => void>;
  readonly redirected: Set<() => void>;
}

/**
 * Limits how many requests are made to an origin at a time. Any number of origins may redirect to one, so those leave a slot free,
 * and the site's own requests come first.
 */
class ConnectionSlots {
  readonly #queues = new Map<string, OriginQueue>();

  /** Resolves with a function that frees the slot, once there is one. Rejects with the reason of the signal. */
  async take(origin: string, signal: AbortSignal, isRedirected = false): Promise<() => void> {
    const queue = this.#queues.get(origin) ?? { used: 0, direct: new Set(), redirected: new Set() };
    this.#queues.set(origin, queue);
    const waiting = isRedirected ? queue.redirected : queue.direct;
    const free = () => {
      const mayServe = queue.used < REQUESTS_PER_ORIGIN ? queue.redirected : [];
      const [next] = queue.direct.size > 0 ? queue.direct : mayServe;
      if (next === undefined) {
        queue.used -= 1;
        if (queue.used === 0) this.#queues.delete(origin);
        return;
      }
      queue.direct.delete(next);
      queue.redirected.delete(next);
      next();
    };
    if (queue.used < REQUESTS_PER_ORIGIN - (isRedirected ? 1 : 0)) {
      queue.used += 1;
      return free;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    try {
      await unlessAborted(signal, promise);
      return free;
    } catch (error) {
      // The slot may have been handed over in the meantime.
      if (!waiting.delete(resolve)) free();
      throw error;
    }
  }
}

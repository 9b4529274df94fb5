/** Makes one request over HTTP and reads its response as a head and body chunks. */
import { type Dispatcher, errors } from 'undici';
import { startTimer, unlessAborted } from '../async/timeouts.js';
import type {
  FailureResult,
  HttpResult,
  ReceivedBody,
  Validators,
} from '../policy/fetch-outcome.js';
import { saysNotFound } from '../policy/not-found-page.js';
import { isEntityTag } from '../policy/validators.js';
import { ACCEPT_ENCODING } from './content-decoding.js';
import { failureOf, failureOfSignal, TransportError } from './failure.js';
import type { TransportOptions } from './options.js';
import { readable, receiveBody } from './received-body.js';
import {
  checkTransferCodings,
  type FieldLines,
  isCloseDelimited,
  listField,
  locationField,
  type ResponseHead,
  responseHeaders,
  singleField,
} from './response-headers.js';
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

  async request(request: ExchangeRequest): Promise<HttpResult | FailureResult> {
    const { url, isRedirected, signal, noCache, uncounted = (wait) => wait } = request;
    const conditions = request.validators === undefined ? {} : conditionsOf(request.validators);
    let free = () => {};
    try {
      signal.throwIfAborted();
      free = await uncounted(this.#slots.take(url.origin, signal, isRedirected));
    } catch {
      return failureOfSignal(signal);
    }
    const headers = { ...(noCache === true && { 'cache-control': 'no-cache' }), ...conditions };
    const { userAgent, limits } = this.#options;
    const parts = { url, userAgent, accept: ACCEPT, headers, headersMs: limits.headersMs };
    const result = await exchange(this.#dispatcher, parts, signal, async (reader) => {
      const { status, fields } = await reader.head;
      return {
        kind: 'http' as const,
        status,
        headers: responseHeaders(fields),
        location: locationField(fields),
        body: isBodyWanted(status)
          ? await this.#bodyOf(reader, fields, limits.maxBytes)
          : undefined,
        saysNotFound: await this.#saysNotFound(reader, { status, fields }, signal),
        closeDelimited: isCloseDelimited({ status, fields }),
        conditional: Object.keys(conditions).length > 0,
      };
    });
    free();
    return result;
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
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
      const { bytes } = await this.#bodyOf(reader, fields, ERROR_PAGE_BYTES);
      return saysNotFound(bytes);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #bodyOf(
    reader: ResponseReader,
    fields: ResponseHead['fields'],
    maxBytes: number,
  ): Promise<ReceivedBody> {
    checkTransferCodings(fields);
    const headers = {
      contentEncoding: listField(fields, 'content-encoding'),
      contentType: singleField(fields, 'content-type'),
    };
    const { content } = this.#options;
    return readable(await receiveBody(reader.body(), headers, maxBytes, content));
  }
}

/** The message of an error page is at its beginning. */
const ERROR_PAGE_BYTES = 64 * 1024;

/** The same limit as in browsers. */
const REQUESTS_PER_ORIGIN = 6;

interface OriginQueue {
  used: number;
  readonly direct: Set<() => void>;
  readonly redirected: Set<() => void>;
}

/**
 * Limits how many requests are made to an origin at a time. Any number of origins may redirect to one, so those leave a slot
 * free, and the site's own come first.
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

/** Cookies and Range are never sent. */
export interface SentRequest {
  readonly url: URL;
  readonly userAgent: string;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout from the request to the complete response headers. */
  readonly headersMs: number;
}

/** Sends a GET request and reads its response. Never rejects because of network or server errors. */
export async function exchange<Result>(
  dispatcher: Dispatcher,
  { url, userAgent, accept, headers, headersMs }: SentRequest,
  signal: AbortSignal,
  read: (reader: ResponseReader) => Promise<Result>,
): Promise<Result | FailureResult> {
  const reader = new ResponseReader(headersMs);
  const cancel = () => reader.abort(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const clientHeaders = { 'user-agent': userAgent, accept, 'accept-encoding': ACCEPT_ENCODING };
    const target = { origin: url.origin, path: url.pathname + url.search, method: 'GET' } as const;
    // The reader has its own limit.
    const options = { ...target, headers: { ...clientHeaders, ...headers }, headersTimeout: 0 };
    dispatcher.dispatch(options, reader);
    return await read(reader);
  } catch (error) {
    return signal.aborted ? failureOfSignal(signal) : failureOf(error);
  } finally {
    signal.removeEventListener('abort', cancel);
    reader.abort(new Error('the rest of the response is not needed'));
  }
}

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

/** The connection is paused while this many bytes wait to be read. Each chunk also counts with its object overhead. */
const MAX_WAITING_BYTES = 64 * 1024;
const CHUNK_OVERHEAD_BYTES = 128;

export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #head = Promise.withResolvers<ResponseHead>();
  /** Resolves with the head of the final response. */
  readonly head = this.#head.promise;
  #controller: Dispatcher.DispatchController | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** How the response ended; undefined while it continues. */
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  readonly #headersMs: number;
  #stopTimer: () => void = () => {};

  constructor(headersMs: number) {
    this.#headersMs = headersMs;
    // An aborted request may have no caller waiting for the head.
    this.head.catch(() => {});
  }

  /**
   * Yields the body. Throws after the received chunks if the body is incomplete. Returning early closes the connection.
   */
  async *body(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = this.#take();
        if (chunk !== undefined) {
          yield chunk;
        } else if (this.#end === undefined) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        } else {
          if (this.#end.error !== undefined) throw this.#end.error;
          return;
        }
      }
    } finally {
      this.abort(new Error('the rest of the body is not needed'));
    }
  }

  /** Ends the response and drops waiting chunks. Has no effect on a complete response. */
  abort(reason: unknown): void {
    this.#waiting = [];
    this.#finish(reason);
    this.#controller?.abort(asError(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while connecting: undici ignores signals during that time.
    if (this.#end !== undefined) controller.abort(asError(this.#end.error));
    else {
      // undici checks its limits every 500 ms, so that a thousand requests would end in one turn.
      const late = () => this.abort(new errors.HeadersTimeoutError());
      this.#stopTimer();
      this.#stopTimer = startTimer(this.#headersMs, late);
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, fields: FieldLines): void {
    this.#stopTimer();
    if (status >= 200) this.#head.resolve({ status, fields });
    else this.abort(new TransportError('protocol', 'the status is below 100'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#end !== undefined) {
      // The body of a proxy's refusal, which has already been reported as an error.
      controller.abort(asError(this.#end.error));
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
    if (this.#waitingBytes > MAX_WAITING_BYTES) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: unknown): void {
    this.#finish(error);
  }

  /** Returns all waiting chunks as one, so that one-byte chunks do not each cost a decoder step. */
  #take(): Uint8Array | undefined {
    const [first, ...moreChunks] = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#controller?.resume();
    return first === undefined || moreChunks.length === 0
      ? first
      : Buffer.concat([first, ...moreChunks]);
  }

  #finish(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#stopTimer();
    this.#end = { error };
    this.#head.reject(error);
    this.#wake();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}

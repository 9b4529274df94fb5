/** Sends one GET request with undici, and reads its response as a head and body chunks. */
import { type Dispatcher, errors } from 'undici';
import { startTimer } from '../async/timeouts.js';
import type { FailureResult, ReceivedBody } from '../policy/fetch-outcome.js';
import { ACCEPT_ENCODING } from './content-decoding.js';
import { failureOf, failureOfSignal, TransportError } from './failure.js';
import type { TransportOptions } from './options.js';
import { readable, receiveBody } from './received-body.js';
import { checkTransferCodings, type FieldLines, listField, type ResponseHead, singleField } from './response-headers.js';

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

/** Reads a body up to `maxBytes`. Rejects if it is incomplete or cannot be decoded: nothing is known about what it states. */
export async function readBody(
  reader: ResponseReader,
  fields: FieldLines,
  maxBytes: number,
  content?: TransportOptions['content'],
): Promise<ReceivedBody> {
  checkTransferCodings(fields);
  const headers = {
    contentEncoding: listField(fields, 'content-encoding'),
    contentType: singleField(fields, 'content-type'),
  };
  return readable(await receiveBody(reader.body(), headers, maxBytes, content));
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
    return first === undefined || moreChunks.length === 0 ? first : Buffer.concat([first, ...moreChunks]);
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

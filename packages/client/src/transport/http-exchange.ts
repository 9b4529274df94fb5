/** One request over HTTP, and its response as a head and chunks of the body. */
import type { Dispatcher } from 'undici';
import { ACCEPT_ENCODING, contentCodings } from './content-decoding.js';
import { failureOf, failureOfSignal, TransportError } from './failure.js';
import type { TransportOptions } from './options.js';
import type {
  Exchange,
  ExchangeRequest,
  FailureResult,
  HttpResult,
  ReceivedBody,
  Validators,
} from './outcome.js';
import { receiveBody } from './received-body.js';
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

const ACCEPT = 'text/plain,*/*;q=0.8';

/** HTTP over undici. `dispatcher` connects, and holds the limits of time and of the header; that of the body is held here. */
export class HttpExchange implements Exchange {
  readonly #dispatcher: Dispatcher;
  readonly #options: TransportOptions;

  constructor(dispatcher: Dispatcher, options: TransportOptions) {
    this.#dispatcher = dispatcher;
    this.#options = options;
  }

  async request(request: ExchangeRequest): Promise<HttpResult | FailureResult> {
    const { signal } = request;
    const reader = new ResponseReader();
    const callOff = () => reader.abort(signal.reason);
    signal.addEventListener('abort', callOff, { once: true });
    try {
      signal.throwIfAborted();
      const conditions = conditionsOf(request.validators);
      this.#send(request, conditions, reader);
      const { status, fields } = await reader.head;
      return {
        kind: 'http',
        status,
        headers: responseHeaders(fields),
        location: locationField(fields),
        body: isBodyWanted(status) ? await this.#bodyOf(reader, fields) : undefined,
        closeDelimited: isCloseDelimited({ status, fields }),
        conditional: Object.keys(conditions).length > 0,
      };
    } catch (error) {
      return signal.aborted ? failureOfSignal(signal) : failureOf(error);
    } finally {
      signal.removeEventListener('abort', callOff);
      reader.abort(new Error('the rest of the answer is not wanted'));
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  /** Cookies and Range are never sent. */
  #send({ url, noCache }: ExchangeRequest, conditions: Conditions, reader: ResponseReader): void {
    this.#dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: {
          'user-agent': this.#options.userAgent,
          accept: ACCEPT,
          'accept-encoding': ACCEPT_ENCODING,
          ...(noCache === true && { 'cache-control': 'no-cache' }),
          ...conditions,
        },
      },
      reader,
    );
  }

  #bodyOf(reader: ResponseReader, fields: ResponseHead['fields']): Promise<ReceivedBody> {
    checkTransferCodings(fields);
    const form = {
      codings: contentCodings(listField(fields, 'content-encoding')),
      contentType: singleField(fields, 'content-type'),
    };
    return receiveBody(reader.body(), form, this.#options.limits.maxBytes);
  }
}

interface Conditions {
  readonly 'if-none-match'?: string;
  readonly 'if-modified-since'?: string;
}

/**
 * The fields that make a request conditional (RFC 9110 13.1), both where both are known: an older cache may know one of
 * them alone. A validator that no field can hold is left out: a store may give back anything.
 */
function conditionsOf({ etag, lastModified }: Validators = {}): Conditions {
  return {
    ...(isSendable(etag) && { 'if-none-match': etag }),
    ...(isSendable(lastModified) && { 'if-modified-since': lastModified }),
  };
}

/** RFC 9110 5.5: no control characters; nothing beyond ISO-8859-1 can be written. */
function isSendable(value: string | undefined): value is string {
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]+$/.test(value);
}

/** A part of a file that was not asked for (206) is no robots.txt. */
function isBodyWanted(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 206;
}

/** The connection rests while so many bytes wait to be read. A chunk counts for more than it holds: it is an object. */
const MOST_WAITING_BYTES = 64 * 1024;
const BYTES_OF_AN_OBJECT = 128;

/** Servers send one to three 1xx responses; each may be as long as a header. */
const MOST_INTERIM_RESPONSES = 32;

export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #head = Promise.withResolvers<ResponseHead>();
  #controller: Dispatcher.DispatchController | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #interimResponses = 0;
  /** How the response ended; undefined while it goes on. */
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor() {
    // Whoever calls off before the head came need not wait for it.
    this.#head.promise.catch(() => {});
  }

  /**
   * The head of the final response; those of 1xx before it are passed over (RFC 9110 15.2), save 100: undici
   * fails at one that was not asked for, as at a 101, and has no option or hook that says otherwise.
   */
  get head(): Promise<ResponseHead> {
    return this.#head.promise;
  }

  /** The body. Throws what broke it off, after all that came before. To leave it early closes the connection. */
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
      this.abort(new Error('the rest of the body is not wanted'));
    }
  }

  /** Ends the response at once, whatever waits; one that is whole already stays whole. */
  abort(reason: unknown): void {
    this.#waiting = [];
    this.#finish(reason);
    this.#controller?.abort(asError(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Called off while the connection was opened: undici takes no signal in that time.
    if (this.#end !== undefined) controller.abort(asError(this.#end.error));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, fields: FieldLines): void {
    if (status >= 200) this.#head.resolve({ status, fields });
    else if (++this.#interimResponses > MOST_INTERIM_RESPONSES) {
      this.abort(new TransportError('protocol', 'too many 1xx responses came before the answer'));
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#end !== undefined) {
      // The body of a proxy's refusal, which was reported as an error.
      controller.abort(asError(this.#end.error));
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length + BYTES_OF_AN_OBJECT;
    if (this.#waitingBytes > MOST_WAITING_BYTES) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: unknown): void {
    this.#finish(error);
  }

  /** All that waits: a body in chunks of one byte each shall not cost a step of every decoder for each. */
  #take(): Uint8Array | undefined {
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#controller?.resume();
    return first === undefined || others.length === 0 ? first : Buffer.concat([first, ...others]);
  }

  #finish(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    this.#head.reject(error);
    this.#wake();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('called off', { cause: reason });
}

/** One request over HTTP: what is sent, and what of the answer is kept. */
import type { Dispatcher } from 'undici';
import { ACCEPT_ENCODING, contentCodings } from './content-decoding.js';
import type { Exchange, ExchangeRequest, FailureResult, HttpResult } from './exchange.js';
import { failureOf, failureOfSignal } from './failure.js';
import { checkTransferCodings } from './framing.js';
import type { TransportOptions } from './options.js';
import type { ReceivedBody, Validators } from './outcome.js';
import { receiveBody } from './received-body.js';
import { listField, locationField, responseHeaders, singleField } from './response-headers.js';
import { type ResponseHead, ResponseReader } from './response-reader.js';

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

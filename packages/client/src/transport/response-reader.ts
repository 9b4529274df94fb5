/**
 * One response as undici hands it out: its head as a promise, its body as chunks.
 *
 * This is a handler of undici's `dispatch` and not the body of its `request`, because that stream drops what it has
 * buffered when the connection is lost; here all that came before a fault is read before the fault is.
 */
import type { Dispatcher } from 'undici';
import type { FieldLines } from './response-headers.js';

export interface ResponseHead {
  /** The final status: 200 and above. */
  readonly status: number;
  readonly fields: FieldLines;
}

/** The connection rests while so many octets wait to be read. A chunk counts for more than it holds: it is an object. */
const MOST_WAITING_OCTETS = 64 * 1024;
const OCTETS_OF_AN_OBJECT = 128;

export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #head = Promise.withResolvers<ResponseHead>();
  #controller: Dispatcher.DispatchController | undefined;
  #waiting: Uint8Array[] = [];
  #waitingOctets = 0;
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
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#end !== undefined) {
      // The body of a proxy's refusal, which was reported as an error.
      controller.abort(asError(this.#end.error));
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingOctets += chunk.length + OCTETS_OF_AN_OBJECT;
    if (this.#waitingOctets > MOST_WAITING_OCTETS) controller.pause();
    this.#wake();
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: unknown): void {
    this.#finish(error);
  }

  /** All that waits: a body in chunks of one octet each shall not cost a step of every decoder for each. */
  #take(): Uint8Array | undefined {
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    this.#waitingOctets = 0;
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

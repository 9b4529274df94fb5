/** One request's time, and its end: who goes away, or takes too long, has no more work done for him. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerLimits } from '../limits.js';
import { Problem } from './problem.js';

export class RequestWork {
  readonly #limits: ServerLimits;
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param tooSlow what happens where the request does not arrive in time; never called for a stream */
  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    limits: ServerLimits,
    tooSlow: ((problem: Problem) => void) | undefined,
  ) {
    this.#limits = limits;
    reply.raw.once('close', () => {
      clearTimeout(this.#timer);
      // After its answer nothing is left to call off, and to abort is dear.
      if (reply.raw.writableFinished && reply.statusCode < 400) return;
      this.#end(new DOMException('The request is over.', 'AbortError'));
    });
    if (tooSlow === undefined) return;
    this.#timer = setTimeout(() => {
      if (request.raw.complete) return;
      const detail = `The body was not whole after ${limits.receiveMs / 1000} s: send it faster.`;
      tooSlow(new Problem('received-too-slowly', detail, { headers: { connection: 'close' } }));
    }, limits.receiveMs);
  }

  /** Made when it is asked for: most requests are answered before anybody would wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** From now on the time for the answer runs. */
  received(): void {
    clearTimeout(this.#timer);
    const { answerMs } = this.#limits;
    this.#timer = setTimeout(() => {
      const detail = `The answer was not there after ${answerMs / 1000} s: ask for fewer URLs at once, or use /v1/check/stream.`;
      this.#end(new Problem('took-too-long', detail));
    }, answerMs);
  }

  #end(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

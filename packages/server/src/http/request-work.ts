/** One request from its header to the end of its answer: who goes away, or takes too long, has no more work done for him. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerLimits } from '../limits.js';
import type { Deadlines, Timed } from './deadlines.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any other hook runs. */
    work: RequestWork;
  }
}

export class RequestWork implements Timed {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #limits: ServerLimits;
  readonly #deadlines: Deadlines;
  readonly #atEnd: (() => void)[] = [];
  #isReceived = false;
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    limits: ServerLimits,
    deadlines: Deadlines,
  ) {
    this.#request = request;
    this.#reply = reply;
    this.#limits = limits;
    this.#deadlines = deadlines;
    reply.raw.once('close', () => this.#close());
  }

  /** Made when it is asked for: most requests are answered before anybody would wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Whether the answer has gone out whole. */
  get isAnswered(): boolean {
    return this.#reply.raw.writableFinished;
  }

  /** Called once, when the answer is out or nobody is there to take it. */
  atEnd(ended: () => void): void {
    this.#atEnd.push(ended);
  }

  /** From now on the time runs in which the body has to arrive. */
  receive(): void {
    this.#deadlines.set(this, this.#limits.receiveMs);
  }

  /** From now on the time for the answer runs. */
  received(): void {
    this.#isReceived = true;
    this.#deadlines.set(this, this.#limits.answerMs);
  }

  timeIsOver(): void {
    const { answerMs, receiveMs } = this.#limits;
    if (this.#isReceived) {
      const detail = `The answer was not there after ${answerMs / 1000} s: ask for fewer URLs at once, or use /v1/check/stream.`;
      this.#end(new Problem('took-too-long', detail));
    } else if (!this.#request.raw.complete) {
      const detail = `The body was not whole after ${receiveMs / 1000} s: send it faster.`;
      this.#reply.raw.once('finish', () => this.#request.raw.destroy());
      this.#reply.send(
        new Problem('received-too-slowly', detail, { headers: { connection: 'close' } }),
      );
    }
  }

  #close(): void {
    this.#deadlines.clear(this);
    for (const ended of this.#atEnd) ended();
    // After its answer nothing is left to call off, and to abort is dear.
    if (this.isAnswered && this.#reply.statusCode < 400) return;
    this.#end(new DOMException('The request is over.', 'AbortError'));
  }

  #end(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

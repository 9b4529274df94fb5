/** One request from its header to the end of its answer: its times, the memory it holds, and its end. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerLimits } from '../options.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any other hook runs. */
    work: RequestWork;
  }
}

/** What all requests share. */
export interface RequestBounds {
  readonly limits: ServerLimits;
  readonly deadlines: Deadlines;
  readonly memory: HeldMemory;
}

/** What work for a request needs to know of it. `hold` throws a Problem if there is no room. */
export type Work = Pick<RequestWork, 'signal' | 'hold'>;

export class RequestWork implements Timed, Holder {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #bounds: RequestBounds;
  readonly #atEnd: (() => void)[] = [];
  #isReceived = false;
  #isStream = false;
  #isClosed = false;
  #sentAt: number | undefined;
  #bodyBytes = 0;
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, bounds: RequestBounds) {
    this.#request = request;
    this.#reply = reply;
    this.#bounds = bounds;
    reply.raw.once('close', () => this.#close());
  }

  /** Made on demand: most requests are answered before anything would wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Whether the client has got the whole answer. */
  get isAnswered(): boolean {
    return this.#reply.raw.writableFinished;
  }

  get sentAt(): number | undefined {
    return this.#sentAt;
  }

  /** Called once, when the answer is out or the client has gone. */
  atEnd(ended: () => void): void {
    this.#atEnd.push(ended);
  }

  /** Counts bytes as held until the end of the request; a negative number releases them earlier. Throws a Problem if there is no room. */
  hold(bytes: number): void {
    // What ends later than the request holds nothing that would ever be released.
    if (this.#isClosed || this.#bounds.memory.hold(this, bytes)) return;
    const detail =
      'Other large requests and unread responses use all available memory. Try again in a moment.';
    throw new Problem('busy', detail, { headers: { 'retry-after': '5' } });
  }

  /** Holds memory for the body until the answer is ready. */
  holdBody(bytes: number): void {
    this.hold(bytes);
    this.#bodyBytes = bytes;
  }

  /** Starts the time in which the body has to arrive. */
  receive(): void {
    this.#bounds.deadlines.set(this, this.#bounds.limits.receiveMs);
  }

  /** Starts the time for the answer. */
  received(): void {
    this.#isReceived = true;
    this.#bounds.deadlines.set(this, this.#bounds.limits.answerMs);
  }

  /** Starts the time for the client to read the answer. */
  sent(): void {
    this.#sentAt = performance.now();
    if (this.#bodyBytes > 0) this.hold(-this.#bodyBytes);
    this.#bodyBytes = 0;
    this.#bounds.deadlines.set(this, this.#bounds.limits.sendMs);
  }

  /** Starts the time in which the next part of a stream has to move, in either direction. */
  moved(): void {
    this.#isStream = true;
    this.#bounds.deadlines.set(this, this.#bounds.limits.idleMs);
  }

  timeIsOver(): void {
    const { answerMs, receiveMs, sendMs } = this.#bounds.limits;
    if (this.#isStream || this.#reply.sent) {
      this.cutOff();
      return;
    }
    // The problem has to be read too.
    this.#bounds.deadlines.set(this, sendMs);
    if (this.#isReceived) {
      const detail = `The response was not ready after ${answerMs / 1000} s. Check fewer URLs per request, or use /v1/check/stream.`;
      this.#end(new Problem('took-too-long', detail));
    } else if (!this.#request.raw.complete) {
      const detail = `The body was not complete after ${receiveMs / 1000} s. Send it faster.`;
      this.#reply.raw.once('finish', () => this.#request.raw.destroy());
      this.#reply.send(
        new Problem('received-too-slowly', detail, { headers: { connection: 'close' } }),
      );
    }
  }

  /** Not by the request: once that has been read to its end, destroying it leaves the connection open. */
  cutOff(): void {
    this.#request.raw.socket.destroy();
  }

  #close(): void {
    this.#isClosed = true;
    this.#bounds.deadlines.clear(this);
    this.#bounds.memory.release(this);
    for (const ended of this.#atEnd) ended();
    // After an answer there is nothing left to abort, and aborting is expensive.
    if (this.isAnswered && this.#reply.statusCode < 400) return;
    this.#end(new DOMException('The request is over.', 'AbortError'));
  }

  #end(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

/** Times that run out, all told by one clock: to set a timer for each request, and to clear it, is felt in the rate of the service. */

/** Whoever has a time. */
export interface Timed {
  /** The time is over, and is no longer watched. */
  timeIsOver(): void;
}

/** No time is told to be over before it is; it may be told later by a tick, which is at most so long. */
const LONGEST_TICK_MS = 1000;
const TICKS_A_TIME = 20;

export class Deadlines {
  readonly #tickMs: number;
  /** By when, as `performance.now()` has it. */
  readonly #running = new Map<Timed, number>();
  readonly #clock: NodeJS.Timeout;
  /** At the last tick. */
  #now = performance.now();

  /** @param shortestMs the shortest time that will be set */
  constructor(shortestMs: number) {
    this.#tickMs = Math.min(LONGEST_TICK_MS, Math.ceil(shortestMs / TICKS_A_TIME));
    this.#clock = setInterval(() => this.#tick(), this.#tickMs);
    this.#clock.unref();
  }

  /** In place of the time that was set before. */
  set(timed: Timed, ms: number): void {
    this.#running.set(timed, this.#now + this.#tickMs + ms);
  }

  clear(timed: Timed): void {
    this.#running.delete(timed);
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #tick(): void {
    this.#now = performance.now();
    for (const [timed, by] of this.#running) {
      if (by > this.#now) continue;
      this.#running.delete(timed);
      timed.timeIsOver();
    }
  }
}

/** A request that holds memory. */
export interface Holder {
  /** When its whole answer was handed to the connection, as `performance.now()` has it; undefined before. */
  readonly sentAt: number | undefined;
  /** Closes the connection of a client that does not read. */
  cutOff(): void;
}

export class HeldMemory {
  readonly #most: number;
  readonly #leastReadMs: number;
  /** In the order in which they began to hold. */
  readonly #holders = new Map<Holder, number>();
  #total = 0;

  constructor({ heldBytes, leastReadMs }: Pick<ServerLimits, 'heldBytes' | 'leastReadMs'>) {
    this.#most = heldBytes;
    this.#leastReadMs = leastReadMs;
  }

  get bytes(): number {
    return this.#total;
  }

  /**
   * Adds bytes to what a request holds, or takes a negative number off. Returns false, and adds nothing, if there is no room
   * even after the clients that have not read their answers for the longest time are cut off.
   */
  hold(holder: Holder, bytes: number): boolean {
    const held = this.#holders.get(holder) ?? 0;
    if (bytes <= 0) {
      // Of a holder that was cut off, nothing is left to take off.
      this.#set(holder, held, Math.max(0, held + bytes));
      return true;
    }
    if (this.#total + bytes > this.#most) this.#makeRoom(bytes);
    if (this.#total + bytes > this.#most) return false;
    this.#set(holder, held, held + bytes);
    return true;
  }

  release(holder: Holder): void {
    this.#set(holder, this.#holders.get(holder) ?? 0, 0);
  }

  #set(holder: Holder, before: number, after: number): void {
    this.#total += after - before;
    if (after === 0) this.#holders.delete(holder);
    else this.#holders.set(holder, after);
  }

  #makeRoom(bytes: number): void {
    const before = performance.now() - this.#leastReadMs;
    for (const holder of this.#holders.keys()) {
      if (this.#total + bytes <= this.#most) return;
      if (holder.sentAt === undefined || holder.sentAt > before) continue;
      this.release(holder);
      holder.cutOff();
    }
  }
}

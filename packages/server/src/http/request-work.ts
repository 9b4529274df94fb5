/** Tracks each request from its headers to the end of its response: deadlines, held memory, and cancellation. */
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_SHARE, type ServerLimits } from '../options.js';
import { mustWait, pause } from './pause.js';
import { Problem, retryAfter } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any other hook runs. */
    work: RequestWork;
  }
}

export interface RequestBounds {
  readonly limits: ServerLimits;
  readonly deadlines: Deadlines;
  readonly memory: HeldMemory;
}

/** Memory that Node.js takes for a part of a body besides its bytes. */
const CHUNK_BYTES = 500;

/**
 * Holds memory for the parts of a body as they arrive. Ends with a Problem if memory is exhausted. Bodies that arrive in the
 * same turn of the event loop end in separate turns, because joining and parsing one takes a whole slice.
 */
export class BodyMeter extends Transform {
  readonly #work: RequestWork;

  constructor(work: RequestWork) {
    super();
    this.#work = work;
    // The rest of a body that is refused is discarded, so that the client can read the response.
    this.once('pipe', (body: Readable) => this.once('error', () => body.resume()));
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      this.#work.holdBody(chunk.length + CHUNK_BYTES);
      this.#inSlice(() => done(null, chunk), done);
    } catch (error) {
      done(error as Problem);
    }
  }

  override _flush(done: TransformCallback): void {
    this.#inSlice(done, done);
  }

  #inSlice(run: () => void, failed: (reason: Error) => void): void {
    if (mustWait()) pause(this.#work).then(run, failed);
    else run();
  }
}

/** The part of a request that its work needs. `hold` throws a Problem if memory is exhausted. */
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

  /** Created on demand, because most requests never wait. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Whether the whole response has been sent. */
  get isComplete(): boolean {
    return this.#reply.raw.writableFinished;
  }

  get client(): string {
    return this.#request.ip;
  }

  get sentAt(): number | undefined {
    return this.#sentAt;
  }

  /** Registers a callback for the end of the response or a disconnect. It is called once. */
  atEnd(ended: () => void): void {
    this.#atEnd.push(ended);
  }

  /** Holds bytes until the end of the request; a negative number releases some earlier. Throws a Problem if memory is exhausted. */
  hold(bytes: number): void {
    // Work that outlives the request must not hold memory, because nothing would release it.
    if (this.#isClosed || this.#bounds.memory.hold(this, bytes)) return;
    const detail =
      'Large requests and unread responses use all available memory. Try again in a few seconds.';
    throw new Problem('busy', detail, retryAfter(5));
  }

  /** Holds memory for a part of the body that has arrived, until the response is ready. */
  holdBody(bytes: number): void {
    this.hold(bytes);
    this.#bodyBytes += bytes;
  }

  /** Starts the deadline for the body. */
  receive(): void {
    this.#setDeadline(this.#bounds.limits.receiveMs);
  }

  /** Starts the deadline for the result. */
  received(): void {
    this.#isReceived = true;
    this.#setDeadline(this.#bounds.limits.responseMs);
  }

  /** Starts the deadline for the client to read the response. */
  sent(): void {
    this.#sentAt = performance.now();
    if (this.#bodyBytes > 0) this.hold(-this.#bodyBytes);
    this.#bodyBytes = 0;
    this.#setDeadline(this.#bounds.limits.sendMs);
  }

  /** Restarts the idle deadline of a stream. Called when a part is read or sent. */
  moved(): void {
    this.#isStream = true;
    this.#setDeadline(this.#bounds.limits.idleMs);
  }

  onTimeout(): void {
    const { responseMs, receiveMs, sendMs } = this.#bounds.limits;
    if (this.#isStream || this.#reply.sent) {
      this.disconnect();
      return;
    }
    // The client needs time to read the problem.
    this.#setDeadline(sendMs);
    if (this.#isReceived) {
      const detail = `The result was not ready after ${responseMs / 1000} s. Check fewer URLs per request, or use /v1/check/stream.`;
      this.#end(new Problem('took-too-long', detail));
    } else if (!this.#request.raw.complete) {
      const detail = `The body was not complete after ${receiveMs / 1000} s. Send it faster.`;
      this.#reply.raw.once('finish', () => this.#request.raw.destroy());
      const headers = { connection: 'close' };
      this.#reply.send(new Problem('received-too-slowly', detail, { headers }));
    }
  }

  /** Destroys the socket, because destroying a request that was read completely leaves the connection open. */
  disconnect(): void {
    this.#request.raw.socket.destroy();
  }

  /** Replaces the deadline. One that begins after the end would retain the body until it passes. */
  #setDeadline(ms: number): void {
    if (!this.#isClosed) this.#bounds.deadlines.set(this, ms);
  }

  #close(): void {
    this.#isClosed = true;
    this.#bounds.deadlines.clear(this);
    this.#bounds.memory.release(this);
    for (const ended of this.#atEnd) ended();
    // After a complete response nothing is left to abort, and aborting is expensive.
    if (this.isComplete && this.#reply.statusCode < 400) return;
    this.#end(new DOMException('The request has ended.', 'AbortError'));
  }

  #end(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

export interface Timed {
  /** Called once when the deadline has passed. */
  onTimeout(): void;
}

const MAX_TICK_MS = 1000;
const TICKS_PER_DEADLINE = 20;

/**
 * Runs all deadlines on one timer, because a timer per request lowers the throughput measurably. A deadline never fires
 * early, and at most two ticks late.
 */
export class Deadlines {
  readonly #tickMs: number;
  /** End of each deadline on the clock of `performance.now()`. */
  readonly #running = new Map<Timed, number>();
  readonly #clock: NodeJS.Timeout;
  /** Time of the last tick. */
  #now = performance.now();

  /** @param shortestMs the shortest deadline that will be set */
  constructor(shortestMs: number) {
    this.#tickMs = Math.min(MAX_TICK_MS, Math.ceil(shortestMs / TICKS_PER_DEADLINE));
    this.#clock = setInterval(() => this.#tick(), this.#tickMs);
    this.#clock.unref();
  }

  /** Replaces the previous deadline. */
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
      timed.onTimeout();
    }
  }
}

export interface Holder {
  /** Address of the client. */
  readonly client: string;
  /** When the whole response was passed to the socket, on the clock of `performance.now()`. */
  readonly sentAt: number | undefined;
  /** Disconnects a client that does not read. */
  disconnect(): void;
}

/** Limits the memory that large bodies and unread responses use together, and the share of one client. */
export class HeldMemory {
  readonly #limit: number;
  readonly #minReadMs: number;
  /** Held bytes per request, in the order in which they began to hold. */
  readonly #holders = new Map<Holder, number>();
  readonly #perClient = new Map<string, number>();
  #total = 0;

  constructor({ heldBytes, minReadMs }: Pick<ServerLimits, 'heldBytes' | 'minReadMs'>) {
    this.#limit = heldBytes;
    this.#minReadMs = minReadMs;
  }

  get bytes(): number {
    return this.#total;
  }

  /**
   * Adds bytes to a request's total; a negative number releases bytes. If memory is exhausted, disconnects the clients that
   * have left their responses unread the longest. Returns false, and adds nothing, if that does not free enough.
   */
  hold(holder: Holder, bytes: number): boolean {
    const held = this.#holders.get(holder) ?? 0;
    if (bytes <= 0) {
      // The bytes of a disconnected client have been released already.
      this.#set(holder, held, Math.max(0, held + bytes));
      return true;
    }
    const ofClient = this.#perClient.get(holder.client) ?? 0;
    if (ofClient + bytes > this.#limit * MAX_SHARE) return false;
    if (this.#total + bytes > this.#limit) this.#makeRoom(bytes);
    if (this.#total + bytes > this.#limit) return false;
    this.#set(holder, held, held + bytes);
    return true;
  }

  release(holder: Holder): void {
    this.#set(holder, this.#holders.get(holder) ?? 0, 0);
  }

  #set(holder: Holder, before: number, after: number): void {
    if (after === before) return;
    this.#total += after - before;
    const ofClient = (this.#perClient.get(holder.client) ?? 0) + after - before;
    if (ofClient === 0) this.#perClient.delete(holder.client);
    else this.#perClient.set(holder.client, ofClient);
    if (after === 0) this.#holders.delete(holder);
    else this.#holders.set(holder, after);
  }

  #makeRoom(bytes: number): void {
    const before = performance.now() - this.#minReadMs;
    for (const holder of this.#holders.keys()) {
      if (this.#total + bytes <= this.#limit) return;
      if (holder.sentAt === undefined || holder.sentAt > before) continue;
      this.release(holder);
      holder.disconnect();
    }
  }
}

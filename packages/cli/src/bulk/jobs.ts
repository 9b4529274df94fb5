/** The work of a bulk run on several threads. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import type { Io, Thread } from '../io.js';
import { type Answered, type Answering, type FixedWork, fixedAnswering } from './answering.js';
import type { Reply } from './thread-work.js';

/** A thread has its next block at hand while it answers one. */
const AHEAD_A_THREAD = 3;
/** More than one thread can cut and write for. */
const MOST_BY_ITSELF = 8;
const MOST_JOBS = 256;
/** Less is done before the threads have started. */
const ALONE_OCTETS = 8 * 1024 * 1024;

interface Waiting {
  resolve(answered: Answered): void;
  reject(error: unknown): void;
}

/** A thread, and the blocks it has, in order. */
class Job {
  readonly waiting: Waiting[] = [];
  readonly #thread: Thread;
  #failure: unknown;

  constructor(thread: Thread) {
    this.#thread = thread;
    thread.on('message', (message) => this.#take(message as Reply));
    thread.on('error', (error) => this.#fail(error));
  }

  answer(octets: Uint8Array): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.waiting.push({ resolve, reject });
      this.#thread.postMessage(octets, [octets.buffer as ArrayBuffer]);
    });
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #take(reply: Reply): void {
    const first = this.waiting.shift();
    if (reply.kind === 'answered') first?.resolve(reply.answered);
    else if (reply.kind === 'mistake') first?.reject(new CommandError(reply.sentence));
    else first?.reject(new Error(reply.detail));
  }

  /** The thread has ended, for want of memory it may be. */
  #fail(error: unknown): void {
    this.#failure = error;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}

/** Each block goes to the thread that has the least to do. */
export class Jobs implements Answering {
  readonly ahead: number;
  readonly #jobs: readonly Job[];

  constructor(work: FixedWork, count: number, io: Pick<Io, 'startThread'>) {
    this.ahead = count * AHEAD_A_THREAD;
    this.#jobs = Array.from({ length: count }, () => new Job(io.startThread(work)));
  }

  answer(octets: Uint8Array): Promise<Answered> {
    const idlest = this.#jobs.reduce((best, job) =>
      job.waiting.length < best.waiting.length ? job : best,
    );
    return idlest.answer(octets);
  }

  async close(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.stop()));
  }
}

/** Alone at first: most inputs are small, and done before a thread has started. */
class GrowingJobs implements Answering {
  readonly ahead: number;
  readonly #alone: Answering;
  readonly #start: () => Jobs;
  #jobs: Jobs | undefined;
  #octets = 0;

  constructor(alone: Answering, count: number, start: () => Jobs) {
    this.ahead = count * AHEAD_A_THREAD;
    this.#alone = alone;
    this.#start = start;
  }

  answer(octets: Uint8Array): Promise<Answered> {
    this.#octets += octets.length;
    if (this.#octets <= ALONE_OCTETS) return this.#alone.answer(octets);
    this.#jobs ??= this.#start();
    return this.#jobs.answer(octets);
  }

  async close(): Promise<void> {
    await this.#jobs?.close();
    await this.#alone.close();
  }
}

/** On as many threads as are asked for; undefined: on all cores, where there is much to do. */
export async function answeringWith(
  work: FixedWork,
  count: number | undefined,
  io: Pick<Io, 'openFile' | 'startThread' | 'cores'>,
): Promise<Answering> {
  if (count !== undefined && count > 1) return new Jobs(work, count, io);
  const alone = await fixedAnswering(work, io);
  const cores = Math.min(io.cores(), MOST_BY_ITSELF);
  if (count === 1 || cores === 1) return alone;
  return new GrowingJobs(alone, cores, () => new Jobs(work, cores, io));
}

/** What `--jobs` says; undefined without it. Throws a CommandError for what is no such number. */
export function askedJobs(args: Arguments): number | undefined {
  const value = args.value('jobs');
  if (value === undefined) return undefined;
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= MOST_JOBS) return number;
  throw new CommandError(
    `--jobs takes a number from 1 to ${MOST_JOBS}, and not "${value}": write --jobs 2.`,
  );
}

/** The threads of a run, of which this one is the first. */
import { InputError } from '../input-error.js';
import { buffersOf, type Reply, type Runner } from './thread-port.js';

/** Another thread of the process. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  terminate(): unknown;
}

/** What this thread does while the others are behind, as when they are starting. */
const TASKS_BEFORE_THEM = 16;

export interface PoolOptions {
  /** Beside this one. */
  readonly threads: number;
  /** Tasks that a thread has at hand, so that it need not wait for this one, which works too. */
  readonly tasksAThread: number;
}

interface Waiting<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Another thread, and the tasks it has, in order. */
class Helper<Task, Result> {
  readonly waiting: Waiting<Result>[] = [];
  readonly #thread: Thread;
  #failure: unknown;

  constructor(thread: Thread) {
    this.#thread = thread;
    thread.on('message', (message) => this.#take(message as Reply<Result>));
    thread.on('error', (error) => this.#fail(error));
  }

  run(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.waiting.push({ resolve, reject });
      this.#thread.postMessage(task, buffersOf(task));
    });
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #take(reply: Reply<Result>): void {
    const first = this.waiting.shift();
    if (reply.kind === 'done') first?.resolve(reply.result);
    else if (reply.kind === 'mistake') first?.reject(new InputError(reply.sentence));
    else first?.reject(new Error(reply.detail));
  }

  /** The thread has ended, for want of memory it may be. */
  #fail(error: unknown): void {
    this.#failure = error;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }
}

/** Each task goes to the thread that has the least to do, and is done by this one while all of them have enough. */
export class Pool<Task, Result> implements Runner<Task, Result> {
  readonly ahead: number;
  readonly #own: Runner<Task, Result>;
  readonly #options: PoolOptions;
  readonly #startThread: () => Thread;
  #helpers: readonly Helper<Task, Result>[] = [];
  /** Settles when this thread has done the task that it is at. */
  #busy: Promise<void> | undefined;

  constructor(own: Runner<Task, Result>, options: PoolOptions, startThread: () => Thread) {
    this.ahead = options.threads * options.tasksAThread + TASKS_BEFORE_THEM;
    this.#own = own;
    this.#options = options;
    this.#startThread = startThread;
  }

  /** Starts the other threads, where they have not been started; before that all is done by this one. */
  start(): void {
    if (this.#helpers.length > 0) return;
    const { threads } = this.#options;
    this.#helpers = Array.from({ length: threads }, () => new Helper(this.#startThread()));
  }

  async run(task: Task): Promise<Result> {
    for (;;) {
      const idlest = this.#idlest();
      const isShort = idlest !== undefined && idlest.waiting.length < this.#options.tasksAThread;
      if (isShort) return idlest.run(task);
      if (this.#busy === undefined) return this.#runHere(task);
      await this.#busy;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => helper.stop()));
    await this.#own.close();
  }

  #idlest(): Helper<Task, Result> | undefined {
    let idlest = this.#helpers[0];
    for (const helper of this.#helpers) {
      if (idlest !== undefined && helper.waiting.length < idlest.waiting.length) idlest = helper;
    }
    return idlest;
  }

  async #runHere(task: Task): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#busy = promise;
    try {
      return await this.#own.run(task);
    } finally {
      // What the others have said meanwhile is heard before the next task is given to somebody.
      await new Promise(setImmediate);
      this.#busy = undefined;
      resolve();
    }
  }
}

/** Distributes the tasks of a run to threads and the calling thread. */
import { InputError } from '../bytes/input-error.js';
import { buffersOf, type Reply, type Runner } from './thread-port.js';

/** The part of `Worker` that is used here. */
export interface Thread {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  terminate(): unknown;
}

/** Tasks for the calling thread while the others are busy or still starting. */
const OWN_TASKS = 16;

export interface PoolOptions {
  /** In addition to the calling thread. */
  readonly threads: number;
  /** Queued tasks, so that a thread need not wait while the calling thread works. */
  readonly tasksPerThread: number;
}

interface PendingTask<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

class Helper<Task, Result> {
  /** Its unfinished tasks, in order. */
  readonly pending: PendingTask<Result>[] = [];
  readonly #thread: Thread;
  #failure: unknown;

  constructor(thread: Thread) {
    this.#thread = thread;
    thread.on('message', (message) => this.#settle(message as Reply<Result>));
    thread.on('error', (error) => this.#fail(error));
  }

  run(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.pending.push({ resolve, reject });
      this.#thread.postMessage(task, buffersOf(task));
    });
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #settle(reply: Reply<Result>): void {
    const first = this.pending.shift();
    if (reply.kind === 'done') first?.resolve(reply.result);
    else if (reply.kind === 'input-error') first?.reject(new InputError(reply.message));
    else first?.reject(new Error(reply.detail));
  }

  /** The thread has terminated, for example because it ran out of memory. */
  #fail(error: unknown): void {
    this.#failure = error;
    for (const { reject } of this.pending.splice(0)) reject(error);
  }
}

/** Gives each task to the thread with the fewest tasks, or runs it on the calling thread if all have enough. */
export class Pool<Task, Result> implements Runner<Task, Result> {
  readonly ahead: number;
  readonly #own: Runner<Task, Result>;
  readonly #options: PoolOptions;
  readonly #startThread: () => Thread;
  #helpers: readonly Helper<Task, Result>[] = [];
  /** Resolves when the calling thread has finished its current task. */
  #busy: Promise<void> | undefined;

  constructor(own: Runner<Task, Result>, options: PoolOptions, startThread: () => Thread) {
    this.ahead = options.threads * options.tasksPerThread + OWN_TASKS;
    this.#own = own;
    this.#options = options;
    this.#startThread = startThread;
  }

  /** Starts the threads if they are not running. Before then, the calling thread does everything. */
  start(): void {
    if (this.#helpers.length > 0) return;
    const { threads } = this.#options;
    this.#helpers = Array.from({ length: threads }, () => new Helper(this.#startThread()));
  }

  async run(task: Task): Promise<Result> {
    for (;;) {
      const idlest = this.#idlest();
      const hasRoom = idlest !== undefined && idlest.pending.length < this.#options.tasksPerThread;
      if (hasRoom) return idlest.run(task);
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
      if (idlest !== undefined && helper.pending.length < idlest.pending.length) idlest = helper;
    }
    return idlest;
  }

  async #runHere(task: Task): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#busy = promise;
    try {
      return await this.#own.run(task);
    } finally {
      // Process the replies that arrived meanwhile before assigning the next task.
      await new Promise(setImmediate);
      this.#busy = undefined;
      resolve();
    }
  }
}

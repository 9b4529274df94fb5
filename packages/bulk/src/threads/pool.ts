/** Distributes the tasks of a run to threads and the calling thread. */
import { InputError } from '../bytes/input-error.js';
import type { StartThreads, Threads } from './threads.js';

export interface Runner<Task, Result> {
  /** Number of tasks that may be started before the first one has finished. */
  readonly ahead: number;
  /** May transfer the memory of a task that is bytes, which no other bytes may share. */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

/** What a thread returns for a task. Other errors reject. */
export type Reply<Result> = { readonly result: Result } | { readonly inputError: string };

/** Tasks for the calling thread while the others are busy or still starting. */
const OWN_TASKS = 16;

export interface PoolOptions {
  /** In addition to the calling thread. */
  readonly threads: number;
  /** Queued tasks, so that a thread need not wait while the calling thread works. */
  readonly tasksPerThread: number;
  readonly startThreads: StartThreads;
  /** The kind of work: the name of a function in `thread.ts`. */
  readonly kind: string;
  /** Plain data that describes the work. Each thread gets a copy. */
  readonly work: unknown;
}

/** Gives tasks to threads, or runs them on the calling thread if all threads have enough. */
export class Pool<Task, Result> implements Runner<Task, Result> {
  readonly ahead: number;
  readonly #own: Runner<Task, Result>;
  readonly #options: PoolOptions;
  #starting: Promise<void> | undefined;
  #threads: Threads | undefined;
  /** Number of unfinished tasks on threads. */
  #sent = 0;
  /** Resolves when the calling thread has finished its current task. */
  #busy: Promise<void> | undefined;

  constructor(own: Runner<Task, Result>, options: PoolOptions) {
    this.ahead = options.threads * options.tasksPerThread + OWN_TASKS;
    this.#own = own;
    this.#options = options;
  }

  /** Starts the threads if they are not running. Before then, the calling thread does everything. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { threads, startThreads, ...options } = this.#options;
    if (threads > 0) this.#threads = await startThreads({ threads, ...options });
  }

  async run(task: Task): Promise<Result> {
    const { threads, tasksPerThread } = this.#options;
    for (;;) {
      if (this.#threads !== undefined && this.#sent < threads * tasksPerThread) {
        return this.#send(task, this.#threads);
      }
      if (this.#busy === undefined) return this.#runHere(task);
      await this.#busy;
    }
  }

  async close(): Promise<void> {
    await this.#threads?.close();
    await this.#own.close();
  }

  async #send(task: Task, threads: Threads): Promise<Result> {
    this.#sent += 1;
    try {
      const reply = (await threads.run(task)) as Reply<Result>;
      if ('inputError' in reply) throw new InputError(reply.inputError);
      return reply.result;
    } finally {
      this.#sent -= 1;
    }
  }

  async #runHere(task: Task): Promise<Result> {
    const result = this.#own.run(task);
    this.#busy = Promise.allSettled([result]).then(async () => {
      // Process the replies that arrived meanwhile before assigning the next task.
      await new Promise(setImmediate);
      this.#busy = undefined;
    });
    await this.#busy;
    return result;
  }
}

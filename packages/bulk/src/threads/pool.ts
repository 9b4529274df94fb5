/** Distributes the tasks of a run to threads and the calling thread. */
import type Tinypool from 'tinypool';
import { InputError } from '../bytes/input-error.js';

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
  /** The file of a thread: `thread.ts`, compiled. */
  readonly file: string;
  /** The kind of work: the name of a function in that file. */
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
  #threads: Tinypool | undefined;
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
    const { threads, tasksPerThread, file, kind, work } = this.#options;
    if (threads === 0) return;
    // Loaded on demand, because most input is small.
    const { Tinypool } = await import('tinypool');
    this.#threads = new Tinypool({
      filename: file,
      name: kind,
      workerData: work,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
    });
    // A thread that fails between two tasks is replaced; without a listener the process would end.
    this.#threads.on('error', () => {});
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
    await this.#threads?.destroy();
    await this.#own.close();
  }

  async #send(task: Task, threads: Tinypool): Promise<Result> {
    this.#sent += 1;
    try {
      const reply: Reply<Result> = await threads.run(task, { transferList: buffersOf(task) });
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

/** Returns the memory to transfer with a message instead of copying it: that of its bytes, which share it with nothing. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const holdsBytes = typeof message === 'object' && message !== null && 'bytes' in message;
  const bytes = holdsBytes ? message.bytes : message;
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : [];
}

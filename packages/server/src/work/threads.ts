import { fileURLToPath } from 'node:url';
import Tinypool from 'tinypool';
import { Problem, type ProblemLocation, type ProblemName, retryAfter } from '../http/problem.js';
import { type ServerLimits, THREAD_HEAP_MEBIBYTES } from '../options.js';

/** The bundled service finds it here too. */
const THREAD = fileURLToPath(new URL('../../dist/routes/thread.js', import.meta.url));

/** New objects of a thread. By default V8 takes up to 192 MiB for them, in addition to THREAD_HEAP_MEBIBYTES. */
const YOUNG_HEAP_MEBIBYTES = 48;

export type TaskName = 'check' | 'diff' | 'format' | 'init' | 'lint' | 'page';

/** The message to a thread. */
export interface Task {
  readonly name: TaskName;
  readonly input: object;
}

/** The result, or a problem as a plain object, because class instances cannot be passed between threads. */
export type TaskResult =
  | { readonly result: unknown }
  | {
      readonly problem: ProblemName;
      readonly detail: string;
      readonly locations: readonly ProblemLocation[];
    };

/** Threads that run tasks. Aborting a task ends its thread. */
export interface ThreadPool {
  run(task: Task, options: { readonly signal: AbortSignal }): Promise<TaskResult>;
  destroy(): Promise<void>;
}

/** Starts a number of threads. */
export type StartThreads = (count: number) => ThreadPool;

/** Runs tasks in threads, so that the event loop stays free for other requests. */
export class Threads {
  readonly #limits: Pick<ServerLimits, 'threads' | 'threadQueue'>;
  readonly #start: StartThreads;
  #pool: ThreadPool | undefined;
  #inFlight = 0;
  #isClosed = false;

  constructor(limits: Pick<ServerLimits, 'threads' | 'threadQueue'>, start: StartThreads = startTinypool) {
    this.#limits = limits;
    this.#start = start;
  }

  /** Number of tasks waiting for a thread. */
  get waiting(): number {
    return Math.max(0, this.#inFlight - this.#limits.threads);
  }

  /**
   * Rejects with a Problem if the input is invalid, the queue is full or the task takes too much memory, and if the
   * signal is aborted, with its reason. Aborting a task ends its thread immediately.
   */
  async run(name: TaskName, input: object, signal: AbortSignal): Promise<unknown> {
    const { threads, threadQueue } = this.#limits;
    signal.throwIfAborted();
    if (this.#isClosed || this.#inFlight >= threads + threadQueue) throw busy();
    this.#inFlight++;
    this.#pool ??= this.#start(threads);
    try {
      const ended = await this.#pool.run({ name, input }, { signal });
      if ('result' in ended) return ended.result;
      throw new Problem(ended.problem, ended.detail, { locations: ended.locations });
    } catch (error) {
      // Tinypool rejects with its own errors.
      signal.throwIfAborted();
      if (this.#isClosed) throw busy();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const detail = `The request needs more than ${THREAD_HEAP_MEBIBYTES} MiB of memory. Send a smaller file.`;
      throw new Problem('analysis-too-large', detail);
    } finally {
      this.#inFlight--;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }
}

function startTinypool(count: number): ThreadPool {
  const pool = new Tinypool({
    filename: THREAD,
    name: 'run',
    // With a smaller minimum, an aborted thread would be replaced only when the next task arrives.
    minThreads: count,
    maxThreads: count,
    resourceLimits: {
      maxOldGenerationSizeMb: THREAD_HEAP_MEBIBYTES,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MEBIBYTES,
    },
    // A thread releases its memory only by ending.
    maxMemoryLimitBeforeRecycle: (THREAD_HEAP_MEBIBYTES / 2) * 1024 * 1024,
  });
  // The pool replaces a thread that fails between two tasks; without a listener the process would crash.
  pool.on('error', () => {});
  return pool;
}

function busy(): Problem {
  const detail = 'Too many requests are waiting for a thread. Try again in a few seconds.';
  return new Problem('busy', detail, retryAfter(5));
}

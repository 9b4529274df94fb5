/** Starts as many threads as the input needs. */
import { Pool, type Runner } from './pool.js';
import type { System } from './system.js';

/** The work on a block takes less than a millisecond, writing its result may take several. */
const TASKS_PER_THREAD = 6;
/** The main thread, which reads and writes, cannot keep more threads busy. */
const MAX_DEFAULT_THREADS = 8;
/** The work on less input than this is done before threads have started. */
const SINGLE_THREAD_BYTES = 8 * 1024 * 1024;

export interface OpenPoolOptions<Task> {
  readonly kind: string;
  readonly work: unknown;
  /** Default: one thread per core, if the input is large. */
  readonly threads: number | undefined;
  /** By default, threads start after this many bytes of input if it is more than 8 MiB: the cost of starting one. */
  readonly startBytes?: number;
  /** Returns the number of bytes of a task. */
  readonly sizeOf: (task: Task) => number;
}

/** Returns the number of threads of a run with much input, including the calling one. */
export function threadsOf(threads: number | undefined, { cores }: Pick<System, 'cores'>): number {
  return threads ?? Math.min(cores(), MAX_DEFAULT_THREADS);
}

/** Returns a runner that uses the calling thread and others. */
export async function openPool<Task, Result>(
  own: Runner<Task, Result>,
  { kind, work, threads, startBytes = 0, sizeOf }: OpenPoolOptions<Task>,
  system: System,
): Promise<Runner<Task, Result>> {
  const jobs = threadsOf(threads, system);
  if (jobs === 1) return own;
  const pool = new Pool(own, {
    threads: jobs - 1,
    tasksPerThread: TASKS_PER_THREAD,
    startThreads: system.startThreads,
    kind,
    work,
  });
  if (threads !== undefined) {
    await pool.start();
    return pool;
  }
  const ownBytes = Math.max(SINGLE_THREAD_BYTES, startBytes);
  let bytes = 0;
  const run = async (task: Task) => {
    bytes += sizeOf(task);
    if (bytes > ownBytes) await pool.start();
    return await pool.run(task);
  };
  return { ahead: pool.ahead, run, close: () => pool.close() };
}

/** Threads of the operating system. */
import { fileURLToPath } from 'node:url';

export interface ThreadOptions {
  readonly threads: number;
  /** Tasks that a thread accepts at the same time. */
  readonly tasksPerThread: number;
  /** The kind of work: the name of a function in `thread.ts`. */
  readonly kind: string;
  /** Plain data that describes the work. Each thread gets a copy. */
  readonly work: unknown;
}

/** Started threads. Tasks and replies are plain data or bytes. */
export interface Threads {
  /** Rejects if the thread terminates before it replies. */
  run(task: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export type StartThreads = (options: ThreadOptions) => Promise<Threads>;

/** Returns a function that starts threads which run a compiled file: `thread.ts` or its bundle. */
export function startThreadsOf(file: URL): StartThreads {
  return async ({ threads, tasksPerThread, kind, work }) => {
    // Loaded on demand, because most input is small.
    const { Tinypool } = await import('tinypool');
    const pool = new Tinypool({
      filename: fileURLToPath(file),
      name: kind,
      workerData: work,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
    });
    // A thread that fails between two tasks is replaced; without a listener the process would end.
    pool.on('error', () => {});
    return {
      run: (task) => pool.run(task, { transferList: buffersOf(task) }),
      close: () => pool.destroy(),
    };
  };
}

/** Returns the memory to transfer with a message instead of copying it: that of its bytes, if they have it alone. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const holdsBytes = typeof message === 'object' && message !== null && 'bytes' in message;
  const bytes = holdsBytes ? message.bytes : message;
  if (!(bytes instanceof Uint8Array) || bytes.length < bytes.buffer.byteLength) return [];
  return [bytes.buffer as ArrayBuffer];
}

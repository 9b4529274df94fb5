/** The parts of the operating system that a bulk run uses, so that tests can replace them. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type FileOpener, fileBytes } from './file-bytes.js';
import type { Thread } from './threads/pool.js';
import type { ThreadWork } from './threads/thread-work.js';

export interface System extends FileOpener {
  /** Number of threads that the machine runs at once. */
  cores(): number;
  startThread(work: ThreadWork): Thread;
}

export const nodeSystem: System = {
  openFile: fileBytes,
  cores: availableParallelism,
  startThread: (work) =>
    new Worker(new URL('./threads/thread.js', import.meta.url), { workerData: work }) as Thread,
};

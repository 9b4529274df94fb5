/** The parts of the operating system that a bulk run uses, so that tests can replace them. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type FileOpener, fileBytes } from '../bytes/file-bytes.js';
import type { ThreadWork } from '../thread/thread-work.js';
import type { Thread } from './pool.js';

export interface System extends FileOpener {
  /** Number of threads that the machine runs at once. */
  cores(): number;
  startThread(work: ThreadWork): Thread;
}

export const nodeSystem: System = {
  openFile: fileBytes,
  cores: availableParallelism,
  startThread: (work) =>
    new Worker(new URL('../thread/thread.js', import.meta.url), { workerData: work }) as Thread,
};

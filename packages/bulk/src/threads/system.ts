/** The parts of the operating system that a bulk run uses, so that tests can replace them. */
import { availableParallelism } from 'node:os';
import { type StartThreads, startThreadsOf } from './threads.js';

export interface System {
  /** Number of threads that the machine runs at once. */
  cores(): number;
  readonly startThreads: StartThreads;
}

export const nodeSystem: System = {
  cores: availableParallelism,
  startThreads: startThreadsOf(new URL('../thread/thread.js', import.meta.url)),
};

/** The parts of the operating system that a bulk run uses, so that tests can replace them. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface System {
  /** Number of threads that the machine runs at once. */
  cores(): number;
  /** Path of the compiled file that threads run. */
  readonly threadFile: string;
}

export const nodeSystem: System = {
  cores: availableParallelism,
  // Threads run compiled code, even if this file is run from source.
  threadFile: fileURLToPath(new URL('../../dist/thread/thread.js', import.meta.url)),
};

/** How many threads a run has. */
import { availableParallelism } from 'node:os';
import { CommandError } from '../command-error.js';

const MOST_JOBS = 256;

/** Throws a CommandError for what is no number of threads. */
export function jobCount(value: string | undefined): number {
  if (value === undefined) return availableParallelism();
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= MOST_JOBS) return number;
  throw new CommandError(
    `--jobs takes a number from 1 to ${MOST_JOBS}, and not "${value}": leave it out, and all cores are used.`,
  );
}

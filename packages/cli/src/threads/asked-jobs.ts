/** How many threads a run has. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';

const MOST_JOBS = 256;

/** What `--jobs` says; undefined without it. Throws a CommandError for what is no such number. */
export function askedJobs(args: Arguments): number | undefined {
  const value = args.value('jobs');
  if (value === undefined) return undefined;
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= MOST_JOBS) return number;
  throw new CommandError(
    `--jobs takes a number from 1 to ${MOST_JOBS}, and not "${value}": write --jobs 2.`,
  );
}

/** The threads of a run; a run with one job has none of its own. */
import { Worker } from 'node:worker_threads';
import { CommandError } from '../command-error.js';
import { type Crew, soloCrew, ThreadCrew, type ThreadData } from './crew.js';

/** What is made for one file is garbage with the next: the more room it has, the less of it is copied. */
const NURSERY = { maxYoungGenerationSizeMb: 64 };

/** Beside the folder of the chunk that this is in. */
const THREAD = new URL('../survey-thread.js', import.meta.url);

export function startCrew(jobs: number, data: ThreadData, script = THREAD): Crew {
  if (jobs === 1) return soloCrew(data);
  const threads = Array.from(
    { length: jobs },
    () => new Worker(script, { workerData: data, resourceLimits: NURSERY }),
  );
  return new ThreadCrew(threads, ({ problem, isOurs }) =>
    isOurs ? new Error(problem) : new CommandError(problem),
  );
}

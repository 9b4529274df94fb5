/** Reports the progress of a run and its workers. */
import { FleetRun, type RunRecord, type WorkerFigures } from './fleet-run.js';
import { type JobCounts, JobQueue } from './job-queue.js';
import { openRedis } from './redis.js';

export interface FleetStatus {
  readonly name: string;
  /** `submitting`: more URLs will follow. `lost`: some pieces are neither done nor in a job; submit the run again. */
  readonly state: 'submitting' | 'running' | 'lost' | 'failed' | 'done';
  readonly urls: { readonly done: number; readonly all: number; readonly perSecond: number };
  readonly pieces: {
    readonly done: number;
    readonly submitted: number;
    /** Null until the submission has ended. */
    readonly all: number | null;
  };
  readonly jobs: JobCounts;
  /** Null if no worker makes progress. */
  readonly secondsLeft: number | null;
  readonly workers: readonly WorkerFigures[];
  /** Messages about jobs that failed permanently. */
  readonly failures: readonly string[];
}

export const MAX_FAILURES = 5;

/** Yields the current status of a run on each iteration. Throws an InputError if the run does not exist. */
export async function* watchRun(redisUrl: string, name: string): AsyncGenerator<FleetStatus> {
  const redis = await openRedis(redisUrl);
  const run = new FleetRun(redis, name);
  const queue = new JobQueue(run);
  try {
    for (;;) yield await statusOf(name, run, queue);
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

async function statusOf(name: string, run: FleetRun, queue: JobQueue): Promise<FleetStatus> {
  const record = await run.readExisting();
  const [jobs, workers] = await Promise.all([queue.counts(), run.workers()]);
  const perSecond = workers.reduce((sum, { urlsPerSecond }) => sum + urlsPerSecond, 0);
  const left = record.urls - record.doneUrls;
  return {
    name,
    state: stateOf(record, jobs),
    urls: { done: record.doneUrls, all: record.urls, perSecond },
    pieces: {
      done: record.donePieces,
      submitted: record.submittedPieces,
      all: record.pieces ?? null,
    },
    jobs,
    secondsLeft: left === 0 ? 0 : perSecond === 0 ? null : Math.ceil(left / perSecond),
    workers,
    failures: jobs.failed === 0 ? [] : await queue.failures(MAX_FAILURES),
  };
}

export function stateOf(
  { pieces, donePieces }: Pick<RunRecord, 'pieces' | 'donePieces'>,
  { waiting, active, delayed, failed }: JobCounts,
): FleetStatus['state'] {
  if (pieces === undefined) return 'submitting';
  if (donePieces >= pieces) return 'done';
  if (waiting + active + delayed > 0) return 'running';
  return failed > 0 ? 'failed' : 'lost';
}

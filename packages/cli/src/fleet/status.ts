/** `repkit fleet status`: how far all workers of a run have come. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import type { ExitCode, Io } from '../io.js';
import { duration } from '../render/duration.js';
import { visible } from '../render/visible.js';
import { placeOf } from './fleet-options.js';
import { FleetRun, type RunRecord, type WorkerFigures } from './fleet-run.js';
import { type JobCounts, JobQueue } from './job-queue.js';
import { openRedis } from './redis.js';

export interface FleetStatus {
  readonly name: string;
  /** `submitting`: more URLs come. `lost`: pieces are neither done nor in a job, and have to be submitted again. */
  readonly state: 'submitting' | 'running' | 'lost' | 'failed' | 'done';
  readonly urls: { readonly done: number; readonly all: number; readonly perSecond: number };
  readonly pieces: {
    readonly done: number;
    readonly submitted: number;
    /** Null until the submission has ended. */
    readonly all: number | null;
  };
  readonly jobs: JobCounts;
  /** Null where nobody can tell. */
  readonly secondsLeft: number | null;
  readonly workers: readonly WorkerFigures[];
  /** Why jobs failed for good. */
  readonly failures: readonly string[];
}

const WATCH_MS = 1000;
const MOST_FAILURES = 5;

export async function status(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis: url, name } = placeOf(args);
  const stop = io.stopSignal();
  const redis = await openRedis(url);
  const run = new FleetRun(redis, name);
  const queue = new JobQueue(run);
  const show = args.has('json') ? asJson : asText;
  try {
    for (;;) {
      const now = await statusOf(name, run, queue);
      io.stdout.write(show(now));
      const isOver = now.state === 'done' || now.state === 'failed' || now.state === 'lost';
      if (!args.has('watch') || isOver || stop.aborted) return now.state === 'done' ? 0 : 1;
      await sleep(WATCH_MS, undefined, { signal: stop }).catch(() => {});
    }
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

async function statusOf(name: string, run: FleetRun, queue: JobQueue): Promise<FleetStatus> {
  const record = await run.read();
  if (record === undefined) {
    throw new CommandError(`there is no run "${name}": see --name, or submit it first.`);
  }
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
    failures: jobs.failed === 0 ? [] : await queue.failures(MOST_FAILURES),
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

function asJson(status: FleetStatus): string {
  return `${JSON.stringify(status)}\n`;
}

const MEND: Readonly<Partial<Record<FleetStatus['state'], string>>> = {
  lost: 'pieces are neither done nor in the queue: run repkit fleet submit again with the same input',
  failed: 'mend what the failures say, and run repkit fleet submit again with the same input',
};

/** Two lines, and one for each worker and failure. */
export function asText(status: FleetStatus): string {
  const { urls, pieces, jobs, secondsLeft, workers, failures, state } = status;
  const number = (value: number) => value.toLocaleString('en');
  const share = urls.all === 0 ? 100 : Math.floor((urls.done / urls.all) * 100);
  const left = secondsLeft ? `, ${duration(secondsLeft * 1000)} left` : '';
  const mend = MEND[state];
  const lines = [
    `${status.name}: ${state}, ${share} %: ${number(urls.done)} of ${number(urls.all)} URLs, ` +
      `${number(urls.perSecond)}/s${left}`,
    `pieces: ${number(pieces.done)} done of ${pieces.all === null ? `${number(pieces.submitted)} so far` : number(pieces.all)}; ` +
      `jobs: ${jobs.waiting} waiting, ${jobs.active} active, ${jobs.delayed} to be tried again, ${jobs.failed} failed; ` +
      `workers: ${workers.length}`,
    ...workers.map(
      (one) => `  ${one.name}: ${number(one.urls)} URLs, ${number(one.urlsPerSecond)}/s`,
    ),
    ...failures.map((failure) => `  ${failure}`),
    ...(mend === undefined ? [] : [mend]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}

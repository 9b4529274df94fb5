/**
 * `repkit fleet work`: jobs from Redis -> parts on the disk.
 *
 * A job is worked by one worker, under BullMQ's lock, and so each of its origins is in one place. The part of a piece is on
 * the disk before the piece is marked as done, and its name is that of the piece: whoever does it again, after a crash
 * between the two, writes the same file. A worker whose lock was lost stops at once. Of the robots.txt files all workers
 * know the same, by the store in Redis.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from '@repkit/core';
import { type Job, WaitingError, Worker } from 'bullmq';
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { fetchOptionsOf } from '../fetch-options.js';
import type { ExitCode, Io } from '../io.js';
import { DIALECT_OF_POLICY, named, type Reading } from '../reading.js';
import { visible } from '../render/visible.js';
import { fleetClient } from './fleet-client.js';
import { needed, numberOf, placeOf } from './fleet-options.js';
import { FleetRun, type RunRecord } from './fleet-run.js';
import { type FleetJob, JobQueue, QUEUE_NAME } from './job-queue.js';
import { runFolder } from './part-files.js';
import { writePart } from './part-writer.js';
import { PieceAnswers } from './piece-answers.js';
import { unpackedLines } from './piece-lines.js';
import { openRedis } from './redis.js';

export const JOBS = { usual: 4, most: 1000 };
export const SITES = { usual: 50, most: 1000 };
export const LOCK_SECONDS = { usual: 30, most: 3600 };

/** A job that ends its worker again and again is given up. */
const MOST_STALLS = 10;
const BEAT_MS = 1000;
/** BullMQ rests for so long after Redis did not answer; its own 15 s are for servers with more to do. */
const REDIS_REST_MS = 1000;

type OneJob = (job: Job<FleetJob>, token?: string, signal?: AbortSignal) => Promise<void>;

export async function work(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis: url, name } = placeOf(args);
  const output = needed(args, 'output', 'parts');
  if (args.positionals.length > 0) {
    throw new CommandError('the URLs come from Redis: give them to repkit fleet submit.');
  }
  const figures = {
    jobs: numberOf(args, 'jobs', JOBS),
    concurrency: numberOf(args, 'concurrency', SITES),
    lockMs: 1000 * numberOf(args, 'lock', LOCK_SECONDS),
  };
  const store = args.value('store') ?? 'redis';
  if (store !== 'redis' && store !== 'none') {
    throw new CommandError(`--store takes redis or none here, and not "${store}": leave it out.`);
  }
  const options = { ...fetchOptionsOf(args, {}), isShared: store === 'redis' };
  const stop = io.stopSignal();
  const redis = await openRedis(url);
  try {
    const run = new FleetRun(redis, name);
    const record = await recordOf(run, stop);
    if (record === undefined) return 0;
    const folder = runFolder(output, name, record);
    io.makeFolder(folder);
    const tokens = record.productTokens;
    const client = fleetClient(readingIn(record), options, tokens, redis, io);
    const tally = { urls: 0 };
    const { concurrency } = figures;
    const oneJob: OneJob = async (job, token, signal) => {
      const answers = new PieceAnswers({ load: client.load, productTokens: tokens, concurrency });
      const { first, count } = job.data;
      for (let piece = first; piece < first + count; piece++) {
        signal?.throwIfAborted();
        if (stop.aborted) {
          await job.moveToWait(token);
          throw new WaitingError();
        }
        const state = await run.piece(piece);
        if (state.kind === 'done') continue;
        if (state.kind === 'lost') throw new Error(`piece ${piece} is not in Redis: submit again.`);
        const lines = await unpackedLines(state.packed);
        writePart(folder, piece, await answers.rows(lines, signal), io);
        await run.done(piece, lines.length);
        tally.urls += lines.length;
      }
    };
    try {
      return await workUntilDone(run, oneJob, figures, tally, stop, io);
    } finally {
      await client.close();
    }
  } finally {
    redis.disconnect();
  }
}

/** Waits for the submission to begin; undefined where the worker is asked to end before it has. */
async function recordOf(run: FleetRun, stop: AbortSignal): Promise<RunRecord | undefined> {
  while (!stop.aborted) {
    const record = await run.read();
    if (record !== undefined) return record;
    await sleep(BEAT_MS, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}

/** Another version may have submitted it. */
function readingIn({ policy, dialect }: RunRecord): Reading {
  return {
    policy: named('policy', policy, DIALECT_OF_POLICY),
    dialect: named('dialect', dialect, dialects),
  };
}

async function workUntilDone(
  run: FleetRun,
  oneJob: OneJob,
  { jobs, lockMs }: { readonly jobs: number; readonly lockMs: number },
  tally: { readonly urls: number },
  stop: AbortSignal,
  io: Io,
): Promise<ExitCode> {
  const say = (sentence: string) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`);
  // Three parameters: with fewer BullMQ has no signal for it.
  const processor = (job: Job<FleetJob>, token?: string, signal?: AbortSignal) =>
    oneJob(job, token, signal);
  const worker = new Worker<FleetJob, void>(QUEUE_NAME, processor, {
    connection: run.redis,
    prefix: run.prefix,
    concurrency: jobs,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: MOST_STALLS,
    runRetryDelay: REDIS_REST_MS,
  });
  // Connections that break; commands that fail say so themselves.
  worker.on('error', () => {});
  worker.on('failed', (job, { message }) => say(`${job?.id ?? 'a job'} failed: ${message}`));
  // Somebody else has the job by now, or soon will.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'the lock was lost');
  });
  const queue = new JobQueue(run);
  const id = randomUUID();
  const beats = new Beats(run, id, io);
  try {
    for (;;) {
      await beats.beat(tally.urls);
      if (stop.aborted) {
        say('ending when the pieces at hand are done.');
        return 0;
      }
      const end = await endOf(run, queue);
      if (end.kind === 'done') return 0;
      if (end.kind === 'failed') {
        for (const failure of end.failures) say(failure);
        say('jobs have failed for good: mend what they say, and submit again.');
        return 1;
      }
      await sleep(BEAT_MS, undefined, { signal: stop }).catch(() => {});
    }
  } finally {
    await worker.close();
    await queue.close();
    await beats.leave();
  }
}

type End =
  | { readonly kind: 'running' | 'done' }
  | { readonly kind: 'failed'; readonly failures: readonly string[] };

async function endOf(run: FleetRun, queue: JobQueue): Promise<End> {
  const record = await run.read();
  if (record?.pieces === undefined) return { kind: 'running' };
  if (record.donePieces >= record.pieces) return { kind: 'done' };
  const { waiting, active, delayed, failed } = await queue.counts();
  if (waiting + active + delayed > 0 || failed === 0) return { kind: 'running' };
  return { kind: 'failed', failures: await queue.failures(MOST_FAILURES) };
}

const MOST_FAILURES = 5;

/** Signs of life, with how fast it has gone in the last seconds. */
class Beats {
  readonly #run: FleetRun;
  readonly #id: string;
  readonly #io: Pick<Io, 'now' | 'processName'>;
  #recent: { readonly at: number; readonly urls: number }[] = [];

  constructor(run: FleetRun, id: string, io: Pick<Io, 'now' | 'processName'>) {
    this.#run = run;
    this.#id = id;
    this.#io = io;
  }

  async beat(urls: number): Promise<void> {
    const now = { at: this.#io.now(), urls };
    this.#recent = [...this.#recent.slice(-RECENT_BEATS), now];
    const [first = now] = this.#recent;
    const urlsPerSecond = Math.round(((urls - first.urls) * 1000) / Math.max(1, now.at - first.at));
    const figures = { name: this.#io.processName, urls, urlsPerSecond };
    // The next one will do.
    await this.#run.beat(this.#id, figures).catch(() => {});
  }

  async leave(): Promise<void> {
    await this.#run.leave(this.#id).catch(() => {});
  }
}

const RECENT_BEATS = 10;

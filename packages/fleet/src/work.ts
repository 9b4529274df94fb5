/**
 * Works on a run: jobs from Redis -> parts on the disk.
 *
 * A job is worked on by one worker, under BullMQ's lock, so each of its origins is in one place. The part of a piece is on
 * the disk before the piece is marked as done, and has its name: a worker that repeats it after a crash between the two
 * writes the same file. A worker that loses its lock stops at once. All workers share what they know of robots.txt files
 * through the store in Redis.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError } from '@repkit/bulk';
import { loadRules, utf8Text } from '@repkit/bulk/blocks';
import type { ClientLimits, RobotsClient, Store } from '@repkit/client';
import { RedisStore } from '@repkit/client/redis';
import { type Job, WaitingError, Worker } from 'bullmq';
import { writeWhole } from './files.js';
import { FleetRun, type RunRecord } from './fleet-run.js';
import { type FleetJob, JobQueue, QUEUE_NAME } from './job-queue.js';
import { partFile, runFolder } from './part-rows.js';
import { PieceAnswers } from './piece-answers.js';
import { unpackedLines } from './piece-lines.js';
import { openRedis, PATIENCE_MS, patiently } from './redis.js';

/** A job that kills its worker again and again is given up. */
const MOST_STALLS = 10;
const BEAT_MS = 1000;
/** BullMQ waits this long after Redis did not answer; its default of 15 s is for larger servers. */
const REDIS_REST_MS = 1000;
const STORE_TIMEOUT_MS = 10_000;

export interface WorkOptions {
  /** URL of Redis or Valkey. */
  readonly redis: string;
  readonly name: string;
  /** Of this worker, in the status; the host and the process, for example. */
  readonly workerName: string;
  /** Folder for the parts. */
  readonly output: string;
  /** Jobs at once. */
  readonly jobs: number;
  /** Sites fetched at once by each job. */
  readonly concurrency: number;
  /** A worker that is silent for this long loses its jobs. */
  readonly lockMs: number;
  /** Whether robots.txt files are shared through Redis, or kept by this worker alone. */
  readonly sharesStore: boolean;
  /** Fetches each robots.txt even if it is cached. */
  readonly refresh: boolean;
  /** Opens the client with the policy and dialect of the run; the caller's other settings apply. */
  readonly openClient: (settings: ClientSettings) => RobotsClient;
  /** Stops after the pieces at hand. */
  readonly signal: AbortSignal;
  /** Receives sentences about what goes wrong. */
  readonly report: (sentence: string) => void;
}

export interface ClientSettings extends Pick<RunRecord, 'policy' | 'dialect'> {
  readonly store: Store | undefined;
  readonly limits: Partial<ClientLimits>;
}

type OneJob = (job: Job<FleetJob>, token?: string, signal?: AbortSignal) => Promise<void>;

/** Waits for the submission, then returns when the run is done, its jobs have failed, or the signal stops it. */
export async function workOnRun(options: WorkOptions): Promise<'done' | 'stopped' | 'failed'> {
  const { name, signal: stop } = options;
  const redis = await openRedis(options.redis);
  try {
    const run = new FleetRun(redis, name);
    const record = await recordOf(run, stop);
    if (record === undefined) return 'stopped';
    const { policy, dialect, productTokens } = record;
    const folder = runFolder(options.output, name, record);
    const store = options.sharesStore
      ? patientStore(new RedisStore({ client: redis, timeoutMs: STORE_TIMEOUT_MS }))
      : undefined;
    const client = options.openClient({ policy, dialect, store, limits: STORE_LIMITS });
    const load = loadRules(
      (url) => (options.refresh ? client.refresh(url) : client.robotsTxt(url)),
      productTokens,
    );
    const tally = { urls: 0 };
    const oneJob: OneJob = async (job, token, signal) => {
      const answers = new PieceAnswers({ load, productTokens, concurrency: options.concurrency });
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
        writePart(partFile(folder, piece), await answers.rows(lines, signal));
        await run.done(piece, lines.length);
        tally.urls += lines.length;
      }
    };
    try {
      return await workUntilDone(run, oneJob, options, tally);
    } finally {
      await client.close();
      await store?.close();
    }
  } finally {
    redis.disconnect();
  }
}

function writePart(path: string, rows: string): void {
  try {
    writeWhole(path, [utf8Text(rows) ?? rows]);
  } catch (error) {
    throw fileError(`"${path}"`, error, 'written');
  }
}

/** Waits for the submission to begin; undefined if the signal stops the worker first. */
async function recordOf(run: FleetRun, stop: AbortSignal): Promise<RunRecord | undefined> {
  while (!stop.aborted) {
    const record = await run.read();
    if (record !== undefined) return record;
    await sleep(BEAT_MS, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}

async function workUntilDone(
  run: FleetRun,
  oneJob: OneJob,
  { jobs, lockMs, workerName, signal: stop, report }: WorkOptions,
  tally: { readonly urls: number },
): Promise<'done' | 'stopped' | 'failed'> {
  // Three parameters: BullMQ passes no signal to a processor with fewer.
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
  // Connections that break; commands that fail report it themselves.
  worker.on('error', () => {});
  worker.on('failed', (job, { message }) => report(`${job?.id ?? 'a job'} failed: ${message}`));
  // Another worker has the job by now, or soon will.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'the lock was lost');
  });
  const queue = new JobQueue(run);
  const beats = new Beats(run, randomUUID(), workerName);
  try {
    for (;;) {
      await beats.beat(tally.urls);
      if (stop.aborted) {
        report('ending when the pieces at hand are done.');
        return 'stopped';
      }
      const end = await endOf(run, queue);
      if (end.kind === 'done') return 'done';
      if (end.kind === 'failed') {
        for (const failure of end.failures) report(failure);
        report('jobs have failed for good: fix what they report, and submit again.');
        return 'failed';
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
  readonly #name: string;
  #recent: { readonly at: number; readonly urls: number }[] = [];

  constructor(run: FleetRun, id: string, name: string) {
    this.#run = run;
    this.#id = id;
    this.#name = name;
  }

  async beat(urls: number): Promise<void> {
    const now = { at: Date.now(), urls };
    this.#recent = [...this.#recent.slice(-RECENT_BEATS), now];
    const [first = now] = this.#recent;
    const urlsPerSecond = Math.round(((urls - first.urls) * 1000) / Math.max(1, now.at - first.at));
    const figures = { name: this.#name, urls, urlsPerSecond };
    // The next one will do.
    await this.#run.beat(this.#id, figures).catch(() => {});
  }

  async leave(): Promise<void> {
    await this.#run.leave(this.#id).catch(() => {});
  }
}

const RECENT_BEATS = 10;

/** What the client has to allow the store, that its patience is not cut short; a lease may have to lapse as well. */
const STORE_LIMITS = { storeMs: 2 * PATIENCE_MS, waitMs: 2 * PATIENCE_MS } as const;

export function patientStore(store: Store): Store {
  return {
    name: store.name,
    acquire: (key, request) => patiently(() => store.acquire(key, request)),
    commit: (lease, commit) => patiently(() => store.commit(lease, commit)),
    remove: (key) => patiently(() => store.remove(key)),
    onRemoved: (listener) => store.onRemoved(listener),
    changed: (key, timeoutMs) => store.changed(key, timeoutMs),
    close: () => store.close(),
  };
}

/**
 * Works on a run: takes jobs from Redis and writes parts to disk.
 *
 * BullMQ's lock gives a job, and so each of its origins, to one worker. The part of a piece is on disk before the piece is
 * marked as done and is named after the piece, so a worker that repeats it after a crash writes the same file. A worker that
 * loses its lock stops at once. Workers share robots.txt files through a store in Redis.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError } from '@repkit/bulk';
import { loadRules, utf8Text } from '@repkit/bulk/blocks';
import type { ClientLimits, RobotsClient, Store } from '@repkit/client';
import { RedisStore } from '@repkit/client/redis';
import { type Job, WaitingError, Worker } from 'bullmq';
import { writeAtomically } from './files.js';
import { FleetRun, type RunRecord } from './fleet-run.js';
import { type FleetJob, JobQueue, QUEUE_NAME } from './job-queue.js';
import { partFile, runFolder } from './part-rows.js';
import { PieceChecker } from './piece-checker.js';
import { decompressLines } from './piece-lines.js';
import { openRedis, RETRY_LIMIT_MS, retryWhileDown } from './redis.js';
import { MAX_FAILURES } from './status.js';

/** A job that crashes this many workers fails permanently. */
const MAX_STALLS = 10;
const HEARTBEAT_MS = 1000;
/** Pause of BullMQ after a Redis error. */
const REDIS_PAUSE_MS = 1000;
const STORE_TIMEOUT_MS = 10_000;

export interface WorkOptions {
  /** URL of Redis or Valkey. */
  readonly redis: string;
  readonly name: string;
  /** Shown in the status; for example host and process id. */
  readonly workerName: string;
  /** Folder for the parts. */
  readonly output: string;
  /** Maximum number of parallel jobs. */
  readonly jobs: number;
  /** Maximum number of sites fetched in parallel by each job. */
  readonly concurrency: number;
  /** A worker that does not respond for this long loses its jobs. */
  readonly lockMs: number;
  /** Whether robots.txt files are cached in Redis for all workers, or only in this process. */
  readonly sharesStore: boolean;
  /** Fetches each robots.txt even if it is cached. */
  readonly refresh: boolean;
  /** Opens the client with these settings and the caller's own. */
  readonly openClient: (settings: ClientSettings) => RobotsClient;
  /** Stops the worker after its current pieces. */
  readonly signal: AbortSignal;
  /** Receives messages about problems. */
  readonly report: (message: string) => void;
}

export interface ClientSettings extends Pick<RunRecord, 'policy' | 'dialect'> {
  readonly store: Store | undefined;
  readonly limits: Partial<ClientLimits>;
}

type RunJob = (job: Job<FleetJob>, token?: string, signal?: AbortSignal) => Promise<void>;

/** Waits for the submission, then works until the run is done, its jobs have failed, or the signal stops it. */
export async function workOnRun(options: WorkOptions): Promise<'done' | 'stopped' | 'failed'> {
  const { name, signal: stop } = options;
  const redis = await openRedis(options.redis);
  try {
    const run = new FleetRun(redis, name);
    const record = await waitForRecord(run, stop);
    if (record === undefined) return 'stopped';
    const { policy, dialect, productTokens } = record;
    const folder = runFolder(options.output, name, record);
    const store = options.sharesStore
      ? retryingStore(new RedisStore({ client: redis, timeoutMs: STORE_TIMEOUT_MS }))
      : undefined;
    const client = options.openClient({ policy, dialect, store, limits: STORE_LIMITS });
    const load = loadRules(
      (url) => (options.refresh ? client.refresh(url) : client.robotsTxt(url)),
      productTokens,
    );
    const tally = { urls: 0 };
    const runJob: RunJob = async (job, token, signal) => {
      const checker = new PieceChecker({ load, productTokens, concurrency: options.concurrency });
      const { first, count } = job.data;
      for (let piece = first; piece < first + count; piece++) {
        signal?.throwIfAborted();
        if (stop.aborted) {
          await job.moveToWait(token);
          throw new WaitingError();
        }
        const state = await run.piece(piece);
        if (state.kind === 'done') continue;
        if (state.kind === 'lost') {
          throw new Error(`Piece ${piece} is not in Redis. Submit the run again.`);
        }
        const lines = await decompressLines(state.compressed);
        writePart(partFile(folder, piece), await checker.rows(lines, signal));
        await run.markDone(piece, lines.length);
        tally.urls += lines.length;
      }
    };
    try {
      return await workUntilDone(run, runJob, options, tally);
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
    writeAtomically(path, [utf8Text(rows) ?? rows]);
  } catch (error) {
    throw fileError(`"${path}"`, error, 'written');
  }
}

/** Waits for the submission to start. Returns undefined if the signal stops the worker first. */
async function waitForRecord(run: FleetRun, stop: AbortSignal): Promise<RunRecord | undefined> {
  while (!stop.aborted) {
    const record = await run.read();
    if (record !== undefined) return record;
    await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}

async function workUntilDone(
  run: FleetRun,
  runJob: RunJob,
  { jobs, lockMs, workerName, signal: stop, report }: WorkOptions,
  tally: { readonly urls: number },
): Promise<'done' | 'stopped' | 'failed'> {
  // BullMQ passes a signal only to functions with three parameters.
  const processor = (job: Job<FleetJob>, token?: string, signal?: AbortSignal) =>
    runJob(job, token, signal);
  const worker = new Worker<FleetJob, void>(QUEUE_NAME, processor, {
    connection: run.redis,
    prefix: run.prefix,
    concurrency: jobs,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: MAX_STALLS,
    runRetryDelay: REDIS_PAUSE_MS,
  });
  // Connections are restored automatically, and failing commands report their own errors.
  worker.on('error', () => {});
  worker.on('failed', (job, { message }) => report(`${job?.id ?? 'A job'} failed: ${message}`));
  // Another worker will take the job.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'the lock was lost');
  });
  const queue = new JobQueue(run);
  const heartbeat = new Heartbeat(run, randomUUID(), workerName);
  try {
    for (;;) {
      await heartbeat.send(tally.urls);
      if (stop.aborted) {
        report('Stopping after the current pieces.');
        return 'stopped';
      }
      const end = await endOf(run, queue);
      if (end.kind === 'done') return 'done';
      if (end.kind === 'failed') {
        for (const failure of end.failures) report(failure);
        report('Jobs have failed permanently. Fix the reported problems and submit the run again.');
        return 'failed';
      }
      await sleep(HEARTBEAT_MS, undefined, { signal: stop }).catch(() => {});
    }
  } finally {
    await worker.close();
    await queue.close();
    await heartbeat.leave();
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
  return { kind: 'failed', failures: await queue.failures(MAX_FAILURES) };
}

/** Reports that this worker is alive, with its recent speed. */
class Heartbeat {
  readonly #run: FleetRun;
  readonly #id: string;
  readonly #name: string;
  #recent: { readonly at: number; readonly urls: number }[] = [];

  constructor(run: FleetRun, id: string, name: string) {
    this.#run = run;
    this.#id = id;
    this.#name = name;
  }

  async send(urls: number): Promise<void> {
    const now = { at: Date.now(), urls };
    this.#recent = [...this.#recent.slice(-RECENT_HEARTBEATS), now];
    const [first = now] = this.#recent;
    const urlsPerSecond = Math.round(((urls - first.urls) * 1000) / Math.max(1, now.at - first.at));
    const figures = { name: this.#name, urls, urlsPerSecond };
    // A lost heartbeat is made up for by the next.
    await this.#run.heartbeat(this.#id, figures).catch(() => {});
  }

  async leave(): Promise<void> {
    await this.#run.leave(this.#id).catch(() => {});
  }
}

const RECENT_HEARTBEATS = 10;

/** The client must wait longer than the retries of the store, and for a lease to expire. */
const STORE_LIMITS = { storeMs: 2 * RETRY_LIMIT_MS, waitMs: 2 * RETRY_LIMIT_MS } as const;

export function retryingStore(store: Store): Store {
  return {
    name: store.name,
    acquire: (key, request) => retryWhileDown(() => store.acquire(key, request)),
    commit: (lease, commit) => retryWhileDown(() => store.commit(lease, commit)),
    remove: (key) => retryWhileDown(() => store.remove(key)),
    onRemoved: (listener) => store.onRemoved(listener),
    changed: (key, timeoutMs) => store.changed(key, timeoutMs),
    close: () => store.close(),
  };
}

/**
 * Submits a run: stores its URLs as pieces and jobs in Redis.
 *
 * The whole input is read first, to know its digest before anything is stored and to put each origin into one job. A
 * submission that is repeated after a crash creates the same pieces and stores those that are neither done nor stored, so
 * nothing is lost or duplicated. If Redis restarts meanwhile, it may lose its last second, so all pieces are checked again.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chunks } from '@repkit/bulk';
import { blocksOf, bytesOf } from '@repkit/bulk/blocks';
import { FleetRun, type RunIdentity, type StoredPiece } from './fleet-run.js';
import { type FleetJob, JobQueue } from './job-queue.js';
import { compressLines } from './piece-lines.js';
import { type Piece, PieceMaker } from './pieces.js';
import { openRedis } from './redis.js';
import { cachedOriginOf } from './scatter.js';

/** Pieces stored in one round trip. */
const BATCH = 16;
const AHEAD_POLL_MS = 200;

export interface SubmitOptions extends Omit<RunIdentity, 'digest' | 'bytes'> {
  /** URL of Redis or Valkey. */
  readonly redis: string;
  readonly name: string;
  /** One URL per line, decompressed. */
  readonly input: Chunks;
  /** Waits while more URLs than this are stored and not done. 50 million take about 1 GB. */
  readonly aheadUrls: number;
  /** Receives the number of lines read, then stored. Storing starts again if Redis lost the run. */
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
}

export type SubmitProgress =
  | { readonly phase: 'reading'; readonly lines: number }
  | { readonly phase: 'submitting'; readonly lines: number; readonly all: number };

interface Submission {
  readonly pieces: PieceMaker;
  readonly urls: number;
  readonly identity: RunIdentity;
}

/** Throws an InputError if Redis cannot be used or holds another run of this name. */
export async function submitUrls(
  options: SubmitOptions,
): Promise<{ readonly urls: number; readonly pieces: number }> {
  const { onProgress = () => {} } = options;
  const aheadPieces = Math.ceil(options.aheadUrls / options.pieceUrls);
  const redis = await openRedis(options.redis);
  try {
    const run = new FleetRun(redis, options.name);
    const submission = await readUrls(options, onProgress);
    try {
      const { urls } = submission;
      return { urls, pieces: await putAll(submission, run, aheadPieces, onProgress) };
    } finally {
      submission.pieces.close();
    }
  } finally {
    redis.disconnect();
  }
}

async function readUrls(
  { input, pieceUrls, policy, dialect, productTokens }: SubmitOptions,
  onProgress: (progress: SubmitProgress) => void,
): Promise<Submission> {
  const identity = { pieceUrls, policy, dialect, productTokens };
  const pieces = new PieceMaker(cachedOriginOf(), { pieceUrls });
  const hash = createHash('sha256');
  let bytes = 0;
  let urls = 0;
  try {
    for await (const { text } of blocksOf(input)) {
      hash.update(bytesOf(text));
      bytes += text.length;
      for (let at = 0; at < text.length; ) {
        const found = text.indexOf('\n', at);
        const next = found === -1 ? text.length : found + 1;
        const end = found === -1 ? next : found;
        const url = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
        pieces.add(++urls, url);
        at = next;
      }
      onProgress({ phase: 'reading', lines: urls });
    }
  } catch (error) {
    pieces.close();
    throw error;
  }
  return { pieces, urls, identity: { digest: hash.digest('hex'), bytes, ...identity } };
}

/** Returns the number of pieces. */
async function putAll(
  { pieces, urls, identity }: Submission,
  run: FleetRun,
  aheadPieces: number,
  onProgress: (progress: SubmitProgress) => void,
): Promise<number> {
  await run.begin(identity, urls);
  const queue = new JobQueue(run);
  try {
    // Submitting again also retries jobs that failed for good.
    await queue.retryFailed();
    for (;;) {
      const serverRun = await run.serverRun();
      let lines = 0;
      const count = await putOnce(pieces.pieces(), run, queue, aheadPieces, (more) => {
        lines += more;
        onProgress({ phase: 'submitting', lines, all: urls });
      });
      if (count !== undefined && (await run.serverRun()) === serverRun) {
        await run.endSubmission(count);
        return count;
      }
      await run.begin(identity, urls);
    }
  } finally {
    await queue.close();
  }
}

/** Returns the number of pieces, or undefined if Redis lost the run. `onPut` receives numbers of lines. */
async function putOnce(
  pieces: Iterable<Piece>,
  run: FleetRun,
  queue: JobQueue,
  aheadPieces: number,
  onPut: (lines: number) => void,
): Promise<number | undefined> {
  let count = 0;
  let batch: Piece[] = [];
  const isDone = await run.doneBits();
  const putBatch = async (): Promise<void> => {
    const stored = await Promise.all(batch.filter(({ index }) => !isDone(index)).map(storedPiece));
    await run.storePieces(stored);
    await queue.add(jobsOf(batch, isDone));
    count += batch.length;
    onPut(batch.reduce((lines, piece) => lines + piece.lines.length, 0));
    batch = [];
    await run.setSubmittedPieces(count);
  };
  let checkedAt = 0;
  for (const piece of pieces) {
    batch.push(piece);
    // In the middle of a job, waiting would never end, because its pieces are not queued yet.
    const isDue = piece.isLastOfJob && piece.index + 1 - checkedAt >= BATCH;
    if (isDue || batch.length >= BATCH) await putBatch();
    if (!isDue) continue;
    if (!(await hasRoom(run, count, aheadPieces))) return undefined;
    checkedAt = count;
  }
  await putBatch();
  return count;
}

async function storedPiece({ index, lines }: Piece): Promise<StoredPiece> {
  return { index, compressed: await compressLines(lines) };
}

/** Returns the jobs whose last piece is in the batch, because a job needs all its pieces. */
function jobsOf(batch: readonly Piece[], isDone: (index: number) => boolean): FleetJob[] {
  return batch.flatMap(({ index, jobFirst, isLastOfJob }) => {
    if (!isLastOfJob) return [];
    const count = index - jobFirst + 1;
    const isOpen = Array.from({ length: count }, (_, at) => jobFirst + at).some(
      (at) => !isDone(at),
    );
    return isOpen ? [{ first: jobFirst, count }] : [];
  });
}

/**
 * Waits until workers have reduced the number of stored pieces below the limit. Returns false if Redis lost the run, because
 * workers could then make no progress.
 */
async function hasRoom(run: FleetRun, count: number, aheadPieces: number): Promise<boolean> {
  for (;;) {
    const record = await run.read();
    if (record === undefined) return false;
    if (count - record.donePieces < aheadPieces) return true;
    await sleep(AHEAD_POLL_MS);
  }
}

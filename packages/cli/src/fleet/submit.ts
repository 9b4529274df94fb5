/**
 * `repkit fleet submit`: URLs -> pieces and jobs in Redis.
 *
 * The input is read once as a whole, so that it is known by its digest before anything is put, and so that an origin is in
 * one job. Whoever is killed and runs it again makes the same pieces with the same numbers, and puts those that are
 * neither done nor there: nothing is lost, nothing doubled. Where Redis was started anew meanwhile it may have forgotten
 * its last second, and all pieces are gone over once more.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arguments } from '../arguments.js';
import { blocksOf, octetsOf } from '../bulk/blocks.js';
import { inputOctets, totalOctets } from '../bulk/input.js';
import { Progress } from '../bulk/progress.js';
import type { ExitCode, Io } from '../io.js';
import { askedProductTokens } from '../question.js';
import { readingOf } from '../reading.js';
import { numberOf, placeOf } from './fleet-options.js';
import { FleetRun, type RunIdentity, type StoredPiece } from './fleet-run.js';
import { type FleetJob, JobQueue } from './job-queue.js';
import { packedLines } from './piece-lines.js';
import { type Piece, PieceMaker } from './pieces.js';
import { openRedis } from './redis.js';
import { originReader } from './url-origins.js';

export const PIECE_URLS = { usual: 5000, most: 100_000 };

/** In Redis and not done, in URLs: about a GB. */
export const AHEAD_URLS = { usual: 50_000_000, most: 100_000_000_000 };

/** Pieces that are put in one go. */
const BATCH = 16;
const AHEAD_POLL_MS = 200;

interface Submission {
  readonly pieces: PieceMaker;
  readonly urls: number;
  readonly identity: RunIdentity;
}

export async function submit(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis: url, name } = placeOf(args);
  const pieceUrls = numberOf(args, 'job-urls', PIECE_URLS);
  const aheadPieces = Math.ceil(numberOf(args, 'ahead', AHEAD_URLS) / pieceUrls);
  const reading = readingOf(args);
  const productTokens = askedProductTokens(args, reading.dialect) ?? ['*'];
  const redis = await openRedis(url);
  try {
    const run = new FleetRun(redis, name);
    const submission = await readUrls(
      args.positionals,
      { pieceUrls, ...reading, productTokens },
      io,
    );
    try {
      const { urls } = submission;
      const count = await putAll(submission, run, aheadPieces, io);
      io.stderr.write(
        `repkit fleet: ${urls} lines are submitted as "${name}", in ${count} pieces.\n`,
      );
    } finally {
      submission.pieces.close();
    }
  } finally {
    redis.disconnect();
  }
  return 0;
}

async function readUrls(
  names: readonly string[],
  options: Omit<RunIdentity, 'digest' | 'octets'>,
  io: Io,
): Promise<Submission> {
  const pieces = new PieceMaker(originReader(), options, io);
  const hash = createHash('sha256');
  let octets = 0;
  let urls = 0;
  const inputs = names.length === 0 ? ['-'] : names;
  const progress = new Progress(totalOctets(inputs, io), io, 'reading');
  try {
    for await (const { text } of blocksOf(
      inputOctets(inputs, io, (count) => progress.read(count)),
    )) {
      hash.update(octetsOf(text));
      octets += text.length;
      for (let at = 0; at < text.length; ) {
        const found = text.indexOf('\n', at);
        const next = found === -1 ? text.length : found + 1;
        const end = found === -1 ? next : found;
        const url = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
        pieces.add(++urls, url);
        at = next;
      }
      if (io.stderr.isTerminal) progress.show(urls);
    }
    progress.clear();
  } catch (error) {
    pieces.close();
    throw error;
  }
  return { pieces, urls, identity: { digest: hash.digest('hex'), octets, ...options } };
}

/** Gives how many pieces there are. */
async function putAll(
  { pieces, urls, identity }: Submission,
  run: FleetRun,
  aheadPieces: number,
  io: Pick<Io, 'stderr' | 'now'>,
): Promise<number> {
  await run.begin(identity, urls);
  const queue = new JobQueue(run);
  try {
    // What failed for good is tried anew by whoever submits again.
    await queue.retryFailed();
    for (;;) {
      const serverRun = await run.serverRun();
      const progress = new Progress(urls, io, 'submitting');
      let lines = 0;
      const count = await putOnce(pieces.pieces(), run, queue, aheadPieces, (more) => {
        lines += more;
        progress.read(more);
        if (io.stderr.isTerminal) progress.show(lines);
      });
      progress.clear();
      if (count !== undefined && (await run.serverRun()) === serverRun) {
        await run.ended(count);
        return count;
      }
      await run.begin(identity, urls);
    }
  } finally {
    await queue.close();
  }
}

/** Gives how many pieces there are, or undefined where Redis has forgotten the run meanwhile; `onPut` is told of lines. */
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
    await run.put(stored);
    await queue.add(jobsOf(batch, isDone));
    count += batch.length;
    onPut(batch.reduce((lines, piece) => lines + piece.lines.length, 0));
    batch = [];
    await run.submitted(count);
  };
  let checkedAt = 0;
  for (const piece of pieces) {
    batch.push(piece);
    // In the middle of a job nobody could make room.
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
  return { index, urls: lines.length, packed: await packedLines(lines) };
}

/** The jobs whose last piece is among these: a job comes when all its pieces are there. */
function jobsOf(batch: readonly Piece[], isDone: (index: number) => boolean): FleetJob[] {
  return batch.flatMap(({ index, jobFirst, isLastOfJob }) => {
    if (!isLastOfJob) return [];
    const count = index - jobFirst + 1;
    const isLeft = Array.from({ length: count }, (_, at) => jobFirst + at).some(
      (at) => !isDone(at),
    );
    return isLeft ? [{ first: jobFirst, count }] : [];
  });
}

/**
 * Waits while so many pieces lie in Redis that workers have to come first. False where it knows nothing of the run any
 * more: then nobody could make room.
 */
async function hasRoom(run: FleetRun, count: number, aheadPieces: number): Promise<boolean> {
  for (;;) {
    const record = await run.read();
    if (record === undefined) return false;
    if (count - record.donePieces < aheadPieces) return true;
    await sleep(AHEAD_POLL_MS);
  }
}

/**
 * Collects the parts of a run into one file, in the order of the input.
 *
 * A part is read from the first folder that has it, and rows are sorted by line number, so rows that were produced twice
 * appear once. The output is replaced atomically, so collecting again is safe.
 */
import { fileBytes, fileError, isSystemError } from '@repkit/bulk';
import { blocksOf, bytesOf } from '@repkit/bulk/blocks';
import { writeAtomically } from './files.js';
import { FleetRun } from './fleet-run.js';
import { InputOrder } from './input-order.js';
import { type PartRow, partFile, readPartRow, runFolder, tsvRow } from './part-rows.js';
import { openRedis } from './redis.js';

export interface CollectOptions {
  /** URL of Redis or Valkey. */
  readonly redis: string;
  readonly name: string;
  /** Folders of the workers. */
  readonly folders: readonly string[];
  readonly output: string;
  readonly format: 'tsv' | 'ndjson';
  /** Marks pieces with missing parts as not done, so that submitting again repeats them. */
  readonly reopen: boolean;
}

export interface Collected {
  /** Number of input lines in the output. */
  readonly lines: number;
  /** Number of input lines. */
  readonly allLines: number;
  readonly isSubmitted: boolean;
  /** Pieces that are done, but have no part in any of the folders. */
  readonly lostPieces: readonly number[];
}

/** Throws an InputError if the run does not exist or a file cannot be read or written. */
export async function collectRun(options: CollectOptions): Promise<Collected> {
  const { name, output } = options;
  const redis = await openRedis(options.redis);
  try {
    const run = new FleetRun(redis, name);
    const record = await run.readExisting();
    const folders = options.folders.map((folder) => runFolder(folder, name, record));
    const order = new InputOrder(record.urls, record.productTokens.length);
    const missing: number[] = [];
    let lines = 0;
    try {
      const pieces = record.pieces ?? record.submittedPieces;
      for (let piece = 0; piece < pieces; piece++) {
        const paths = folders.map((folder) => partFile(folder, piece));
        if (!(await readPart(paths, order))) missing.push(piece);
      }
      const write = options.format === 'tsv' ? tsvRow : ({ json }: PartRow) => json;
      function* blocks(rows: Iterable<readonly PartRow[]>): Generator<Uint8Array> {
        for (const some of rows) {
          lines += some.length;
          yield bytesOf(some.map((row) => `${write(row)}\n`).join(''));
        }
      }
      writeOutput(output, blocks(order.rows()));
    } finally {
      order.close();
    }
    lines /= record.productTokens.length;
    const isSubmitted = record.pieces !== undefined;
    const isDone = await run.doneBits();
    const isComplete = lines === record.urls && isSubmitted;
    const lostPieces = isComplete ? [] : missing.filter(isDone);
    if (options.reopen && lostPieces.length > 0) await run.reopen(lostPieces, lines);
    return { lines, allLines: record.urls, isSubmitted, lostPieces };
  } finally {
    redis.disconnect();
  }
}

function writeOutput(path: string, blocks: Iterable<Uint8Array>): void {
  try {
    writeAtomically(path, blocks);
  } catch (error) {
    throw fileError(`"${path}"`, error, 'written');
  }
}

/** Returns whether one of the files exists. */
async function readPart(paths: readonly string[], order: InputOrder): Promise<boolean> {
  for (const path of paths) {
    try {
      for await (const { text } of blocksOf(fileBytes(path))) {
        for (const line of text.split('\n')) {
          const row = readPartRow(line);
          if (row !== undefined) order.add(row);
        }
      }
      return true;
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw fileError(`"${path}"`, error);
    }
  }
  return false;
}

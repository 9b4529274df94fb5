/**
 * `repkit fleet collect`: parts -> one file, in the order of the input.
 *
 * A part is taken from the first folder that has it, and rows go by the number of their line: whatever was done twice is
 * in the output once. What is missing is said. The output is put in its place when it is whole, so that collecting
 * again, with more parts or the same, does no harm.
 */
import type { Arguments } from '../arguments.js';
import { blocksOf, octetsOf } from '../bulk/blocks.js';
import { CommandError } from '../command-error.js';
import { fileError, isSystemError } from '../file-error.js';
import type { ExitCode, Io, OutputFile } from '../io.js';
import { visible } from '../render/visible.js';
import { needed, placeOf } from './fleet-options.js';
import { FleetRun, type RunRecord } from './fleet-run.js';
import { InputOrder } from './input-order.js';
import { partFile, runFolder } from './part-files.js';
import { type PartRow, readPartRow, tsvRow } from './part-rows.js';
import { openRedis } from './redis.js';

type WriteRow = (row: PartRow) => string;

export async function collect(args: Arguments, io: Io): Promise<ExitCode> {
  const { redis: url, name } = placeOf(args);
  const output = needed(args, 'output', 'verdicts.tsv');
  const write = rowWriter(args.value('format') ?? 'tsv');
  const folders = args.positionals;
  if (folders.length === 0) {
    throw new CommandError('name the folders of the workers: repkit fleet collect … parts/.');
  }
  const redis = await openRedis(url);
  try {
    const run = new FleetRun(redis, name);
    const record = await run.read();
    if (record === undefined) {
      throw new CommandError(`there is no run "${name}": see --name, or submit it first.`);
    }
    const found = await gather(
      record,
      folders.map((folder) => runFolder(folder, name, record)),
      write,
      output,
      io,
    );
    return await report(args, run, record, found, io);
  } finally {
    redis.disconnect();
  }
}

function rowWriter(name: string): WriteRow {
  if (name === 'tsv') return tsvRow;
  if (name === 'ndjson') return ({ json }) => json;
  throw new CommandError(`there is no format "${name}": choose one of tsv, ndjson.`);
}

interface Found {
  readonly lines: number;
  readonly missingParts: readonly number[];
}

async function gather(
  record: RunRecord,
  folders: readonly string[],
  write: WriteRow,
  output: string,
  io: Io,
): Promise<Found> {
  const order = new InputOrder(record.urls, record.productTokens.length, io);
  const missingParts: number[] = [];
  let lines = 0;
  try {
    const pieces = record.pieces ?? record.submittedPieces;
    for (let piece = 0; piece < pieces; piece++) {
      const isThere = await takePart(
        folders.map((folder) => partFile(folder, piece)),
        order,
        io,
      );
      if (!isThere) missingParts.push(piece);
    }
    const beside = `${output}.new`;
    const file = openOutput(beside, output, io);
    for (const rows of order.rows()) {
      lines += rows.length / record.productTokens.length;
      file.write(octetsOf(rows.map((row) => `${write(row)}\n`).join('')));
    }
    file.sync();
    file.close();
    io.moveFile(beside, output);
  } finally {
    order.close();
  }
  return { lines, missingParts };
}

function openOutput(path: string, name: string, io: Io): OutputFile {
  try {
    return io.openOutput(path, 0);
  } catch (error) {
    throw fileError(`--output "${name}"`, error, 'written');
  }
}

/** Whether one of the files is there. */
async function takePart(paths: readonly string[], order: InputOrder, io: Io): Promise<boolean> {
  for (const path of paths) {
    try {
      for await (const { text } of blocksOf(io.openFile(path))) {
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

const MOST_NAMED = 10;

async function report(
  args: Arguments,
  run: FleetRun,
  record: RunRecord,
  { lines, missingParts }: Found,
  io: Io,
): Promise<ExitCode> {
  const say = (sentence: string) => io.stderr.write(`repkit fleet: ${visible(sentence)}\n`);
  if (lines === record.urls && record.pieces !== undefined) {
    say(`${lines} lines are collected, and none is missing.`);
    return 0;
  }
  say(`${record.urls - lines} of ${record.urls} lines are missing.`);
  if (record.pieces === undefined) say('the submission has not ended: run repkit fleet submit.');
  const isDone = await run.doneBits();
  const lost = missingParts.filter(isDone);
  if (lost.length > 0) {
    const some = lost.slice(0, MOST_NAMED).join(', ');
    const names = lost.length > MOST_NAMED ? `${some}, …` : some;
    if (args.has('reopen')) {
      await run.reopen(lost, lines);
      say(`pieces ${names} are taken back: run repkit fleet submit again with the same input.`);
    } else {
      say(
        `the parts of pieces ${names} were written and are not in these folders: name those of all workers, or add --reopen to have them done again.`,
      );
    }
  }
  return 1;
}

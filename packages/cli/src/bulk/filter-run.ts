/** Runs `repkit filter`: writes the rows and reports invalid ones. */
import {
  bytesOf,
  type Chunks,
  type FilterOptions,
  filterUrls,
  type Input,
  type InvalidRow,
  joinInputs,
  utf8Text,
} from '@repkit/bulk';
import { type Arguments, choiceOption } from '../options/arguments.js';
import { crawlersOption, warnOfOtherBehavior } from '../options/crawler-option.js';
import { jobsOption } from '../options/shared-options.js';
import { naming } from '../program/files.js';
import type { ExitCode, Io, OutputFile } from '../program/io.js';
import { clipped, visible } from '../program/terminal.js';
import { ONLY, openRules, rowsOption } from './filter-options.js';
import { openResultFile, writeRows } from './output-file.js';
import { type Progress, progressLine } from './progress.js';

/** Throws an InputError for invalid options or input. */
export async function runFilter(
  args: Arguments,
  inputs: readonly string[],
  io: Io,
): Promise<ExitCode> {
  const crawlers = crawlersOption(args) ?? ['*'];
  const options = {
    rows: rowsOption(args),
    crawlers,
    only: choiceOption(args, 'only', ONLY),
    threads: jobsOption(args),
  };
  warnOfOtherBehavior(crawlers, io);
  const progress = progressLine(totalBytes(inputs, io), io);
  const input = joinInputs(inputsOf(inputs, io, (count) => progress.read(count)));
  const warn = args.has('quiet') ? () => {} : progress.report;
  const rules = await openRules(args, { crawlers, warn: progress.report }, io);
  try {
    return await filterRows(args, progress, { ...options, input, rules, warn }, io);
  } finally {
    await rules.close?.();
  }
}

/**
 * Returns the inputs in order; `-` is standard input. `onRead` receives the number of bytes read, before decompression.
 * Throws an InputError immediately if a file cannot be read.
 */
function inputsOf(names: readonly string[], io: Io, onRead: (bytes: number) => void): Input[] {
  for (const name of names) {
    if (name !== '-') naming(`"${name}"`, () => io.checkReadable(name));
  }
  return names.map((name) => ({
    name,
    open: () => counted(name === '-' ? io.stdin() : io.openFile(name), onRead),
  }));
}

async function* counted(
  chunks: Chunks,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** Returns the total size; undefined if the size of any input is unknown. */
function totalBytes(inputs: readonly string[], io: Io): number | undefined {
  const sizes = inputs.map((name) => (name === '-' ? undefined : io.fileSize(name)));
  return sizes.reduce(
    (sum, size) => (sum !== undefined && size !== undefined ? sum + size : undefined),
    0,
  );
}

async function filterRows(
  args: Arguments,
  progress: Progress,
  options: FilterOptions,
  io: Io,
): Promise<ExitCode> {
  const isQuiet = args.has('quiet');
  const showsProgress = io.stderr.isTerminal && !isQuiet;
  const write = isQuiet ? () => {} : progress.write;
  const output = await openResultFile(args, 'output', io);
  const rejects = await openResultFile(args, 'rejects', io);
  const reportInvalid = invalidRowReporter(rejects, io.stderr.isTerminal, write);
  let lines = 0;
  let invalid = 0;
  for await (const block of filterUrls(options, io)) {
    await writeRows(block.bytes, output, io);
    reportInvalid(block.invalidRows, block.linesBefore);
    lines += block.lines;
    invalid += block.invalidRows.length;
    if (showsProgress) progress.show(lines);
  }
  progress.clear();
  if (invalid > 0 && !isQuiet) {
    const verb = invalid === 1 ? 'is' : 'are';
    io.report(`${invalid} of ${lines} lines ${verb} invalid.${invalid === lines ? LOG_HINT : ''}`);
  }
  output?.close();
  rejects?.close();
  return 0;
}

/** An access log is the likely cause if no line is a URL. */
const LOG_HINT =
  ' To read URLs from an access log, use repkit coverage, repkit diff --urls or repkit lint --urls.';

/** More would hide other output. */
const MAX_ON_TERMINAL = 10;
const MAX_CHARACTERS = 100;

/** Returns a function that reports the invalid rows of a block that follows `linesBefore` lines. */
export function invalidRowReporter(
  rejects: OutputFile | undefined,
  isTerminal: boolean,
  write: (text: string) => void,
): (rows: readonly InvalidRow[], linesBefore: number) => void {
  const max = isTerminal ? MAX_ON_TERMINAL : Number.POSITIVE_INFINITY;
  let count = 0;
  return (rows, linesBefore) => {
    if (rows.length === 0) return;
    const left = Math.max(0, max - count);
    const shown = rows.slice(0, left).map((row) => sentence(row, linesBefore));
    if (count <= max && rows.length > left) {
      shown.push(
        'Further invalid lines are only counted. Redirect standard error to a file to list them all.',
      );
    }
    count += rows.length;
    if (shown.length > 0) write(shown.map((text) => `repkit filter: ${text}\n`).join(''));
    rejects?.write(bytesOf(rows.map(({ text }) => `${text}\n`).join('')));
  };
}

function sentence({ line, reason, text }: InvalidRow, linesBefore: number): string {
  const start = text.slice(0, 4 * MAX_CHARACTERS);
  const shown = clipped(visible(utf8Text(start) ?? start), MAX_CHARACTERS);
  return `Line ${linesBefore + line}: ${reason}: "${shown}".`;
}

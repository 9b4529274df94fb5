/** Runs `repkit filter`: writes the rows and reports invalid ones. */
import { bytesOf, type FilterOptions, filterUrls, InputError, type InvalidRow, joinInputs, utf8Text } from '@repkit/bulk';
import { UrlSources } from '../input/url-sources.js';
import type { Arguments } from '../options/arguments.js';
import { crawlersOption, warnOfOtherBehavior } from '../options/crawler-option.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { jobsOption } from '../options/shared-options.js';
import type { ExitCode, Io, OutputFile } from '../program/io.js';
import { clipped, visible } from '../program/terminal.js';
import { checkFilterInputs, filterInputs, totalBytes } from './filter-inputs.js';
import { checkCrawlerCount, openRules, printOption, rowsOption } from './filter-options.js';
import { type Results, withResults, writeRows } from './output-file.js';
import { type Progress, progressLine } from './progress.js';

/** Throws an InputError for invalid options or input. */
export async function runFilter(args: Arguments, names: readonly string[], io: Io): Promise<ExitCode> {
  const crawlers = crawlersOption(args) ?? ['*'];
  checkCrawlerCount(args, crawlers);
  const rows = rowsOption(args);
  const print = printOption(args);
  const options = { rows, print, crawlers, threads: jobsOption(args) };
  warnOfOtherBehavior(crawlers, io);
  const progress = progressLine(totalBytes(names, io), io);
  const incomplete = new Set<string>();
  const warn: NonNullable<FilterOptions['warn']> = (message, kind) => {
    if (kind === 'incomplete') incomplete.add(message);
    if (!args.has('quiet')) progress.report(message);
  };
  const showsProgress = io.stderr.isTerminal && !args.has('quiet');
  // Engines send rows, which are never a sitemap.
  const hasSitemaps = rows.name === 'tsv' && print !== 'verdicts';
  const sitemaps = hasSitemaps ? new UrlSources(args, io) : undefined;
  if (hasSitemaps) fetchOptionsOf(args, io.env);
  // Checked before a result file is opened.
  checkFilterInputs(names, sitemaps, io);
  try {
    await withResults(args, ['output', 'rejects'], io, async (results) => {
      const { stop } = results;
      const onRead = showsProgress ? progress.read : undefined;
      const onCutRow = (sentence: string) => warn(sentence, 'incomplete');
      const inputOptions = { sitemaps, onRead, stop, format: rows.name, onCutRow };
      const inputs = filterInputs(names, inputOptions, io);
      const rules = await openRules(args, { crawlers, warn: progress.report, stop }, io);
      try {
        const input = joinInputs(inputs);
        await filterRows(args, { ...options, input, rules, warn }, progress, results, io);
        if (sitemaps?.isComplete === false) {
          throw new InputError('Not all sitemaps were read to their end.');
        }
        if (incomplete.size > 0) {
          throw new InputError('Not all inputs and archives were complete. What was read was checked.');
        }
      } finally {
        progress.clear();
        await rules.close?.();
      }
    });
  } finally {
    await sitemaps?.close();
  }
  return 0;
}

async function filterRows(
  args: Arguments,
  options: FilterOptions,
  progress: Progress,
  { files, stop }: Results,
  io: Io,
): Promise<void> {
  const isQuiet = args.has('quiet');
  const showsProgress = io.stderr.isTerminal && !isQuiet;
  const write = isQuiet ? () => {} : progress.write;
  const reportInvalid = invalidRowReporter(files.rejects, io.stderr.isTerminal, write);
  let lines = 0;
  let invalid = 0;
  let hint = LOG_HINT;
  for await (const block of filterUrls(options, io)) {
    stop?.throwIfAborted();
    await writeRows(block.bytes, files.output, io);
    if (block.invalidRows.length > 0) reportInvalid(block.invalidRows, block.linesBefore);
    if (lines === 0 && UTF_16.test(block.invalidRows[0]?.text ?? '')) hint = UTF_16_HINT;
    lines += block.lines;
    invalid += block.invalidRows.length;
    if (showsProgress) progress.show(lines);
  }
  progress.clear();
  if (invalid > 0 && !isQuiet) {
    const verb = invalid === 1 ? 'is' : 'are';
    io.report(`${invalid} of ${lines} lines ${verb} invalid.${invalid === lines ? hint : ''}`);
  }
}

/** An access log is the likely cause if no line is a URL. */
const LOG_HINT = ' To read URLs from an access log, use repkit coverage or repkit diff --urls.';

/** The byte-order mark, as text of one character per byte. PowerShell 5 writes redirected output like this. */
const UTF_16 = /^(?:\xff\xfe|\xfe\xff)/;
const UTF_16_HINT = ' The input is UTF-16: save it as UTF-8.';

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
    const left = Math.max(0, max - count);
    const shown = rows.slice(0, left).map((row) => sentence(row, linesBefore));
    if (count <= max && rows.length > left) {
      shown.push('Further invalid lines are only counted. Redirect standard error to a file to list them all.');
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

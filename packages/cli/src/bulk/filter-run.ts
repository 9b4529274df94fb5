/** Runs `repkit filter`: writes the rows and reports invalid ones. */
import { Buffer } from 'node:buffer';
import {
  bytesOf,
  type FilterOptions,
  type FixedRules,
  filterUrls,
  type InvalidRow,
  joinInputs,
  type LiveRules,
  utf8Text,
} from '@repkit/bulk';
import { dialectFor } from '@repkit/core';
import { inputsOf, totalBytes } from '../input/inputs.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import { crawlersOption, warnOfOtherBehavior } from '../options/crawler-option.js';
import {
  givenOptions,
  givenRules,
  interpretationOf,
  jobsOption,
} from '../options/shared-options.js';
import type { ExitCode, Io, OutputFile } from '../program/io.js';
import { clipped, visible } from '../program/terminal.js';
import { type LiveSites, ONLY, rowsOption, rulesOption } from './filter-options.js';
import { openResultFile } from './output-file.js';
import { Progress } from './progress.js';
import { SiteProblems } from './site-problems.js';

/** Throws an InputError for invalid options or input. */
export async function runFilter(
  args: Arguments,
  inputs: readonly string[],
  io: Io,
): Promise<ExitCode> {
  const interpretation = interpretationOf(args);
  const crawlers = crawlersOption(args, interpretation.dialect) ?? ['*'];
  const options = {
    rows: rowsOption(args),
    crawlers,
    only: choiceOption(args, 'only', ONLY),
    threads: jobsOption(args),
  };
  const rules = await rulesOption('filter', args, interpretation, io);
  warnOfOtherBehavior('filter', crawlers, io);
  const progress = new Progress(totalBytes(inputs, io), io);
  const input = joinInputs(inputsOf(inputs, io, (count) => progress.read(count)));
  const report = (text: string): void => {
    progress.clear();
    io.stderr.write(text);
  };
  const reportUnlessQuiet = args.has('quiet') ? () => {} : report;
  const sentenceTo = (write: typeof report) => (sentence: string) =>
    write(`repkit filter: ${visible(sentence)}\n`);
  const run = { args, progress, report: reportUnlessQuiet };
  const warn = sentenceTo(reportUnlessQuiet);
  return await withRules(args, { rules, crawlers, warn: sentenceTo(report) }, io, (opened) =>
    writeRows(run, { ...options, input, rules: opened, warn }, io),
  );
}

/** Passes the rules to `use`, and closes them after it. `warn` receives what fetching reports. */
export async function withRules<Result>(
  args: Arguments,
  { rules, crawlers, warn }: RulesToOpen,
  io: Io,
  use: (rules: FixedRules | LiveRules) => Promise<Result>,
): Promise<Result> {
  if (rules.kind !== 'live') return await use(rules);
  const live = await openLive(args, { ...rules, crawlers }, io, warn);
  try {
    return await use(live);
  } finally {
    await live.close();
  }
}

interface RulesToOpen extends Pick<FilterOptions, 'crawlers'> {
  readonly rules: FixedRules | LiveSites;
  readonly warn: (sentence: string) => void;
}

async function openLive(
  args: Arguments,
  { options, concurrency, crawlers }: LiveSites & Pick<FilterOptions, 'crawlers'>,
  io: Io,
  warn: (sentence: string) => void,
): Promise<LiveRules & { close(): Promise<void> }> {
  const { fetchedRobotsTxt } = await import('../input/fetch-robots.js');
  const given = givenRules(args);
  const source = await fetchedRobotsTxt(givenOptions(args), options, { ...io, warn });
  const problems = new SiteProblems();
  return {
    kind: 'live',
    async accessFor(url, crawler) {
      const { access, provenance } = await source.accessFor(url, crawler);
      // Each crawler of a site asks; the site is counted once.
      if (crawler === crawlers[0]) problems.add(access, provenance, dialectFor(crawler, given));
      return access;
    },
    given,
    concurrency,
    async close() {
      for (const sentence of problems.sentences()) warn(sentence);
      await source.close();
    },
  };
}

interface Run {
  readonly args: Arguments;
  readonly progress: Progress;
  /** Writes to standard error, unless --quiet. */
  readonly report: (text: string) => void;
}

async function writeRows(run: Run, options: FilterOptions, io: Io): Promise<ExitCode> {
  const { args, progress, report } = run;
  const showsProgress = io.stderr.isTerminal && !args.has('quiet');
  const output = await openResultFile(args, 'output', io);
  const rejects = await openResultFile(args, 'rejects', io);
  const invalidRows = new InvalidRowReporter(rejects, io.stderr.isTerminal, report);
  let lines = 0;
  let invalid = 0;
  for await (const block of filterUrls(options, io)) {
    if (output !== undefined) output.write(block.bytes);
    else await io.writeBytes(io.stdout.isTerminal ? visibleRows(block.bytes) : block.bytes);
    invalidRows.report(block.invalidRows, block.linesBefore);
    lines += block.lines;
    invalid += block.invalidRows.length;
    if (showsProgress) progress.show(lines);
  }
  progress.clear();
  if (invalid > 0) {
    const counted = `${invalid} of ${lines} lines ${invalid === 1 ? 'is' : 'are'} invalid.`;
    report(`repkit filter: ${counted}${invalid === lines ? LOG_HINT : ''}\n`);
  }
  output?.close();
  rejects?.close();
  return 0;
}

/** An access log is the likely cause if no line is a URL. */
const LOG_HINT =
  ' To read URLs from an access log, use repkit coverage, repkit diff --urls or repkit lint --urls.';

/** Escapes control characters, but preserves tabs between columns. */
function visibleRows(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const rows = text.split('\n').map((row) => row.split('\t').map(visible).join('\t'));
  return Buffer.from(rows.join('\n'));
}

/** More would hide other output. */
const MAX_ON_TERMINAL = 10;
const MAX_CHARACTERS = 100;

export class InvalidRowReporter {
  readonly #rejects: OutputFile | undefined;
  readonly #max: number;
  readonly #write: (text: string) => void;
  #shown = 0;

  constructor(rejects: OutputFile | undefined, isTerminal: boolean, write: (text: string) => void) {
    this.#rejects = rejects;
    this.#max = isTerminal ? MAX_ON_TERMINAL : Number.POSITIVE_INFINITY;
    this.#write = write;
  }

  /** Reports the invalid rows of a block that follows `linesBefore` lines. */
  report(rows: readonly InvalidRow[], linesBefore: number): void {
    if (rows.length === 0) return;
    const left = Math.max(0, this.#max - this.#shown);
    const shown = rows.slice(0, left).map((row) => sentence(row, linesBefore));
    if (this.#shown <= this.#max && rows.length > left) {
      shown.push(
        'Further invalid lines are only counted. Redirect standard error to a file to list them all.',
      );
    }
    this.#shown += rows.length;
    if (shown.length > 0) this.#write(shown.map((text) => `repkit filter: ${text}\n`).join(''));
    this.#rejects?.write(bytesOf(rows.map(({ text }) => `${text}\n`).join('')));
  }
}

function sentence({ line, reason, text }: InvalidRow, linesBefore: number): string {
  const start = text.slice(0, 4 * MAX_CHARACTERS);
  const shown = clipped(visible(utf8Text(start) ?? start), MAX_CHARACTERS);
  return `Line ${linesBefore + line}: ${reason}: "${shown}".`;
}

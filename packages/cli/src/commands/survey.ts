import {
  faultMessage,
  InputError,
  MAX_SHOWN_FAULTS,
  SURVEY_FORMATS,
  type SurveyedPart,
  type SurveyFormat,
  surveyArchives,
  surveyPage,
  Tallies,
} from '@repkit/bulk';
import { openResultFile, writeRows } from '../bulk/output-file.js';
import { progressLine } from '../bulk/progress.js';
import type { Arguments } from '../options/arguments.js';
import { AGENT_OPTION } from '../options/checked-values.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTION, crawlersOption, warnOfOtherBehavior } from '../options/crawler-option.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../options/output-conflicts.js';
import {
  choiceSpec,
  dialectOf,
  formatOption,
  givenOf,
  INTERPRETATION_OPTIONS,
  jobsOption,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import { naming, writeFile } from '../program/files.js';
import type { ExitCode, Io, OutputFile } from '../program/io.js';
import { counted, visible } from '../program/terminal.js';

export const survey: Command = {
  name: 'survey',
  summary: 'Summarize the robots.txt files of an archive as rows and as a page with charts.',
  positionals: 'ARCHIVE…',
  completes: { files: true },
  options: {
    agent: AGENT_OPTION,
    crawler: CRAWLER_OPTION,
    ...INTERPRETATION_OPTIONS,
    'treat-429': TREAT_429_OPTION,
    format: choiceSpec(SURVEY_FORMATS, 'Row format.'),
    output: {
      value: 'FILE',
      description:
        'File for the rows (default: standard output). Compressed if it ends in .gz or .zst.',
    },
    html: { value: 'FILE', description: 'File for a summary with tables and charts.' },
    lint: {
      description:
        'Include findings about rules, as in repkit lint, not only about single lines. About 150 times slower.',
    },
    jobs: { value: 'N', description: 'Number of threads (default: number of cores).' },
    quiet: { description: 'Hide progress and warnings about unreadable data.' },
  },
  examples: {
    'List the sites that block GPTBot and CCBot':
      'repkit survey --agent GPTBot --agent CCBot --format csv robotstxt-*.warc.gz > survey.csv',
    'Write rows for a database, and a page with charts':
      'repkit survey --format parquet --output survey.parquet --html survey.html crawl/',
  },
  notes: {
    Archives: [
      {
        WARC: '.warc and .warc.gz files with HTTP responses for /robots.txt, as from Common Crawl',
        NDJSON:
          '{ "url" or "origin" or "host": …, "status": …, "robotsTxt" or "robotsTxtBase64": … }',
        folder: 'robots.txt files by host: HOST, HOST.txt or HOST/robots.txt',
      },
      'Damaged or truncated records are skipped and reported with their location.',
    ],
  },
  exitCodes: { 0: 'done; unreadable data is reported on standard error' },
  run: runSurvey,
};

async function runSurvey(args: Arguments, io: Io): Promise<ExitCode> {
  const dialect = dialectOf(args);
  const crawlers = crawlersOption(args, dialect) ?? ['*'];
  const format = formatOf(args, io);
  const threads = jobsOption(args);
  const files = args.positionals;
  checkOutputConflicts(optionFiles(args, ['output', 'html']), inputFiles(files), io);
  const html = args.value('html');
  // Reports an unwritable page before the work starts.
  if (html !== undefined) naming(`--html "${html}"`, () => io.checkWritable(html), 'written');
  const isLinted = args.has('lint');
  const survey = { files, crawlers, given: givenOf(args), isLinted, format, threads };
  warnOfOtherBehavior(crawlers, io);
  const parts = surveyArchives(survey, io);
  // Wait for the first part before opening the output, so that an unreadable archive does not truncate it.
  const first = await parts.next();
  const output = await openResultFile(args, 'output', io);
  // Write the page even if the reader of the rows stops early.
  if (html !== undefined) io.outliveReader();
  const tallies = await writeParts(args, chain(first, parts), output, io);
  if (html !== undefined) {
    const page = surveyPage(tallies, { crawlers, files, dialect });
    writeFile(`--html "${html}"`, html, page, io);
  }
  output?.close();
  return 0;
}

async function* chain<Item>(
  first: IteratorResult<Item, undefined>,
  rest: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function writeParts(
  args: Arguments,
  parts: AsyncIterable<SurveyedPart>,
  output: OutputFile | undefined,
  io: Io,
): Promise<Tallies> {
  const isQuiet = args.has('quiet');
  const progress = progressLine(undefined, io);
  const warn = (sentence: string): void => {
    if (isQuiet) return;
    progress.clear();
    io.stderr.write(`repkit survey: ${visible(sentence)}\n`);
  };
  const tallies = new Tallies();
  let rowCount = 0;
  let shown = 0;
  for await (const { bytes, rows, ...part } of parts) {
    await writeRows(bytes, output, io);
    tallies.add(part.tallies);
    tallies.count('files', 'skipped', part.skipped);
    tallies.count('files', 'not read', part.faultCount);
    for (const fault of part.faults) {
      if (shown++ < MAX_SHOWN_FAULTS) warn(faultMessage(fault));
    }
    rowCount += rows;
    if (io.stderr.isTerminal && !isQuiet) progress.show(rowCount);
  }
  progress.clear();
  const summary = summarySentence(tallies);
  if (summary !== undefined) warn(summary);
  return tallies;
}

function formatOf(args: Arguments, io: Pick<Io, 'stdout'>): SurveyFormat {
  const format = formatOption(args, SURVEY_FORMATS);
  if (format === 'parquet' && !args.has('output') && io.stdout.isTerminal) {
    throw new InputError('Refusing to write Parquet to a terminal. Use --output FILE.');
  }
  return format;
}

/** Returns undefined if everything was surveyed. */
export function summarySentence(tallies: Tallies): string | undefined {
  const unreadable = tallies.get('files', 'not read');
  const skipped = tallies.get('files', 'skipped');
  const parts = [
    `Surveyed ${tallies.get('files', 'all')} robots.txt`,
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(skipped > 0 ? [`skipped ${counted(skipped, 'other record')}`] : []),
  ];
  return parts.length === 1 ? undefined : `${parts.join(', ')}.`;
}

import {
  faultMessage,
  InputError,
  MAX_SHOWN_FAULTS,
  SURVEY_FORMATS,
  type SurveyedPart,
  surveyArchives,
  surveyPage,
  Tallies,
} from '@repkit/bulk';
import { type Results, withResults, writeRows } from '../bulk/output-file.js';
import { progressLine } from '../bulk/progress.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTIONS, crawlersOption, warnOfOtherBehavior } from '../options/crawler-option.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../options/output-conflicts.js';
import {
  choiceSpec,
  dialectOf,
  formatOption,
  INTERPRETATION_OPTIONS,
  jobsOption,
  ruleOverrides,
  SOFT_NOT_FOUND_OPTION,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import { matchingFiles, naming, writeFile } from '../program/files.js';
import type { ExitCode, Io } from '../program/io.js';
import { counted } from '../program/terminal.js';

export const survey: Command = {
  name: 'survey',
  summary: 'Summarize the robots.txt files of an archive as rows and as a page with charts.',
  positionals: [{ name: 'ARCHIVE', required: true, repeatable: true, files: true }],
  options: {
    ...CRAWLER_OPTIONS,
    ...INTERPRETATION_OPTIONS,
    'treat-429': TREAT_429_OPTION,
    'soft-not-found': SOFT_NOT_FOUND_OPTION,
    format: choiceSpec(SURVEY_FORMATS, 'Row format.'),
    output: {
      value: 'FILE',
      description:
        'File for the rows (default: standard output), which is FILE.partial until it is complete. Compressed if it ends ' +
        'in .gz or .zst.',
    },
    html: { value: 'FILE', description: 'File for a summary with tables and charts.' },
    lint: {
      description: 'Include findings about rules, as in repkit lint, not only about single lines. About 9 times slower.',
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
          '{ "url" or "origin" or "host": …, "status": …, "robotsTxt" or "robotsTxtBase64": … }; the body may be ' +
          'missing only with a status that is not a success',
        folder: 'robots.txt files by host: HOST, HOST.txt or HOST/robots.txt',
      },
      'Damaged or truncated records are skipped and reported with their location. An archive that ends too early is ' +
        'surveyed up to there, the rows stay in FILE.partial, and the exit code is 2.',
    ],
  },
  exitCodes: {
    0: 'done; unreadable data is reported on standard error',
    2: 'invalid options or input, an archive that ends too early, or no entry that can be read',
  },
  run: runSurvey,
};

async function runSurvey(args: Arguments, io: Io): Promise<ExitCode> {
  const dialect = dialectOf(args);
  const crawlers = crawlersOption(args) ?? ['*'];
  const format = formatOption(args, SURVEY_FORMATS);
  if (format === 'parquet' && !args.has('output') && io.stdout.isTerminal) {
    throw new InputError('Refusing to write Parquet to a terminal. Use --output FILE.');
  }
  const threads = jobsOption(args);
  const files = args.positionals.flatMap((name) => matchingFiles(name, io));
  checkOutputConflicts(optionFiles(args, ['output', 'html']), inputFiles(files), io);
  const html = args.value('html');
  // Reports an unwritable page before the work starts.
  if (html !== undefined) naming(`--html "${html}"`, () => io.checkWritable(html), 'written');
  const isLinted = args.has('lint');
  const survey = { files, crawlers, overrides: ruleOverrides(args), isLinted, format, threads };
  warnOfOtherBehavior(crawlers, io);
  // Write the page even if the reader of the rows stops early.
  if (html !== undefined) io.outliveReader();
  await withResults(args, ['output'], io, async (results) => {
    const { tallies, isCut } = await writeParts(args, surveyArchives(survey, io), results, io);
    if (tallies.get('files', 'all') === 0 && tallies.get('files', 'not read') > 0) {
      throw new InputError('No entry could be read. Check the format of the archive.');
    }
    if (html !== undefined) {
      const page = surveyPage(tallies, { crawlers, files, dialect });
      writeFile(`--html "${html}"`, html, page, io);
    }
    if (isCut) throw new InputError('Not all archives were complete. What was read was surveyed.');
  });
  return 0;
}

async function writeParts(
  args: Arguments,
  parts: AsyncIterable<SurveyedPart>,
  { files, stop }: Results,
  io: Io,
): Promise<{ readonly tallies: Tallies; readonly isCut: boolean }> {
  const isQuiet = args.has('quiet');
  const progress = progressLine(undefined, io);
  const warn = isQuiet ? () => {} : progress.report;
  const tallies = new Tallies();
  let rowCount = 0;
  let faultCount = 0;
  let isCut = false;
  try {
    for await (const { bytes, rows, ...part } of parts) {
      stop?.throwIfAborted();
      await writeRows(bytes, files.output, io);
      tallies.add(part.tallies);
      tallies.count('files', 'skipped', part.skipped);
      tallies.count('files', 'not read', part.faultCount);
      for (const fault of part.faults) {
        if (faultCount++ < MAX_SHOWN_FAULTS) warn(faultMessage(fault));
      }
      isCut ||= part.isCut;
      rowCount += rows;
      if (io.stderr.isTerminal && !isQuiet) progress.show(rowCount);
    }
  } finally {
    progress.clear();
  }
  const summary = summarySentence(tallies);
  if (summary !== undefined) warn(summary);
  return { tallies, isCut };
}

/** Returns undefined if everything was surveyed. */
export function summarySentence(tallies: Tallies): string | undefined {
  const unreadable = tallies.get('files', 'not read');
  const skipped = tallies.get('files', 'skipped');
  const all = tallies.get('files', 'all');
  const parts = [
    `Surveyed ${all} robots.txt`,
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(skipped > 0 ? [`skipped ${counted(skipped, 'other record')}`] : []),
  ];
  if (parts.length > 1) return `${parts.join(', ')}.`;
  // An empty folder is most likely another one than intended.
  return all === 0 ? `${parts.join()}. Check the path.` : undefined;
}

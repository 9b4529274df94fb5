import {
  faultMessage,
  fileError,
  InputError,
  MAX_SHOWN_FAULTS,
  SURVEY_FORMATS,
  type SurveyedPart,
  type SurveyFormat,
  surveyArchives,
  surveyPage,
  Tallies,
} from '@repkit/bulk';
import { openResultFile } from '../bulk/output-file.js';
import { Progress } from '../bulk/progress.js';
import type { Arguments } from '../options/arguments.js';
import { askedProductTokens } from '../options/checked-values.js';
import { filesOf, keptApart, namedFiles } from '../options/output-conflicts.js';
import {
  ACCESS_OPTIONS,
  formatOption,
  interpretationOf,
  jobsOption,
  policyOf,
} from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io, OutputFile } from '../program/io.js';
import { visible } from '../render/terminal.js';

export const survey: Command = {
  name: 'survey',
  summary: 'What the robots.txt files of an archive say: a row for each, and a page of charts.',
  positionals: 'ARCHIVE…',
  completes: { files: true },
  options: [
    {
      name: 'agent',
      value: 'TOKEN',
      repeatable: true,
      description: 'A product token, such as GPTBot; repeat it for several. Without it: "*".',
    },
    ...ACCESS_OPTIONS,
    {
      name: 'format',
      value: 'NAME',
      choices: SURVEY_FORMATS,
      default: 'ndjson',
      description: 'Of the rows.',
    },
    {
      name: 'output',
      value: 'FILE',
      description: 'File for the rows instead of standard output; .gz and .zst are compressed.',
    },
    { name: 'html', value: 'FILE', description: 'Write a summary with tables and charts, too.' },
    {
      name: 'lint',
      description:
        'Look at what the rules mean, too, and not at their lines alone, as repkit lint does:\n' +
        'about 150 times as slow.',
    },
    {
      name: 'jobs',
      value: 'N',
      description: 'How many threads work at once: as many as there are cores without it.',
    },
    { name: 'quiet', description: 'No progress, and no complaints about what cannot be read.' },
  ],
  examples: [
    {
      says: 'Who keeps GPTBot and CCBot out?',
      command:
        'repkit survey --agent GPTBot --agent CCBot --format csv robotstxt-*.warc.gz > survey.csv',
    },
    {
      says: 'Rows for a database, and a page to look at',
      command: 'repkit survey --format parquet --output survey.parquet --html survey.html crawl/',
    },
  ],
  notes: [
    {
      title: 'Archives',
      lines: [
        'WARC    .warc and .warc.gz with the HTTP responses of /robots.txt, as Common Crawl has them',
        'NDJSON  { "url" or "origin" or "host": …, "status": …, "robotsTxt" or "robotsTxtBase64": … }',
        'folder  robots.txt files by host: HOST, HOST.txt or HOST/robots.txt',
        'sqlite  the store of repkit check and of the client',
        '',
        'What is damaged or cut short costs itself alone, and is told with its place.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  done; what could not be read is told on standard error',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runSurvey,
};

async function runSurvey(args: Arguments, io: Io): Promise<ExitCode> {
  const interpretation = interpretationOf(args);
  const { dialect } = interpretation;
  const productTokens = askedProductTokens(args, dialect) ?? ['*'];
  const format = formatOf(args, io);
  const threads = jobsOption(args);
  const files = args.positionals;
  if (files.length === 0) {
    throw new InputError('no archive is named: write repkit survey ARCHIVE.');
  }
  keptApart(filesOf(args, ['output', 'html']), namedFiles(files), io);
  const html = args.value('html');
  checkPage(html, io);
  const isLinted = args.has('lint');
  const policy = policyOf(interpretation);
  const survey = { files, productTokens, policy, dialect, isLinted, format, threads };
  const parts = surveyArchives(survey, io);
  // The first part is awaited before the output is opened: an archive that cannot be read must not empty it.
  const first = await parts.next();
  const output = await openResultFile(args, 'output', 0, io);
  // The page is wanted even if the reader of the rows has seen enough.
  if (html !== undefined) io.outliveReader();
  const tallies = await writeParts(args, chain(first, parts), output, io);
  if (html !== undefined) {
    writePage(html, surveyPage(tallies, { productTokens, files, dialect }), io);
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
  const isForPeople = output === undefined && io.stdout.isTerminal;
  const progress = new Progress(undefined, io);
  const say = (sentence: string): void => {
    if (isQuiet) return;
    progress.clear();
    io.stderr.write(`repkit survey: ${visible(sentence)}\n`);
  };
  const tallies = new Tallies();
  let rowCount = 0;
  let shown = 0;
  for await (const { bytes, rows, ...part } of parts) {
    if (output !== undefined) output.write(bytes);
    else await io.writeBytes(isForPeople ? visibleLines(bytes) : bytes);
    tallies.add(part.tallies);
    tallies.count('files', 'skipped', part.skipped);
    tallies.count('files', 'not read', part.faultCount);
    for (const fault of part.faults) {
      if (shown++ < MAX_SHOWN_FAULTS) say(faultMessage(fault));
    }
    rowCount += rows;
    if (io.stderr.isTerminal && !isQuiet) progress.show(rowCount);
  }
  progress.clear();
  const summary = summarySentence(tallies);
  if (summary !== undefined) say(summary);
  return tallies;
}

function visibleLines(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.split('\n').map(visible).join('\n'));
}

function formatOf(args: Arguments, io: Pick<Io, 'stdout'>): SurveyFormat {
  const format = formatOption(args, SURVEY_FORMATS);
  if (format === 'parquet' && !args.has('output') && io.stdout.isTerminal) {
    throw new InputError('Parquet is nothing for a terminal: add --output FILE.');
  }
  return format;
}

/** A page that cannot be written is better reported before the work than after it. */
function checkPage(path: string | undefined, io: Pick<Io, 'checkWritable'>): void {
  try {
    if (path !== undefined) io.checkWritable(path);
  } catch (error) {
    throw fileError(`--html "${path}"`, error, 'written');
  }
}

function writePage(path: string, page: string, io: Pick<Io, 'replaceFile'>): void {
  try {
    io.replaceFile(path, page);
  } catch (error) {
    throw fileError(`--html "${path}"`, error, 'written');
  }
}

/** Undefined where there is nothing to say. */
export function summarySentence(tallies: Tallies): string | undefined {
  const broken = tallies.get('files', 'not read');
  const skipped = tallies.get('files', 'skipped');
  const parts = [
    `${tallies.get('files', 'all')} robots.txt surveyed`,
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'place' : 'places'} could not be read`] : []),
    ...(skipped > 0
      ? [`${skipped} ${skipped === 1 ? 'record is' : 'records are'} of something else`]
      : []),
  ];
  return parts.length === 1 ? undefined : `${parts.join(', ')}.`;
}

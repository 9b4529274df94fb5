import { dialects } from '@repkit/core';
import { faultSentence, MOST_SHOWN_FAULTS } from '../archive/faults.js';
import type { Arguments } from '../arguments.js';
import { Progress } from '../bulk/progress.js';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { ExitCode, Io, OutputFile } from '../io.js';
import { filesOf, keptApart, namedFiles } from '../kept-apart.js';
import { askedProductTokens } from '../question.js';
import { readingOf } from '../reading.js';
import { visible } from '../render/visible.js';
import { sectionCount, surveyArchives } from '../survey/archive-survey.js';
import { summarySentence } from '../survey/complaints.js';
import {
  SectionSurvey,
  type SectionTask,
  SURVEY_FORMATS,
  type SurveyedSection,
  type SurveyFormat,
} from '../survey/section-survey.js';
import { surveyOutput } from '../survey/survey-output.js';
import { Tallies } from '../survey/tallies.js';
import { askedJobs } from '../threads/asked-jobs.js';
import { Pool } from '../threads/pool.js';

/** One is surveyed, and the next is at hand: what one thread has to do at the end the others wait for. */
const SECTIONS_A_THREAD = 2;

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
    {
      name: 'dialect',
      value: 'NAME',
      choices: Object.keys(dialects),
      default: 'rfc9309',
      description: 'Whose reading of the files.',
    },
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
      description: 'Write the rows to a file in place of standard output.',
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
  const { dialect } = readingOf(args);
  const productTokens = askedProductTokens(args, dialect) ?? ['*'];
  const format = formatOf(args, io);
  const jobs = askedJobs(args) ?? io.cores();
  const files = args.positionals;
  if (files.length === 0) {
    throw new CommandError('no archive is named: write repkit survey ARCHIVE.');
  }
  keptApart(filesOf(args, ['output', 'html']), namedFiles(files), io);
  const threads = Math.max(1, Math.min(jobs, await sectionCount(files)));
  const output = openFile(args, 'output', io);
  // What cannot be written is better known before the work than after it.
  const html = openFile(args, 'html', io);
  const options = { productTokens, dialect, isLinted: args.has('lint') };
  const work = { options, format };
  const pool = new Pool<SectionTask, SurveyedSection>(
    new SectionSurvey(work),
    { threads: threads - 1, tasksAThread: SECTIONS_A_THREAD },
    () => io.startThread({ kind: 'survey', ...work }),
  );
  try {
    pool.start();
    const tallies = await surveyAll(args, files, format, { pool, output, io });
    if (html !== undefined) {
      const { surveyPage } = await import('../survey/page.js');
      html.write(new TextEncoder().encode(surveyPage(tallies, { productTokens, files, dialect })));
      html.close();
    }
  } finally {
    await pool.close();
  }
  output?.close();
  return 0;
}

interface Means {
  readonly pool: Pool<SectionTask, SurveyedSection>;
  readonly output: OutputFile | undefined;
  readonly io: Io;
}

async function surveyAll(
  args: Arguments,
  files: readonly string[],
  format: SurveyFormat,
  { pool, output, io }: Means,
): Promise<Tallies> {
  const isQuiet = args.has('quiet');
  const progress = new Progress(undefined, io);
  const say = (sentence: string): void => {
    if (isQuiet) return;
    progress.clear();
    io.stderr.write(`repkit survey: ${visible(sentence)}\n`);
  };
  const tallies = new Tallies();
  const rows = await surveyOutput(format, output, io);
  let rowCount = 0;
  let shown = 0;
  for await (const part of surveyArchives(files, pool)) {
    await rows.add(part);
    tallies.add(part.tallies);
    tallies.count('files', 'skipped', part.skipped);
    tallies.count('files', 'not read', part.faultCount);
    for (const fault of part.faults) {
      if (shown++ < MOST_SHOWN_FAULTS) say(faultSentence(fault));
    }
    rowCount += part.rows;
    if (io.stderr.isTerminal && !isQuiet) progress.show(rowCount);
  }
  await rows.finish();
  progress.clear();
  const summary = summarySentence(tallies);
  if (summary !== undefined) say(summary);
  return tallies;
}

function formatOf(args: Arguments, io: Pick<Io, 'stdout'>): SurveyFormat {
  const name = args.value('format') ?? 'ndjson';
  const format = SURVEY_FORMATS.find((known) => known === name);
  if (format === undefined) {
    throw new CommandError(
      `there is no format "${name}": choose one of ${SURVEY_FORMATS.join(', ')}.`,
    );
  }
  if (format === 'parquet' && !args.has('output') && io.stdout.isTerminal) {
    throw new CommandError('Parquet is nothing for a terminal: add --output FILE.');
  }
  return format;
}

function openFile(
  args: Arguments,
  option: 'output' | 'html',
  io: Pick<Io, 'openOutput'>,
): OutputFile | undefined {
  const path = args.value(option);
  try {
    return path === undefined ? undefined : io.openOutput(path, 0);
  } catch (error) {
    throw fileError(`--${option} "${path}"`, error, 'written');
  }
}

import { checkRows, InputError } from '@repkit/bulk';
import { dialectFor, robotsFile } from '@repkit/core';
import { readRobotsBytes } from '../input/read-robots.js';
import { warnOfContent } from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { type Command, exitCodes } from '../options/command.js';
import { crawlersOption } from '../options/crawler-option.js';
import {
  formatOption,
  givenOf,
  INTERPRETATION_OPTIONS,
  interpretationOf,
} from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';

const FORMATS = ['tsv', 'ndjson'] as const;

export const worker: Command = {
  name: 'worker',
  summary: 'Print a verdict per input line, for engines that run external programs.',
  positionals: '',
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: FORMATS,
      default: 'tsv',
      description: 'Format of input and output rows.',
    },
    {
      name: 'robots',
      value: 'FILE',
      description: 'One robots.txt for all rows (default: each row contains its own).',
    },
    {
      name: 'agent',
      value: 'TOKEN',
      description: 'Product token for rows without one (default: "*").',
    },
    {
      name: 'crawler',
      value: 'CRAWLER',
      excludes: ['agent'],
      description:
        'Known crawler for rows without a product token, checked as its operator documents.',
    },
    ...INTERPRETATION_OPTIONS,
  ],
  examples: [
    {
      title: 'Use all cores with GNU parallel, preserving the order',
      command: 'parallel --pipe-part --block -1 -k -a urls.tsv repkit worker --robots robots.txt',
    },
    {
      title: 'Check rows that contain their robots.txt',
      command: 'repkit worker --format ndjson --agent GPTBot < rows.ndjson',
    },
  ],
  notes: [
    {
      title: 'Rows',
      lines: [
        'tsv      robotsTxt, url, token; with --robots: url, token. The token is optional.',
        '         Line feeds, tabs and backslashes in a column are written \\n, \\t and \\\\.',
        'ndjson   { "robotsTxt": …, "url": …, "token": … }, one object per line',
        '',
        'Each line yields one line, in order: allowed, disallowed, not-governed, or invalid if the row is',
        'malformed; in ndjson { "verdict": … }. Verdicts are written as lines arrive.',
      ],
    },
    exitCodes(['0  end of input; every line has a verdict']),
  ],
  run: runWorker,
};

async function runWorker(args: Arguments, io: Io): Promise<ExitCode> {
  const { dialect } = interpretationOf(args);
  const [crawler = '*', ...others] = crawlersOption(args, dialect) ?? [];
  if (others.length > 0) {
    throw new InputError(
      'Rows without a product token have one crawler. Name one with --agent or --crawler.',
    );
  }
  const format = formatOption(args, FORMATS);
  const file = args.value('robots');
  if (args.positionals.length > 0) {
    throw new InputError('Rows are read from standard input. Write < before the file name.');
  }
  if (file === '-') {
    throw new InputError('Standard input contains the rows. Use --robots with a file.');
  }
  const robots =
    file === undefined ? undefined : robotsFile(await readRobotsBytes(file, dialect, io));
  const given = givenOf(args);
  if (robots !== undefined) {
    const robotsTxt = robots.in(dialectFor(crawler, given));
    warnOfContent('worker', { name: file ?? '', robotsTxt }, io);
  }
  const verdicts = checkRows(io.stdin(), { format, given, file: robots, crawler });
  for await (const bytes of verdicts) await io.writeBytes(bytes);
  return 0;
}

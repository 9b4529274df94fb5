import { checkRows, InputError } from '@repkit/bulk';
import { parseRobotsFile } from '../input/read-robots.js';
import type { Arguments } from '../options/arguments.js';
import { askedProductToken } from '../options/checked-values.js';
import {
  formatOption,
  INTERPRETATION_OPTIONS,
  interpretationOf,
} from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';

export const worker: Command = {
  name: 'worker',
  summary: 'A verdict for each line, line by line, for engines that run programs.',
  positionals: '',
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: ['tsv', 'ndjson'],
      default: 'tsv',
      description: 'The form of the rows in and out.',
    },
    {
      name: 'robots',
      value: 'FILE',
      description: 'One robots.txt for all rows; without it each row brings its own.',
    },
    {
      name: 'agent',
      value: 'TOKEN',
      description: 'The product token of rows that name none: "*" without it.',
    },
    ...INTERPRETATION_OPTIONS,
  ],
  examples: [
    {
      says: 'Under GNU parallel, on all cores, in order',
      command: 'parallel --pipe-part --block -1 -k -a urls.tsv repkit worker --robots robots.txt',
    },
    {
      says: 'Rows that bring their robots.txt',
      command: 'repkit worker --format ndjson --agent GPTBot < rows.ndjson',
    },
  ],
  notes: [
    {
      title: 'Rows',
      lines: [
        'tsv      robotsTxt, url, token; with --robots: url, token. The token may be left out.',
        '         Line feeds, tabs and backslashes in a column are written \\n, \\t and \\\\.',
        'ndjson   { "robotsTxt": …, "url": …, "token": … }, each on a line of its own',
        '',
        'For each line comes one line, in order: allowed, disallowed, or invalid where the row cannot',
        'be read; in ndjson { "verdict": … }. Lines are answered as soon as they have arrived.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  the input has ended, and every line has its answer',
        '2  a mistake in the options; standard error says what to do',
      ],
    },
  ],
  run: runWorker,
};

async function runWorker(args: Arguments, io: Io): Promise<ExitCode> {
  const { dialect } = interpretationOf(args);
  const productToken = askedProductToken(args.value('agent') ?? '*', dialect);
  const format = formatOption(args, ['tsv', 'ndjson']);
  const file = args.value('robots');
  if (args.positionals.length > 0) {
    throw new InputError('rows come on standard input: write < before the name of the file.');
  }
  if (file === '-') {
    throw new InputError('standard input is for the rows: give --robots the name of a file.');
  }
  const robotsTxt = file === undefined ? undefined : await parseRobotsFile(file, dialect, io);
  const answers = checkRows(io.stdin(), { format, dialect, robotsTxt, productToken });
  for await (const bytes of answers) await io.writeBytes(bytes);
  return 0;
}

import type { Arguments } from '../arguments.js';
import { blocksOf, LONGEST_LINE_OCTETS, octetsOf } from '../bulk/blocks.js';
import { withLinesCut } from '../bulk/cut-lines.js';
import { withoutMark } from '../bulk/input.js';
import { WorkerAnswers } from '../bulk/worker-answers.js';
import { ndjsonWorker, tsvWorker, type WorkerFormat } from '../bulk/worker-rows.js';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import type { ExitCode, Io } from '../io.js';
import { askedProductToken } from '../question.js';
import { parseRobotsFile } from '../read-robots.js';
import { READING_OPTIONS, readingOf } from '../reading.js';

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
    ...READING_OPTIONS,
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

const CARRIAGE_RETURN = 0x0d;

async function runWorker(args: Arguments, io: Io): Promise<ExitCode> {
  const { dialect } = readingOf(args);
  const productToken = askedProductToken(args.value('agent') ?? '*', dialect);
  const file = args.value('robots');
  if (args.positionals.length > 0) {
    throw new CommandError('rows come on standard input: write < before the name of the file.');
  }
  if (file === '-') {
    throw new CommandError('standard input is for the rows: give --robots the name of a file.');
  }
  const format = formatOf(args, file === undefined);
  const robotsTxt = file === undefined ? undefined : await parseRobotsFile(file, dialect, io);
  const answers = new WorkerAnswers({ format, dialect, robotsTxt, productToken });
  // One octet less than a block may hold: the one that a cut line ends with.
  const rows = withLinesCut(LONGEST_LINE_OCTETS - 1, withoutMark(io.stdin()));
  for await (const { text } of blocksOf(rows)) {
    let written = '';
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      const isCrLf = end > at && text.charCodeAt(end - 1) === CARRIAGE_RETURN;
      const line = text.slice(at, isCrLf ? end - 1 : end);
      written += format.answer(answers.answer(format.read(line)));
      at = end + 1;
    }
    await io.writeOctets(octetsOf(written));
  }
  return 0;
}

function formatOf(args: Arguments, hasRobotsTxt: boolean): WorkerFormat {
  const name = args.value('format') ?? 'tsv';
  if (name === 'tsv') return tsvWorker(hasRobotsTxt);
  if (name === 'ndjson') return ndjsonWorker;
  throw new CommandError(`there is no format "${name}": choose one of tsv, ndjson.`);
}

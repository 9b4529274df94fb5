import { InputError } from '@repkit/bulk';
import { runFilter } from '../bulk/filter-run.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { filesOf, keptApart, namedFiles } from '../options/output-conflicts.js';
import { ACCESS_OPTIONS } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';

export const filter: Command = {
  name: 'filter',
  summary: 'Verdicts for millions of URLs, one a line, in order.',
  positionals: '[FILE…]',
  completes: { files: true },
  options: [
    {
      name: 'robots',
      value: 'FILE',
      description: 'One robots.txt for all URLs; then a URL may also be a path.',
    },
    {
      name: 'archive',
      value: 'PATH',
      description:
        'A folder of robots.txt files by host: HOST, HOST.txt or HOST/robots.txt, where HOST has its ' +
        'port behind a colon if it is not the usual one. Or a file: WARC, NDJSON, or a store of repkit.',
    },
    {
      name: 'missing',
      value: 'NAME',
      choices: ['allowed', 'disallowed', 'unreachable'],
      default: 'unreachable',
      description: 'The verdict for hosts that are not in the archive.',
    },
    {
      name: 'agent',
      value: 'TOKEN',
      repeatable: true,
      description: 'A product token, such as GPTBot; repeat it for several. Without it: "*".',
    },
    ...ACCESS_OPTIONS,
    {
      name: 'only',
      value: 'NAME',
      choices: ['allowed', 'disallowed'],
      description:
        'Print bare URLs, and only those with this verdict for at least one of the tokens.',
    },
    {
      name: 'format',
      value: 'NAME',
      choices: ['tsv', 'ndjson', 'csv'],
      default: 'tsv',
      description: 'The form of the rows in and out. In tsv the URL is the first column.',
    },
    {
      name: 'column',
      value: 'COLUMN',
      description:
        'In ndjson the member that holds the URL, in csv the column, by its name or by its number ' +
        'from 1: url without it.',
    },
    {
      name: 'no-header',
      description:
        'In csv the first row is data; the URL is then the first column without --column.',
    },
    {
      name: 'output',
      value: 'FILE',
      description: 'Output file instead of standard output; .gz and .zst are compressed.',
    },
    {
      name: 'rejects',
      value: 'FILE',
      description: 'File for lines without a URL, as they are; .gz and .zst are compressed.',
    },
    {
      name: 'checkpoint',
      value: 'FILE',
      description:
        'Keep in a file how far the run has come, and go on from there where it exists: after Ctrl-C ' +
        'or a crash no line is lost or written twice. Needs --output.',
    },
    {
      name: 'jobs',
      value: 'N',
      description:
        'How many threads work, from 1 to 256; with --robots and --archive. Without it that is one ' +
        'for each core, up to 8, from the 9th MiB of input on.',
    },
    {
      name: 'quiet',
      description: 'No progress, and no complaints about bad lines or a damaged archive.',
    },
    {
      name: 'concurrency',
      value: 'N',
      description: 'How many sites are asked at once, from 1 to 1000: 50 without it.',
    },
    ...FETCH_OPTIONS,
  ],
  examples: [
    {
      says: 'Which of these URLs may be fetched?',
      command: 'repkit filter --robots robots.txt --agent GPTBot --only allowed urls.txt.gz',
    },
    {
      says: 'Two crawlers, many hosts, from a folder of robots.txt files',
      command: 'zcat urls.gz | repkit filter --archive robots/ --agent GPTBot --agent CCBot',
    },
    {
      says: 'A long run that can be taken up again',
      command:
        'repkit filter --robots robots.txt --output verdicts.tsv --checkpoint run.json urls.zst',
    },
  ],
  notes: [
    {
      title: 'Rows',
      lines: [
        'Input is one row a line, in files (gzip and zstd are seen by themselves) or on standard input.',
        'Output is one row for each row and token, in order: the URL, the token, and allowed,',
        'disallowed, unreachable or invalid, separated by tabs, then the further columns of the row.',
        'In ndjson "token" and "verdict" are added to the object, in csv they are the last columns.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  all rows are answered, whatever the answers; bad lines have the verdict invalid',
        '2  a mistake in the options or the input; standard error says what to do',
        '130, 143  stopped by Ctrl-C or SIGTERM; standard error says how to continue',
      ],
    },
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<ExitCode> {
  const inputs = args.positionals.length === 0 ? ['-'] : args.positionals;
  if (args.value('robots') === '-' && inputs.includes('-')) {
    throw new InputError(
      'standard input cannot be both robots.txt and the URLs: name a file for one of them.',
    );
  }
  if (args.has('checkpoint') && !args.has('output')) {
    throw new InputError('--checkpoint has to know what was written: add --output FILE.');
  }
  keptApart(
    filesOf(args, ['output', 'rejects', 'checkpoint']),
    [...namedFiles(inputs), ...filesOf(args, ['robots', 'archive'])],
    io,
  );
  return await runFilter(args, inputs, io);
}

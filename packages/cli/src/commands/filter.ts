import { MISSING_OPTION, ONLY, ROW_FORMATS, SITE_OPTIONS } from '../bulk/filter-options.js';
import { runFilter } from '../bulk/filter-run.js';
import { type Arguments, withEach } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTIONS } from '../options/crawler-option.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../options/output-conflicts.js';
import {
  choiceSpec,
  INTERPRETATION_OPTIONS,
  SOFT_NOT_FOUND_OPTION,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';

export const filter: Command = {
  name: 'filter',
  summary: 'Check millions of URLs, one per line, in order.',
  positionals: [{ name: 'FILE', repeatable: true, files: true }],
  options: {
    robots: {
      value: 'FILE',
      excludes: ['archive'],
      description: 'One robots.txt for all URLs, which may then be paths.',
    },
    archive: {
      value: 'PATH',
      description:
        'Archive with robots.txt files: a WARC or NDJSON file, or a folder with HOST, ' +
        'HOST.txt or HOST/robots.txt. Add the port to HOST (HOST:PORT) if it is not the default.',
    },
    missing: MISSING_OPTION,
    ...CRAWLER_OPTIONS,
    ...INTERPRETATION_OPTIONS,
    'treat-429': { ...TREAT_429_OPTION, excludes: ['robots'] },
    'soft-not-found': { ...SOFT_NOT_FOUND_OPTION, excludes: ['robots'] },
    only: {
      value: 'NAME',
      choices: ONLY,
      description: 'Print only the URLs with this verdict for at least one crawler.',
    },
    format: choiceSpec(
      ROW_FORMATS,
      'Format of input and output rows. In tsv, the URL is the first column.',
    ),
    column: {
      value: 'COLUMN',
      requires: ['format=ndjson', 'format=csv'],
      description:
        'Name of the URL member in ndjson, or name or number (from 1) of the URL column in csv (default: url).',
    },
    'no-header': {
      requires: ['format=csv'],
      description:
        'Treat the first csv row as data. Without --column, the URL is then the first column.',
    },
    output: {
      value: 'FILE',
      description: 'Output file (default: standard output). Compressed if it ends in .gz or .zst.',
    },
    rejects: {
      value: 'FILE',
      description:
        'File that receives the invalid lines, unchanged. Compressed if it ends in .gz or .zst.',
    },
    jobs: {
      value: 'N',
      requires: ['robots', 'archive'],
      description:
        'Number of threads, 1 to 256, with --robots or --archive (default: 1 for the first 8 MiB of ' +
        'input, then one per core, up to 8).',
    },
    quiet: {
      description: 'Hide progress and warnings about invalid lines and damaged archives.',
    },
    ...withEach(SITE_OPTIONS, { excludes: ['robots', 'archive'] }),
  },
  examples: {
    'Print the URLs that GPTBot may fetch':
      'repkit filter --robots robots.txt --agent GPTBot --only allowed urls.txt.gz',
    'Check two crawlers on many hosts, using a folder of robots.txt files':
      'zcat urls.gz | repkit filter --archive robots/ --agent GPTBot --agent CCBot',
  },
  notes: {
    Rows:
      'Input is one row per line, in files or on standard input; gzip and zstd are detected. ' +
      'Output is one row per input row and crawler, in order: the URL, the token or name, and ' +
      'allowed, disallowed, unreachable, not-governed or invalid, separated by tabs, followed ' +
      'by the remaining columns. In ndjson, "token" and "verdict" are added to the object; in ' +
      'csv, they are the last columns.',
  },
  exitCodes: { 0: 'all rows were processed; invalid lines have the verdict invalid' },
  run,
};

async function run(args: Arguments, io: Io): Promise<ExitCode> {
  const inputs = args.positionals.length === 0 ? ['-'] : args.positionals;
  checkStandardInput([args.value('robots'), ...new Set(inputs)]);
  checkOutputConflicts(
    optionFiles(args, ['output', 'rejects']),
    [...inputFiles(inputs), ...optionFiles(args, ['robots', 'archive'])],
    io,
  );
  return await runFilter(args, inputs, io);
}

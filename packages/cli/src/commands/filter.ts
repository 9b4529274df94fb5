import { CONCURRENCY_OPTION, MISSING_OPTION, ONLY, ROW_FORMATS } from '../bulk/filter-options.js';
import { runFilter } from '../bulk/filter-run.js';
import { INCLUDE_OPTION } from '../input/url-sources.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTIONS } from '../options/crawler-option.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../options/output-conflicts.js';
import { choiceSpec, INTERPRETATION_OPTIONS, SOFT_NOT_FOUND_OPTION, TREAT_429_OPTION } from '../options/shared-options.js';
import { matchingFiles } from '../program/files.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';

/** For runs that fetch the robots.txt of sites. Other runs may fetch sitemaps. */
const ONLY_LIVE = { excludes: ['robots', 'archive', 'robots-column'] };

export const filter: Command = {
  name: 'filter',
  summary: 'Check millions of URLs, one per line, in order.',
  positionals: [{ name: 'FILE', repeatable: true, files: true }],
  options: {
    robots: {
      value: 'FILE',
      readsStdin: true,
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
    'robots-column': {
      value: 'COLUMN',
      excludes: ['robots', 'archive'],
      description:
        'Column of rows that contain their own robots.txt, which is not printed. In tsv, all cells are then escaped ' +
        'as by ClickHouse.',
    },
    ...CRAWLER_OPTIONS,
    'agent-column': {
      value: 'COLUMN',
      excludes: ['crawler-column', 'group'],
      description: 'Column of rows that name a product token. --agent is then for rows without one.',
    },
    'crawler-column': {
      value: 'COLUMN',
      excludes: ['group'],
      description: 'Column of rows that name a known crawler. --crawler is then for rows without one.',
    },
    ...INTERPRETATION_OPTIONS,
    'treat-429': { ...TREAT_429_OPTION, excludes: ['robots', 'robots-column'] },
    'soft-not-found': { ...SOFT_NOT_FOUND_OPTION, excludes: ['robots', 'robots-column'] },
    only: {
      value: 'NAME',
      choices: ONLY,
      excludes: ['group', 'explain', 'verdict-only'],
      description: 'Print only the URLs with this verdict for at least one crawler.',
    },
    group: {
      excludes: ['explain', 'verdict-only'],
      description: 'Print one row per URL: the crawlers that may not fetch it, and those whose result is unknown.',
    },
    explain: {
      requires: ['format=ndjson', 'format=csv'],
      excludes: ['verdict-only'],
      description: 'Add the rule that decides, and its line, to rows in ndjson and csv.',
    },
    'verdict-only': {
      description: 'Print only one verdict per input row, for engines that run external programs.',
    },
    format: choiceSpec(ROW_FORMATS, 'Format of input and output rows. In tsv, the URL is the first column.'),
    column: {
      value: 'COLUMN',
      description:
        'Column of the URL: a name in ndjson, a name or a number from 1 in csv (default: url), a number in tsv (default: 1).',
    },
    'no-header': {
      requires: ['format=csv'],
      description: 'Treat the first csv row as data. Without --column, the URL is then the first column.',
    },
    include: { ...INCLUDE_OPTION, excludes: ['verdict-only', 'format=ndjson', 'format=csv'] },
    output: {
      value: 'FILE',
      description:
        'Output file (default: standard output), which is FILE.partial until it is complete. Compressed if it ends in ' +
        '.gz or .zst.',
    },
    rejects: {
      value: 'FILE',
      description: 'File that receives the invalid lines, unchanged. Compressed if it ends in .gz or .zst.',
    },
    jobs: {
      value: 'N',
      requires: ['robots', 'archive', 'robots-column'],
      description:
        'Number of threads, 1 to 256, unless sites are fetched (default: 1 for the first 8 MiB of input, or as many bytes ' +
        'as the archive has, then one per core, up to 8).',
    },
    quiet: {
      description: 'Hide progress and warnings about invalid lines and damaged archives.',
    },
    concurrency: CONCURRENCY_OPTION,
    ...FETCH_OPTIONS,
    refresh: { ...FETCH_OPTIONS.refresh, ...ONLY_LIVE },
    store: { ...FETCH_OPTIONS.store, ...ONLY_LIVE },
  },
  examples: {
    'Print the URLs that GPTBot may fetch': 'repkit filter --robots robots.txt --agent GPTBot --only allowed urls.txt.gz',
    'Check two crawlers on many hosts, using a folder of robots.txt files':
      'zcat urls.gz | repkit filter --archive robots/ --agent GPTBot --agent CCBot',
    'List the AI crawlers that may not fetch each page of a sitemap':
      'repkit filter --crawler ai --group https://example.com/sitemap.xml',
    'Check rows that contain their robots.txt, for an engine':
      'repkit filter --format ndjson --robots-column robotsTxt --verdict-only < rows.ndjson',
  },
  notes: {
    Rows: [
      'Input is one row per line, in files or on standard input; gzip and zstd are detected. ' +
        'Output is one row per input row and crawler, in order: the URL, the token or name, and ' +
        'allowed, disallowed, unreachable, not-governed, unstated or invalid, separated by tabs, followed ' +
        'by the remaining columns. In ndjson, "token" and "verdict" are added to the object; in ' +
        'csv, they are the last columns. Rows are written as they arrive.',
      'In tsv, an input may also be a sitemap, a sitemap index or a feed, as a file or as its URL: each page is a row.',
    ],
  },
  exitCodes: {
    0: 'all rows were processed; invalid ones have the verdict invalid',
    2: 'invalid options or input, an input that ends early, an interruption, or results that could not be written',
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<ExitCode> {
  const inputs = args.positionals.length === 0 ? ['-'] : args.positionals.flatMap((name) => matchingFiles(name, io));
  checkStandardInput([args.value('robots'), ...inputs]);
  checkOutputConflicts(
    optionFiles(args, ['output', 'rejects']),
    [...inputFiles(inputs), ...optionFiles(args, ['robots', 'archive'])],
    io,
  );
  return await runFilter(args, inputs, io);
}

import { checkRows, checkSiteRows, InputError } from '@repkit/bulk';
import { dialectFor, robotsFile } from '@repkit/core';
import { MISSING_OPTION, openRules, SITE_OPTIONS } from '../bulk/filter-options.js';
import { readRobotsBytes, warnOfContent } from '../input/read-robots.js';
import { type Arguments, withEach } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { crawlersOption } from '../options/crawler-option.js';
import {
  choiceSpec,
  formatOption,
  givenOf,
  INTERPRETATION_OPTIONS,
  SOFT_NOT_FOUND_OPTION,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';

const FORMATS = ['tsv', 'ndjson'] as const;

export const worker: Command = {
  name: 'worker',
  summary: 'Print a verdict per input line, for engines that run external programs.',
  positionals: [],
  stdin: 'ROWS',
  options: {
    format: choiceSpec(FORMATS, 'Format of input and output rows.'),
    robots: {
      value: 'FILE',
      description: 'One robots.txt for all rows (default: each row contains its own).',
    },
    archive: {
      value: 'PATH',
      excludes: ['robots', 'live'],
      description: 'Archive with the robots.txt of each site, as for filter.',
    },
    missing: MISSING_OPTION,
    live: {
      excludes: ['robots'],
      description: 'Fetch the robots.txt of the site of each URL, or take it from the store.',
    },
    agent: {
      value: 'TOKEN',
      description: 'Product token for rows without one (default: "*").',
    },
    crawler: {
      value: 'CRAWLER',
      excludes: ['agent'],
      description:
        'Known crawler for rows without a product token, checked as its operator documents.',
    },
    ...INTERPRETATION_OPTIONS,
    'treat-429': { ...TREAT_429_OPTION, requires: ['archive', 'live'] },
    'soft-not-found': { ...SOFT_NOT_FOUND_OPTION, requires: ['archive', 'live'] },
    ...withEach(SITE_OPTIONS, { requires: ['live'] }),
  },
  examples: {
    'Use all cores with GNU parallel, preserving the order':
      'parallel --pipe-part --block -1 -k -a urls.tsv repkit worker --robots robots.txt',
    'Check rows that contain their robots.txt':
      'repkit worker --format ndjson --agent GPTBot < rows.ndjson',
    'Fetch from each site once, however many workers run':
      'repkit worker --live --store redis://10.0.0.5:6379 --agent ExampleBot < urls.tsv',
  },
  notes: {
    Rows: [
      {
        tsv:
          'robotsTxt, url, token; with --robots: url, token; with --archive or --live: url. ' +
          'The token is optional. Line feeds, tabs and backslashes in a column are written ' +
          '\\n, \\t and \\\\.',
        ndjson: '{ "robotsTxt": …, "url": …, "token": … }, one object per line',
      },
      'Each line yields one line, in order: allowed, disallowed, unreachable, not-governed, or ' +
        'invalid if the row is malformed; in ndjson { "verdict": … }. Verdicts are written as ' +
        'lines arrive.',
    ],
  },
  exitCodes: { 0: 'end of input; every line has a verdict' },
  run: runWorker,
};

async function runWorker(args: Arguments, io: Io): Promise<ExitCode> {
  const [crawler = '*', ...others] = crawlersOption(args) ?? [];
  if (others.length > 0) {
    throw new InputError(
      'Rows without a product token have one crawler. Name one with --agent or --crawler.',
    );
  }
  const format = formatOption(args, FORMATS);
  const file = args.value('robots');
  if (file === '-') {
    throw new InputError('Standard input contains the rows. Use --robots with a file.');
  }
  if (args.has('archive') || args.has('live')) {
    const rules = await openRules(args, { crawlers: [crawler], warn: io.report }, io);
    try {
      const verdicts = checkSiteRows(io.stdin(), { format, crawler, rules, warn: io.report });
      for await (const bytes of verdicts) await io.writeBytes(bytes);
      return 0;
    } finally {
      await rules.close?.();
    }
  }
  const robots = file === undefined ? undefined : robotsFile(await readRobotsBytes(file, io));
  const given = givenOf(args);
  if (robots !== undefined) {
    const robotsTxt = robots.in(dialectFor(crawler, given));
    warnOfContent({ name: file ?? '', robotsTxt }, io);
  }
  const verdicts = checkRows(io.stdin(), { format, given, file: robots, crawler });
  for await (const bytes of verdicts) await io.writeBytes(bytes);
  return 0;
}

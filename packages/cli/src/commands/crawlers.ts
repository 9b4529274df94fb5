import { csvLine } from '@repkit/bulk';
import { type FactSource, isGoverned } from '@repkit/core';
import {
  type CrawlerProfile,
  crawlersFor,
  type FormerName,
  formerNames,
  knownCrawlers,
  purposeNames,
} from '@repkit/core/crawlers';
import { type Arguments, type OptionSpecs, oneOf } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { controlText } from '../options/crawler-option.js';
import { choiceSpec, formatOption } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { type Paint, painterFor, visible } from '../program/terminal.js';
import { jsonText } from '../render/json.js';
import { indented, wrapped } from '../render/prose.js';
import { checkUpdateOptions, isUpdate, runUpdate, UPDATE_OPTIONS } from './crawlers-update.js';

const FORMATS = ['text', 'json', 'csv'] as const;
const CSV_COLUMNS = ['name', 'operator', 'purposes', 'blocking', 'source', 'checked'];
const COLUMNS = 80;
const INDENT = '  ';

const LIST_OPTIONS: OptionSpecs = {
  purpose: {
    value: 'NAME',
    choices: purposeNames,
    repeatable: true,
    description: 'Only list crawlers for these purposes, separated by commas. Repeatable.',
  },
  format: choiceSpec(FORMATS, 'Output format.'),
};

export const crawlers: Command = {
  name: 'crawlers',
  summary: 'List the known crawlers, how they treat robots.txt, what blocking them costs, and where that is documented.',
  positionals: [{ name: 'ACTION', choices: ['update'] }],
  options: {
    ...LIST_OPTIONS,
    ...UPDATE_OPTIONS,
  },
  examples: {
    'List all known crawlers': 'repkit crawlers',
    'List what blocking each crawler for AI training costs': 'repkit crawlers --purpose ai-training --format csv',
    'Fetch the address lists by which repkit audit verifies crawlers': 'repkit crawlers update',
    'List the crawlers that do not apply robots.txt':
      "repkit crawlers --format json | jq -r '.crawlers[] | select(.governed | not) | .name'",
  },
  notes: {
    Update:
      'repkit crawlers update fetches the lists of addresses that operators publish into the user cache folder, each at most ' +
      'hourly. repkit audit verifies crawlers by them, and fetches no lists itself.',
  },
  exitCodes: {
    0: 'done',
    2: 'invalid options, or an address list that cannot be fetched',
  },
  run: runCrawlers,
};

async function runCrawlers(args: Arguments, io: Io): Promise<ExitCode> {
  checkUpdateOptions(args, LIST_OPTIONS);
  if (isUpdate(args)) return await runUpdate(args, io);
  const purposes = args.list('purpose').map((name) => oneOf('purpose', name.toLowerCase(), purposeNames));
  const wanted = new Set(purposes.flatMap(crawlersFor));
  const listed = purposes.length === 0 ? knownCrawlers : knownCrawlers.filter((one) => wanted.has(one));
  const former = purposes.length === 0 ? formerNames : [];
  const format = formatOption(args, FORMATS);
  if (format === 'json') {
    io.stdout.write(jsonText({ crawlers: listed.map(crawlerJson), formerNames: former }));
  } else if (format === 'csv') {
    io.stdout.write([CSV_COLUMNS, ...listed.map(csvCells)].map(csvLine).join(''));
  } else {
    const paint = painterFor(io.stdout, io.env);
    const blocks = listed.map((crawler) => crawlerText(crawler, paint));
    io.stdout.write([...blocks, ...formerText(former, paint)].join('\n'));
  }
  return 0;
}

/** Returns the name on a line, and below it what is documented about the crawler. */
function crawlerText(crawler: CrawlerProfile, paint: Paint): string {
  const { name, operator, purposes, blocking } = crawler;
  const { source, checked } = citationOf(crawler);
  const summary = [operator, purposes.join(', '), ...deviation(crawler)].join('; ');
  const about = [sentencesAbout(crawler).join(' '), blocking ? `If blocked: ${blocking}` : '']
    .filter((text) => text !== '')
    .map((text) => wrapped(visible(text), COLUMNS - INDENT.length));
  const where = checked === undefined ? source : `Checked ${checked}: ${source}`;
  const body = indented([...about, paint('dim', where)].join('\n'), INDENT);
  return `${paint('bold', visible(name))}  ${visible(summary)}\n${body}\n`;
}

/** Returns how the crawler treats rules, if that differs from RFC 9309. */
function deviation({ obeysRobotsTxt, fallsBackToStar }: CrawlerProfile): string[] {
  if (obeysRobotsTxt === 'no') return ['does not apply robots.txt'];
  if (obeysRobotsTxt === 'user-triggered') return ['may ignore robots.txt'];
  return fallsBackToStar ? [] : ['ignores the * group'];
}

function sentencesAbout(crawler: CrawlerProfile): string[] {
  const { productTokens, note } = crawler;
  const control = controlText(crawler);
  return [
    ...(control === undefined ? [] : [`${control}.`]),
    ...(productTokens.length > 1 ? [`It looks for ${productTokens.join(', then ')}.`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

function formerText(former: readonly FormerName[], paint: Paint): string[] {
  if (former.length === 0) return [];
  const lines = former.map(({ name, replacedBy }) => `${INDENT}${name}: ${replacedBy.join(', ')}`);
  return [`${paint('bold', 'Names that no crawler has today, and what to write instead')}\n${lines.join('\n')}\n`];
}

function csvCells(crawler: CrawlerProfile): string[] {
  const { name, operator, purposes, blocking = '' } = crawler;
  const { source, checked = '' } = citationOf(crawler);
  return [name, operator, purposes.join(' '), blocking, source, checked];
}

/** Returns the page about blocking it, else the page about the crawler, with the date if a fact was checked there. */
function citationOf({ source, facts }: CrawlerProfile): Pick<FactSource, 'source'> & Partial<FactSource> {
  const checks = Object.values(facts).filter((fact) => fact.source === source);
  return facts.blocking ?? checks[0] ?? { source };
}

/** Every member is always present. */
function crawlerJson(crawler: CrawlerProfile): object {
  const unknown = { obeysRobotsTxt: null, crawlDelay: null, governs: null, dialect: null };
  const alsoUnknown = { policy: null, addresses: null, blocking: null, fullName: null, note: null };
  return { ...unknown, ...alsoUnknown, ...crawler, governed: isGoverned(crawler) };
}

import { isGoverned } from '@repkit/core';
import { type CrawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { controlText, notGovernedText } from '../options/crawler-option.js';
import { choiceSpec, formatOption } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { type Paint, painterFor, visible } from '../program/terminal.js';
import { jsonText } from '../render/json.js';

const FORMATS = ['text', 'json'] as const;

export const crawlers: Command = {
  name: 'crawlers',
  summary: 'List the known crawlers, how they treat robots.txt, and where that is documented.',
  positionals: [],
  options: {
    format: choiceSpec(FORMATS, 'Output format.'),
  },
  examples: {
    'List all known crawlers': 'repkit crawlers',
    'List the crawlers that do not apply robots.txt':
      "repkit crawlers --format json | jq -r '.crawlers[] | select(.governed | not) | .name'",
  },
  notes: {},
  exitCodes: { 0: 'done' },
  run: runCrawlers,
};

async function runCrawlers(args: Arguments, io: Io): Promise<ExitCode> {
  if (formatOption(args, FORMATS) === 'json') {
    io.stdout.write(jsonText({ crawlers: knownCrawlers.map(crawlerJson) }));
    return 0;
  }
  const paint = painterFor(io.stdout, io.env);
  const width = Math.max(...knownCrawlers.map(({ name }) => name.length));
  for (const crawler of knownCrawlers) io.stdout.write(`${crawlerLine(crawler, width, paint)}\n`);
  return 0;
}

function crawlerLine(crawler: CrawlerProfile, width: number, paint: Paint): string {
  const { name, operator, purposes, note } = crawler;
  const what = [operator, purposes.join(', '), ...behavior(crawler)].join('; ');
  const about = note === undefined ? what : `${what}. ${note}`;
  return `${paint('bold', visible(name).padEnd(width))}  ${visible(about)}`;
}

/** Returns what differs from RFC 9309. */
function behavior(crawler: CrawlerProfile): string[] {
  const { productTokens, fallsBackToStar } = crawler;
  if (!isGoverned(crawler)) return [notGovernedText(crawler)];
  return [
    controlText(crawler) ?? [],
    ...(productTokens.length > 1 ? [`looks for ${productTokens.join(', then ')}`] : []),
    ...(fallsBackToStar ? [] : ['ignores the * group']),
  ].flat();
}

/** Every member is always present. */
function crawlerJson(crawler: CrawlerProfile): object {
  const unknown = { obeysRobotsTxt: null, crawlDelay: null, governs: null, dialect: null };
  return {
    ...unknown,
    policy: null,
    addresses: null,
    note: null,
    ...crawler,
    governed: isGoverned(crawler),
  };
}

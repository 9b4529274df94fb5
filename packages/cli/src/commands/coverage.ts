import { dialectFor, robotsFile } from '@repkit/core';
import { type Coverage, UrlCounter } from '@repkit/core/analysis';
import { warnOfContent } from '../input/read-robots.js';
import {
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { addUrls, URL_SOURCES, UrlSources } from '../input/url-sources.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import {
  ALL_CRAWLER_OPTIONS,
  governedCrawlers,
  warnOfOtherBehavior,
} from '../options/crawler-option.js';
import {
  BUDGET_OPTION,
  budgetOf,
  dialectOf,
  documentedDialectsOf,
  givenOf,
  JSON_OPTION,
} from '../options/shared-options.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { counted, type Paint, painterFor, visible } from '../program/terminal.js';
import { groupJson, jsonText, ruleJson } from '../render/json.js';
import { ruleText } from '../render/text.js';

/** About a minute of work, 100 times that of other analyses, because lists can be long. */
const LIST_BUDGET = 1_600_000_000;

export const coverage: Command = {
  name: 'coverage',
  summary: 'Count how many URLs of lists, sitemaps and access logs each rule decides.',
  positionals: [
    { name: 'ROBOTS.TXT', required: true, files: true },
    { name: 'URLS', repeatable: true, files: true },
  ],
  options: {
    ...ALL_CRAWLER_OPTIONS,
    json: JSON_OPTION,
    budget: {
      ...BUDGET_OPTION,
      description: `Maximum number of search steps (default: ${LIST_BUDGET}).`,
    },
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'Count the URLs of a list that each rule decides': 'repkit coverage robots.txt urls.txt',
    'Count the URLs of a sitemap': 'repkit coverage robots.txt https://example.com/sitemap.xml',
    'Check the rules for one crawler, fetched from a site':
      'repkit coverage --agent GPTBot https://example.com urls.txt',
  },
  notes: {
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
    'URL sources':
      `Files, URLs of sitemaps, or - for standard input, which is the default. ${URL_SOURCES} Lines without a URL are ` +
      'skipped and counted on standard error.',
  },
  exitCodes: { 0: 'done' },
  run: runCoverage,
};

async function runCoverage(args: Arguments, io: Io): Promise<ExitCode> {
  const [robots, ...rest] = args.positionals;
  const lists = rest.length === 0 ? ['-'] : rest;
  checkStandardInput([robots, ...lists]);
  const dialect = dialectOf(args);
  const crawlers = governedCrawlers(args, io);
  const [one] = await readRobotsTxtArguments([robots], args, io, true);
  warnOfContent(one, io);
  warnOfOtherBehavior(crawlers ?? [], io, [one.robotsTxt]);
  const file = robotsFile(one.body).in(dialectFor('*', givenOf(args)));
  const counter = new UrlCounter([file], {
    documentedDialects: documentedDialectsOf(args),
    budget: budgetOf(args) ?? LIST_BUDGET,
    ...(crawlers && { productTokens: crawlers }),
  });
  const { invalid: unreadable, others } = await countUrls(lists, counter, one, args, io);
  const result = counter.coverage();
  io.stdout.write(
    args.has('json')
      ? jsonText({ dialect, unreadable, others, coverage: result.map(coverageJson) })
      : coverageText(result, painterFor(io.stdout, io.env)),
  );
  if (unreadable > 0) {
    const what = unreadable === 1 ? 'is not a URL' : 'are not URLs';
    io.report(`Skipped ${counted(unreadable, 'line')} that ${what}.`);
  }
  if (others > 0) {
    const who = `${counted(others, 'request')} of browsers and other clients`;
    io.report(`${who} ${others === 1 ? 'counts' : 'count'} for no crawler.`);
  }
  const unchecked = Math.max(0, ...result.map((some) => some.unchecked));
  if (unchecked > 0) {
    io.report(`Budget used up; skipped ${counted(unchecked, 'URL')}. Use --budget to raise it.`);
  }
  return 0;
}

/** Returns the number of lines without a URL, and of requests that count for no crawler. */
async function countUrls(
  names: readonly string[],
  counter: UrlCounter,
  robots: RobotsTxtArgument,
  args: Arguments,
  io: Io,
): Promise<{ invalid: number; others: number }> {
  const sources = new UrlSources(args, io, [robots]);
  const sum = { invalid: 0, others: 0 };
  try {
    for (const name of names) {
      const { urls } = await sources.open(name);
      const { invalid, others } = await addUrls(urls, (...request) => counter.add(...request));
      sum.invalid += invalid;
      sum.others += others;
    }
  } finally {
    await sources.close();
  }
  return sum;
}

function coverageJson(one: Coverage): object {
  const { productToken, group, allowed, blocked, withoutRule, unchecked, rules } = one;
  return {
    productToken,
    group: groupJson(group),
    allowed,
    disallowed: blocked,
    withoutRule,
    unchecked,
    rules: rules.map(({ rule, urls }) => ({ urls, ...ruleJson(rule) })),
  };
}

/** Returns the text output: for each product token, its rules with the number of URLs they decide. */
export function coverageText(coverages: readonly Coverage[], paint: Paint): string {
  return coverages.map((one) => `${tokenText(one, paint)}\n`).join('\n');
}

function tokenText(coverage: Coverage, paint: Paint): string {
  const { productToken, allowed, blocked, rules, withoutRule } = coverage;
  const columns = `${Math.max(withoutRule, ...rules.map(({ urls }) => urls))}`.length;
  const row = (urls: number, what: string) => `  ${String(urls).padStart(columns)}  ${what}`;
  return [
    `${paint('bold', visible(productToken))}  ${allowed} allowed, ${blocked} disallowed`,
    ...rules.map(({ rule, urls }) => {
      const text = row(urls, `${ruleText(rule)} (line ${rule.line})`);
      return urls === 0 ? paint('yellow', text) : text;
    }),
    row(withoutRule, coverage.group === undefined ? 'no group applies' : 'no rule'),
  ].join('\n');
}

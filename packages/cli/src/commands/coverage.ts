import { csvLine } from '@repkit/bulk';
import { originOf } from '@repkit/client/access';
import { dialectFor, robotsFile } from '@repkit/core';
import { type BlockedCrawler, type Coverage, UrlCounter } from '@repkit/core/analysis';
import type { Uncounted } from '../input/count-sources.js';
import { warnOfContent } from '../input/read-robots.js';
import {
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { INCLUDE_OPTION, URL_SOURCES, type UrlSource, UrlSources } from '../input/url-sources.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { ALL_CRAWLER_OPTIONS, governedCrawlers, warnOfOtherBehavior } from '../options/crawler-option.js';
import {
  BUDGET_OPTION,
  budgetOf,
  choiceSpec,
  dialectOf,
  documentedDialectsOf,
  formatOption,
  JSON_OPTION,
  ruleOverrides,
} from '../options/shared-options.js';
import { matchingFiles } from '../program/files.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { counted, fileText, type Paint, painterFor, visible } from '../program/terminal.js';
import { uncountedJson } from '../render/counted-changes.js';
import { groupJson, jsonText, ruleJson } from '../render/json.js';
import { ruleText } from '../render/text.js';

/** About a minute of work, 100 times that of other analyses, because lists can be long. */
const LIST_BUDGET = 1_600_000_000;

const FAIL_ON = ['blocked'] as const;

const FORMATS = ['text', 'csv'] as const;
const COUNT_COLUMNS = ['crawler', 'kind', 'pattern', 'line', 'urls'];
const BLOCKED_COLUMNS = ['url', 'crawler', 'kind', 'pattern', 'line'];

export const coverage: Command = {
  name: 'coverage',
  summary: 'Count how many URLs of lists, sitemaps and access logs each rule decides, or list blocked ones.',
  positionals: [
    { name: 'ROBOTS.TXT', required: true, files: true },
    { name: 'URLS', repeatable: true, files: true },
  ],
  options: {
    ...ALL_CRAWLER_OPTIONS,
    blocked: {
      excludes: ['json'],
      description:
        'Print each blocked URL with a crawler and the rule that blocks it, separated by tabs or as csv, instead of counts.',
    },
    'fail-on': {
      value: 'NAME',
      choices: FAIL_ON,
      description:
        'Exit with 1 if one of the crawlers may not fetch a URL. Exit with 2 if there is none, but the budget left URLs ' +
        'unchecked.',
    },
    include: INCLUDE_OPTION,
    format: choiceSpec(FORMATS, 'Output format. csv has a row per crawler and rule, or per blocked URL.'),
    json: { ...JSON_OPTION, excludes: ['format'] },
    budget: {
      ...BUDGET_OPTION,
      description: `Maximum number of search steps (default: ${LIST_BUDGET.toLocaleString('en')}).`,
    },
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'Count the URLs of a list that each rule decides': 'repkit coverage robots.txt urls.txt',
    'Count the URLs of a sitemap': 'repkit coverage robots.txt https://example.com/sitemap.xml',
    'Check the rules for one crawler, fetched from a site': 'repkit coverage --agent GPTBot https://example.com urls.txt',
    'Fail if Googlebot may not fetch a URL of the sitemaps that a site lists':
      'repkit coverage --blocked --fail-on blocked --crawler Googlebot https://example.com',
  },
  notes: {
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
    'URL sources':
      'Files, URLs of sitemaps, or - for standard input. The default is standard input; for a site, the sitemaps that its ' +
      `robots.txt lists, without URLs of other hosts, which have their own robots.txt. ${URL_SOURCES} Lines without a URL are ` +
      'skipped and counted on standard error. A source that cannot be read to its end is reported, and the exit code is 2.',
  },
  exitCodes: {
    0: 'done; with --fail-on: no URL is blocked',
    1: 'with --fail-on: a URL is blocked',
    2: 'invalid options or input, or an incomplete source; with --fail-on: the budget left URLs unchecked',
  },
  run: runCoverage,
};

async function runCoverage(args: Arguments, io: Io): Promise<ExitCode> {
  const [name, ...rest] = args.positionals;
  const lists = rest.flatMap((list) => matchingFiles(list, io));
  checkStandardInput([name, ...(lists.length === 0 ? ['-'] : lists)]);
  const failsOnBlocked = args.has('fail-on');
  choiceOption(args, 'fail-on', FAIL_ON);
  const format = formatOption(args, FORMATS);
  const dialect = dialectOf(args);
  const crawlers = governedCrawlers(args, io);
  const [robots] = await readRobotsTxtArguments([name], args, io, true);
  warnOfContent(robots, io);
  warnOfOtherBehavior(crawlers ?? [], io, [robots.robotsTxt]);
  const file = robotsFile(robots.body).in(dialectFor('*', ruleOverrides(args)));
  const counter = new UrlCounter([file], {
    documentedDialects: documentedDialectsOf(args),
    budget: budgetOf(args) ?? LIST_BUDGET,
    ...(crawlers && { productTokens: crawlers }),
  });
  const totals = await countUrls(lists, counter, robots, args, io);
  const result = counter.coverage();
  const uncounted = { others: totals.others, notGoverned: counter.notGoverned() };
  if (args.has('json')) {
    const counts = { invalid: totals.invalid, ...uncountedJson(uncounted) };
    io.stdout.write(jsonText({ dialect, ...counts, coverage: result.map(coverageJson) }));
  } else if (!args.has('blocked')) {
    const text =
      format === 'csv'
        ? csvText([COUNT_COLUMNS, ...result.flatMap(csvRows)], io)
        : coverageText(result, painterFor(io.stdout, io.env));
    io.stdout.write(text);
  }
  reportSkipped(totals, uncounted, crawlers !== undefined, io);
  const unchecked = Math.max(0, ...result.map((coverage) => coverage.unchecked));
  if (unchecked > 0) {
    io.report(`Budget used up; skipped ${counted(unchecked, 'URL')}. Use --budget to raise it.`);
  }
  if (!totals.isComplete) return 2;
  if (!failsOnBlocked) return 0;
  if (result.some(({ blocked }) => blocked > 0)) return 1;
  return unchecked > 0 ? 2 : 0;
}

interface CountedUrls {
  /** Lines without a URL. */
  readonly invalid: number;
  /** URLs of other hosts than the site. */
  readonly otherHosts: number;
  /** Requests of access logs, also those that count for no crawler. */
  readonly requests: number;
  /** Requests that count for no crawler. */
  readonly others: number;
  /** Whether all sources were read to their end. */
  readonly isComplete: boolean;
}

/** Counts the URLs of the sources, and prints blocked ones with `--blocked`. */
async function countUrls(
  names: readonly string[],
  counter: UrlCounter,
  robots: RobotsTxtArgument,
  args: Arguments,
  io: Io,
): Promise<CountedUrls> {
  const sources = new UrlSources(args, io, [robots]);
  const listsSitemaps = names.length === 0 && robots.kind === 'site';
  const origin = listsSitemaps ? originOf(robots.name) : undefined;
  const printBlocked = args.has('blocked') ? blockedPrinter(args, io) : undefined;
  const sum = { invalid: 0, others: 0, otherHosts: 0, requests: 0 };
  const count = async (source: UrlSource) => {
    const { invalid, others } = await sources.add(source, (url, userAgent) => {
      if (userAgent !== undefined) sum.requests++;
      if (origin !== undefined && originOf(url) !== origin) {
        sum.otherHosts++;
        return 'counted';
      }
      const countedAs = counter.add(url, userAgent);
      if (printBlocked !== undefined && countedAs === 'counted') {
        for (const blocked of counter.blocked(url, userAgent)) printBlocked(url, blocked);
      }
      return countedAs;
    });
    sum.invalid += invalid;
    sum.others += others;
  };
  try {
    if (listsSitemaps) for await (const source of sources.openListed(robots)) await count(source);
    else {
      for (const name of names.length === 0 ? ['-'] : names) await count(await sources.open(name));
    }
  } finally {
    await sources.close();
  }
  return { ...sum, isComplete: sources.isComplete };
}

/** Returns a function that prints a blocked URL. */
function blockedPrinter(args: Arguments, io: Io): (url: string, blocked: BlockedCrawler) => void {
  if (formatOption(args, FORMATS) === 'text') {
    return (url, { crawler, rule }) => {
      io.stdout.write(`${[url, crawler, ruleText(rule)].map(visible).join('\t')}\n`);
    };
  }
  io.stdout.write(csvText([BLOCKED_COLUMNS], io));
  return (url, { crawler, rule: { kind, pattern, line } }) => {
    io.stdout.write(csvText([[url, crawler, kind, pattern, line]], io));
  };
}

function reportSkipped(
  { invalid, otherHosts, requests: all }: CountedUrls,
  uncounted: Uncounted,
  isChosen: boolean,
  io: Io,
): void {
  if (invalid > 0) {
    const what = invalid === 1 ? 'is not a URL' : 'are not URLs';
    io.report(`Skipped ${counted(invalid, 'line')} that ${what}.`);
  }
  if (otherHosts > 0) {
    io.report(`Skipped ${counted(otherHosts, 'URL')} of other hosts, which have their own robots.txt.`);
  }
  for (const { crawler, requests } of uncounted.notGoverned) {
    const who = `${counted(requests, 'request')} of ${crawler.name}`;
    io.report(`${who} ${requests === 1 ? 'is' : 'are'} not governed: it may ignore robots.txt.`);
  }
  const { others } = uncounted;
  if (others > 0) {
    // Crawlers that were not chosen are among them.
    const clients = isChosen ? 'other crawlers and clients' : 'browsers and other clients';
    const share = `${others} of ${counted(all, 'request')}`;
    io.report(`${share} ${others === 1 ? 'is' : 'are'} of ${clients} and not counted.`);
  }
}

function coverageJson(coverage: Coverage): object {
  const { productToken, group, allowed, blocked, withoutRule, unchecked, rules } = coverage;
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

/** Returns a row per rule, and rows for the URLs that no rule decides or that were not checked. */
function csvRows({ productToken, rules, withoutRule, unchecked }: Coverage): (string | number)[][] {
  const ofRules = rules.map(({ rule: { kind, pattern, line }, urls }) => {
    return [productToken, kind, pattern, line, urls];
  });
  return [
    ...ofRules,
    [productToken, 'none', '', '', withoutRule],
    ...(unchecked > 0 ? [[productToken, 'unchecked', '', '', unchecked]] : []),
  ];
}

function csvText(rows: readonly (readonly (string | number)[])[], { stdout }: Io): string {
  return fileText(rows.map(csvLine).join(''), stdout);
}

/** Returns the text output: for each product token, its rules with the number of URLs they decide. */
export function coverageText(coverages: readonly Coverage[], paint: Paint): string {
  return coverages.map((coverage) => `${tokenText(coverage, paint)}\n`).join('\n');
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

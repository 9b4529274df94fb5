import { asyncOf, InputError, inOrder } from '@repkit/bulk';
import type { UsePurpose } from '@repkit/client';
import { type DialectName, decide, type Overrides } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { checkExpectations } from '../check/check-expectations.js';
import { checkPurpose } from '../check/check-purpose.js';
import { encodedUrl, expectationLine } from '../check/expectations.js';
import { type CheckResult, checkCrawlers, contentWarner, isRefused } from '../input/check-result.js';
import { openSource } from '../input/read-robots.js';
import { type Arguments, choiceOption, withEach } from '../options/arguments.js';
import { fetchableUrl, urlOrPath } from '../options/checked-values.js';
import type { Command } from '../options/command.js';
import { CRAWLER_OPTIONS, crawlersOption, stepText, warnOf } from '../options/crawler-option.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import {
  choiceSpec,
  dialectOf,
  formatOption,
  INTERPRETATION_OPTIONS,
  JSON_OPTION,
  ruleOverrides,
  SOFT_NOT_FOUND_OPTION,
  TREAT_429_OPTION,
} from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { painterFor } from '../program/terminal.js';
import { explanation } from '../render/explanation.js';
import { checkJson } from '../render/json.js';
import { preferenceLines, preferencesOf } from '../render/preferences.js';
import { type Columns, columnsFor, resultLine } from '../render/text.js';

/** Number of URLs that are checked at the same time. */
const AT_ONCE = 8;

const FORMATS = ['text', 'expect'] as const;

const PURPOSES = ['ai-training', 'ai-search', 'ai-user', 'search'] as const satisfies UsePurpose[];

export const check: Command = {
  name: 'check',
  summary: 'Check whether crawlers may fetch URLs, and why.',
  positionals: [{ name: 'URL', repeatable: true }],
  options: {
    ...CRAWLER_OPTIONS,
    ...INTERPRETATION_OPTIONS,
    'treat-429': { ...TREAT_429_OPTION, excludes: ['robots'] },
    'soft-not-found': { ...SOFT_NOT_FOUND_OPTION, excludes: ['robots'] },
    robots: {
      value: 'FILE',
      readsStdin: true,
      description:
        'Local robots.txt to use instead of fetching one; - is standard input. URLs may then be ' + 'paths such as /private/a.',
    },
    purpose: {
      value: 'NAME',
      choices: PURPOSES,
      excludes: ['crawler', 'expect', 'format', 'explain', 'preferences'],
      description: 'Show whether access, page-level rules and preferences let the content be used for a purpose.',
    },
    response: {
      value: 'FILE',
      readsStdin: true,
      requires: ['purpose'],
      description: 'With --purpose, a saved response for the page, as printed by curl -i; - is standard input.',
    },
    expect: {
      value: 'FILE',
      readsStdin: true,
      excludes: ['agent', 'crawler', 'format', 'explain', 'preferences'],
      description:
        'Check the expectations in this file, and print those that do not hold; - is standard input. For its ' +
        'paths, add --robots or name one site.',
    },
    format: choiceSpec(FORMATS, 'Output format. expect prints lines for a file of --expect.'),
    json: { ...JSON_OPTION, excludes: ['format'] },
    explain: {
      excludes: ['format=expect'],
      description:
        'Show the source and age of robots.txt, the group, and every matching rule with the reason ' + 'why it won or lost.',
    },
    preferences: {
      excludes: ['format=expect'],
      description:
        'Show what robots.txt states about the use of each allowed URL: AIPREF, Content Signals, and RSL ' +
        'licenses. They never change a verdict.',
    },
    ...withEach(FETCH_OPTIONS, { excludes: ['robots'] }),
  },
  examples: {
    'Check a page for all crawlers that robots.txt does not name': 'repkit check https://example.com/private/a',
    'Check two crawlers and two pages, and show the reasons':
      'repkit check --explain --agent GPTBot --agent CCBot https://example.com/ https://example.com/a',
    'Check all AI crawlers, as their operators document them': 'repkit check --crawler ai https://example.com/',
    'Check a local file as Google interprets it': 'repkit check --robots robots.txt --policy google --agent Googlebot /private/a',
    'Check a local server, ignoring cached copies': 'repkit check --allow localhost --refresh http://localhost:8080/a',
    'Show whether a site wants its pages to train AI models': 'repkit check --preferences --agent GPTBot https://example.com/',
    'Show whether a page may be used to train AI models': 'repkit check --purpose ai-training https://example.com/a',
    'Record what the site promises, and check it in CI':
      'repkit check --format expect --crawler ai https://example.com/ > robots.expect',
    'Fail if an edit breaks a promise': 'repkit check --robots robots.txt --expect robots.expect',
    'Use it in a pipe': 'curl -s https://example.com/robots.txt | repkit check --robots - --json /private/a',
  },
  notes: {
    Output: [
      'One line per URL and crawler: allowed, disallowed, unreachable or not governed; the URL; ' +
        'the product token or name; the deciding rule and its line in the file. "not governed" ' +
        'means that the crawler does not apply robots.txt, or that no crawler sends this name.',
      'Without a robots.txt (status 400-499 except 429), everything is allowed (RFC 9309 ' +
        '2.3.1.3). A server error, status 429 or no response means unreachable: crawlers must ' +
        'assume that everything is disallowed (RFC 9309 2.3.1.4), and may assume that everything ' +
        'is allowed after 30 days. Under koster1996, status 401 and 403 disallow everything.',
    ],
    Purposes:
      'Each result is yes, no, unstated, unknown or unreachable, with what each source states: robots.txt, the ' +
      'page-level rules of --response, and each mechanism for preferences. The strictest decides, so ' +
      'preferences never allow what robots.txt disallows. unknown means that the head of the page exceeds 2 MB, so ' +
      'rules may be missing.',
    Expectations:
      'One per line: an outcome (allowed, disallowed, unreachable, not-governed or unstated), a URL or path, ' +
      'and a crawler, separated by spaces or tabs. "#" starts a comment. The crawler is *, a value of ' +
      '--crawler, or a product token; agent:NAME is always a product token. A purpose stands ' +
      'for each of its crawlers that robots.txt governs. A line that names one of them is an exception, in any ' +
      'order: "disallowed / ai-training" and "allowed / bingbot" expect that all but bingbot are blocked. ' +
      'Lines that expect opposite outcomes for the same crawler and URL are an error.',
  },
  exitCodes: {
    0: 'all URLs are allowed or not governed; with --expect: all expectations hold; with --format expect: done; with --purpose: yes or unstated',
    1: 'a URL is disallowed or unreachable; with --expect: an expectation does not hold; with --purpose: no, unknown or unreachable',
  },
  run: runCheck,
};

async function runCheck(args: Arguments, io: Io): Promise<ExitCode> {
  if (args.has('expect')) return await checkExpectations(args, io);
  const { positionals } = args;
  if (positionals.length === 0) {
    throw new InputError('Missing argument. Write "repkit check URL…", or add --expect FILE.');
  }
  const dialect = dialectOf(args);
  const crawlers = crawlersOption(args) ?? ['*'];
  const isFile = args.has('robots');
  const isExpect = formatOption(args, FORMATS) === 'expect';
  const urls = positionals.map((url) => {
    if (!isFile) return isExpect ? encodedUrl(fetchableUrl(url)) : fetchableUrl(url);
    return isExpect ? encodedUrl(urlOrPath(url, 'rfc9309')) : urlOrPath(url, dialect);
  });
  const purpose = choiceOption(args, 'purpose', PURPOSES);
  if (purpose !== undefined) return await checkPurpose(urls, crawlers, purpose, args, io);
  const overrides = ruleOverrides(args);
  const source = await openSource(args, io);
  const all = args.has('explain');
  try {
    const checks = inOrder(asyncOf(urls), AT_ONCE, (url) => checkCrawlers(url, crawlers, source, overrides, all));
    const results = withWarnings(checks, overrides, io);
    if (isExpect) {
      for await (const result of results) io.stdout.write(expectationLine(result));
      return 0;
    }
    return args.has('json')
      ? await printJson(results, dialect, args, io)
      : await printText(results, columnsFor(urls, crawlers), args, io);
  } finally {
    await source.close();
  }
}

/** Warns once per unusual robots.txt, and once per product token whose crawler would get another verdict. */
async function* withWarnings(
  resultsOfUrls: AsyncIterable<readonly CheckResult[]>,
  overrides: Overrides,
  io: Io,
): AsyncGenerator<CheckResult> {
  const warnOfFile = contentWarner(io);
  const warned = new Set<string>();
  for await (const results of resultsOfUrls) {
    for (const result of results) {
      warnOfFile(result);
      yield result;
      const { crawler: token } = result;
      if (typeof token !== 'string' || warned.has(token)) continue;
      if (warnOfCrawler(token, result, overrides, io)) warned.add(token);
    }
  }
}

/** Warns if the crawler that sends the product token would get another verdict. Returns whether it did. */
function warnOfCrawler(token: string, result: CheckResult, overrides: Overrides, io: Io): boolean {
  const crawler = crawlerProfile(token);
  if (crawler === undefined || result.by === 'access') return false;
  const { outcome, profile, verdict } = decide(result.access, result.url, crawler, overrides);
  if (outcome === result.outcome) return false;
  const difference =
    outcome === 'not-governed' || profile === undefined
      ? 'may ignore robots.txt'
      : `documents other behavior: ${stepText(profile, verdict?.group)}`;
  warnOf(crawler, difference, io);
  return true;
}

async function printText(results: AsyncIterable<CheckResult>, columns: Columns, args: Arguments, io: Io): Promise<ExitCode> {
  const explain = args.has('explain');
  const withPreferences = args.has('preferences');
  const paint = painterFor(io.stdout, io.env);
  let code: ExitCode = 0;
  let separator = '';
  for await (const result of results) {
    if (isRefused(result)) code = 1;
    io.stdout.write(`${separator}${resultLine(result, columns, paint)}\n`);
    if (explain) io.stdout.write(`${explanation(result, paint)}\n`);
    if (withPreferences) io.stdout.write(preferenceLines(preferencesOf(result)));
    if (explain || withPreferences) separator = '\n';
  }
  return code;
}

async function printJson(results: AsyncIterable<CheckResult>, dialect: DialectName, args: Arguments, io: Io): Promise<ExitCode> {
  const all: CheckResult[] = [];
  for await (const result of results) all.push(result);
  io.stdout.write(checkJson(all, dialect, args.has('preferences')));
  return all.some(isRefused) ? 1 : 0;
}

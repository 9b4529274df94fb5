import type { Rule } from '@repkit/core';
import { type GroupedDiff, managedBlock, ruleOfChange, UrlCounter } from '@repkit/core/analysis';
import { type CountedSource, countSources, URLS_OPTION } from '../input/count-sources.js';
import { warnOfContent } from '../input/read-robots.js';
import {
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { URL_SOURCES } from '../input/url-sources.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { comparisonOf, FAIL_ON_OPTION } from '../options/comparison.js';
import { ALL_CRAWLER_OPTIONS, warnOfOtherBehavior } from '../options/crawler-option.js';
import { BUDGET_OPTION, choiceSpec, formatOption, JSON_OPTION } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { painterFor, visibleName } from '../program/terminal.js';
import { countedJson, countedText } from '../render/counted-changes.js';
import { diffJson } from '../render/diff-json.js';
import { diffText } from '../render/diff-text.js';
import { jsonText } from '../render/json.js';

const FORMATS = ['text', 'markdown'] as const;

export const diff: Command = {
  name: 'diff',
  summary: 'Prove which URLs an edit blocks or allows, and list the other records that it changes.',
  positionals: [
    { name: 'OLD', required: true, files: true },
    { name: 'NEW', required: true, files: true },
  ],
  options: {
    ...ALL_CRAWLER_OPTIONS,
    'fail-on': FAIL_ON_OPTION,
    format: choiceSpec(FORMATS, 'Output format. markdown is for pull requests.'),
    urls: URLS_OPTION,
    comments: { description: 'Report changed comments too.' },
    json: { ...JSON_OPTION, excludes: ['format'] },
    budget: BUDGET_OPTION,
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'Show what an edit changes': 'repkit diff HEAD:robots.txt robots.txt',
    'In CI, fail if the file blocks URLs that the live site allows':
      'repkit diff --fail-on newly-blocked https://example.com robots.txt',
    'Weigh an edit by the requests of an access log and the pages of a sitemap':
      'repkit diff --urls access.log --urls sitemap.xml old.txt new.txt',
    'Fail only if the edit blocks URLs for Googlebot or changes a sitemap':
      'repkit diff --fail-on newly-blocked:Googlebot --fail-on other-records old.txt new.txt',
    'Compare for one crawler under the google dialect': 'repkit diff --agent Googlebot --dialect google old.txt new.txt',
  },
  notes: {
    Output:
      'The first line counts the patterns that are blocked and allowed, followed by the crawlers that ' +
      'change without being named in the edit, those that it names, and those that are unaffected. ' +
      'Each change shows the product tokens, an example (path and query), the pattern that all ' +
      'URLs of the change match, and the deciding rules before and after. Each rule that blocks ' +
      'a URL in one file that the other file allows has a change; exceptions to such a rule have ' +
      'their own. Changes for all other ' +
      'crawlers ("*") are first, then those for most crawlers. Sitemaps, crawl delays and other ' +
      'records that the edit adds or removes are listed next. "equivalent" is a proof that ' +
      'nothing that a crawler reads has changed; "same access" that no URL is treated ' +
      'differently. "undecided" lists the crawlers and lines that could not be compared within ' +
      'the budget. Without --agent, --crawler, --dialect and --policy, known crawlers that ' +
      'document another dialect than rfc9309 are compared in it, too.',
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
    'URL sources': URL_SOURCES,
  },
  exitCodes: {
    0: 'done; with --fail-on: no such change',
    1: 'with --fail-on: there is such a change, or the result is undecided',
    2: 'invalid options or input, or a source of --urls is incomplete',
  },
  run: runDiff,
};

async function runDiff(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const { options, crawlers, compare } = comparisonOf(args, io);
  const format = formatOption(args, FORMATS);
  const [before, after] = await readRobotsTxtArguments(names, args, io);
  for (const robots of [before, after]) warnOfContent(robots, io);
  reportManagedBlock(before, after, io);
  reportManagedBlock(after, before, io);
  const files = [before.robotsTxt, after.robotsTxt] as const;
  warnOfOtherBehavior(crawlers ?? [], io, files);
  const { grouped, isFailed } = compare(files);
  const isChosen = crawlers !== undefined;
  const countsOf = () => new UrlCounter(files, options);
  const { counted, isComplete } = await countSources(args, [before, after], countsOf, isChosen, io);
  const result = { ...grouped, changes: byUrls(grouped.changes, counted) };
  const paint = painterFor(io.stdout, io.env);
  if (args.has('json')) {
    io.stdout.write(
      jsonText({
        dialects: result.dialects,
        before: before.name,
        after: after.name,
        truncated: { before: before.robotsTxt.truncated, after: after.robotsTxt.truncated },
        ...diffJson(result),
        ...(counted.length === 0 ? {} : { urls: counted.map(countedJson) }),
      }),
    );
  } else if (format === 'markdown') {
    const { diffMarkdown } = await import('../render/diff-markdown.js');
    io.stdout.write(diffMarkdown(result, [before.name, after.name], counted));
  } else {
    io.stdout.write(diffText(result, paint));
    if (counted.length > 0) io.stdout.write(`\n${countedText(counted, paint)}`);
  }
  if (!isComplete) return 2;
  return isFailed() ? 1 : 0;
}

/** Explains changes that come from a block which Cloudflare adds to the file that it serves. */
function reportManagedBlock({ name, robotsTxt }: RobotsTxtArgument, other: RobotsTxtArgument, io: Io): void {
  const block = managedBlock(robotsTxt);
  if (block === undefined || managedBlock(other.robotsTxt) !== undefined) return;
  const { firstLine, lastLine } = block;
  io.report(
    `${visibleName(name)} has a block that Cloudflare manages (lines ${firstLine}-${lastLine}), and ${visibleName(other.name)} does not. ` +
      'Turn off managed robots.txt in Cloudflare, or expect the changes that the block makes.',
  );
}

/** Sorts the changes by the URLs that they concern in all sources. */
function byUrls(changes: GroupedDiff['changes'], counted: readonly CountedSource[]): GroupedDiff['changes'] {
  if (counted.length === 0) return changes;
  const keyOf = (effect: string, token: string, rule: Pick<Rule, 'kind' | 'pattern'> | undefined) =>
    JSON.stringify([effect, token, rule?.kind, rule?.pattern]);
  const urls = new Map<string, number>();
  for (const { effect, productTokens, rules } of counted.flatMap(({ counts }) => counts.changes)) {
    for (const { rule, urls: count } of rules) {
      const key = keyOf(effect, productTokens[0], rule);
      urls.set(key, (urls.get(key) ?? 0) + count);
    }
  }
  const weighed = changes.map((change) => {
    const { effect, productTokens } = change;
    const rule = ruleOfChange(change)?.rule;
    // Crawlers with the same rules are counted under the first of them.
    const counts = productTokens.map((token) => urls.get(keyOf(effect, token, rule)) ?? 0);
    return { change, weight: counts.reduce((sum, count) => sum + count, 0) };
  });
  return weighed.sort((a, b) => b.weight - a.weight).map(({ change }) => change);
}

/** What `init` reports: the crawlers that change, what each loses, and the proof. */
import { isGoverned, type RobotsTxt } from '@repkit/core';
import type { InitResult, InitWritten } from '@repkit/core/analysis';
import { type CrawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { notGovernedText } from '../options/crawler-option.js';
import { counted, type Paint, visible } from '../program/terminal.js';
import { diffJson } from './diff-json.js';
import { listText, short, sideText, summaryOf } from './diff-text.js';

const STAR = '*';
/** Crawlers that do not change are named up to this number. */
const MAX_NAMED = 15;

/** Returns the report on a file that was empty or had these records. */
export function initText(result: InitWritten, before: RobotsTxt, paint: Paint): string {
  const { blocked, excepted, named, preferencesChanged, unaffected, options } = result;
  const { keep = [] } = options;
  const crawlersIf = (isChanged: boolean) =>
    blocked.filter((entry) => entry.isChanged === isChanged).map(({ crawler }) => crawler);
  const changed = crawlersIf(true);
  const kept = knownCrawlers
    .filter((crawler) => unaffected.includes(crawler) || preferencesChanged.includes(crawler.name))
    .filter(({ purposes }) => purposes.some((name) => keep.includes(name)))
    // Operators of well-known crawlers say what blocking costs.
    .sort((a, b) => Number(b.blocking !== undefined) - Number(a.blocking !== undefined));
  const stillBlocked = kept.filter((crawler) => !before.isAllowed('https://example.com/', crawler));
  const mixed = blocked.filter(({ isMixed }) => isMixed).map(({ crawler }) => crawler);
  const lines = [
    paint('bold', `Changes ${counted(changed.length, 'crawler')} (${options.block.join(', ')})`),
    ...crawlerLines(changed),
    ...list('No longer in the block, and changed', releasedFrom(result)),
    ...list('Already blocked', crawlersIf(false)),
    ...list('Mixed, and blocked', mixed),
    ...list('Mixed, and left as they are', excepted),
    ...list(
      'Named only to keep their rules',
      named.map((name) => ({ name })),
    ),
    ...list('Kept', kept),
    ...list('Kept, but the file blocks their home page already', stillBlocked),
    ...result.notes,
    '',
    ...proofLines(result, paint),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the crawlers that only the block of an earlier run named. */
function releasedFrom({ diff, blocked }: InitWritten): readonly { readonly name: string }[] {
  const names = new Set(blocked.map(({ crawler }) => crawler.name.toLowerCase()));
  const changed = new Set([...diff.changes, ...diff.undecided].flatMap(({ productTokens }) => productTokens));
  return [...changed].filter((name) => !names.has(name.toLowerCase())).map((name) => ({ name }));
}

/** The result of the diff in a line, and its changes. */
function proofLines({ diff, preferencesChanged, unaffected }: InitWritten, paint: Paint) {
  const unaffectedNames = unaffected.map(({ name }) => name);
  if (!preferencesChanged.includes(STAR)) unaffectedNames.push(STAR);
  const isListed = diff.complete || diff.changes.length > 0;
  return [
    `${paint('bold', 'Proof by diff:')} ${isListed ? summaryOf(diff, paint) : 'The file is too long to list the URLs that change.'}`,
    ...(preferencesChanged.length === 0 ? [] : [`Only preferences change: ${otherCrawlers(preferencesChanged)}.`]),
    `Not affected: ${otherCrawlers(unaffectedNames)}.`,
    ...diff.changes.map(({ effect, pattern, productTokens, ...sides }) => {
      const crawlers = counted(productTokens.length, 'crawler');
      const verdicts = `${sideText(sides.before)} -> ${sideText(sides.after)}`;
      return `  ${effect}  ${short(pattern)}  ${crawlers}: ${verdicts}`;
    }),
  ];
}

/** Returns the number of crawlers; `*` stands for all that are not known. */
function otherCrawlers(names: readonly string[]): string {
  const known = counted(names.filter((name) => name !== STAR).length, 'other known crawler');
  return names.includes(STAR) ? `${known}, and all crawlers that are not known` : known;
}

/** Returns the mixed crawlers that no option decides about. */
export function mixedText(mixed: readonly CrawlerProfile[], paint: Paint): string {
  const title = paint('bold', 'Mixed crawlers');
  return [title, ...crawlerLines(mixed), ''].join('\n');
}

/** Each crawler with its purposes, and with what its operator says about blocking it. */
function crawlerLines(crawlers: readonly CrawlerProfile[]): string[] {
  const width = Math.max(0, ...crawlers.map(({ name }) => name.length));
  return crawlers.map((crawler) => {
    const { name, operator, purposes } = crawler;
    const about = [`${operator}; ${purposes.join(', ')}.`, ...lossOf(crawler)];
    return visible(`  ${name.padEnd(width)}  ${about.join(' ')}`);
  });
}

function lossOf(crawler: CrawlerProfile): string[] {
  const { blocking } = crawler;
  return [...(blocking === undefined ? [] : [blocking]), ...(isGoverned(crawler) ? [] : [`${notGovernedText(crawler)}.`])];
}

function list(title: string, crawlers: readonly { readonly name: string }[]): string[] {
  if (crawlers.length === 0) return [];
  const names = crawlers.map(({ name }) => name);
  return [visible(`${title}: ${listText(names, MAX_NAMED)}.`)];
}

/** Returns the document of `init --json`. A reason is only in that of a refusal. */
export function initJson(result: InitResult, isWritten: boolean): object {
  if (result.kind === 'refused') {
    const { reason, message, line = null, mixed } = result;
    return { written: false, reason, message, line, mixed: mixed.map(crawlerJson) };
  }
  const { text, options, blocked, excepted, named, preferencesChanged, unaffected, notes, diff } = result;
  return {
    written: isWritten,
    options,
    blocked: blocked.map(({ crawler, isChanged, isMixed }) => {
      return { ...crawlerJson(crawler), changed: isChanged, mixed: isMixed };
    }),
    excepted: excepted.map(({ name }) => name),
    named,
    preferencesChanged,
    unaffected: unaffected.map(({ name }) => name),
    notes,
    diff: diffJson(diff),
    robotsTxt: text,
  };
}

function crawlerJson(crawler: CrawlerProfile) {
  const { name, operator, purposes, source, blocking = null } = crawler;
  return { name, operator, purposes, blocking, source };
}

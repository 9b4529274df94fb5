/** Writes or extends a robots.txt by purpose, and proves that only the chosen crawlers change. */
import { followerOf } from '../analysis/by-dialect.js';
import { type Diff, diff } from '../analysis/diff.js';
import { namesIn } from '../analysis/grouped-diff.js';
import type { RecordChange } from '../analysis/record-changes.js';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import { otherField } from '../dialect/fields.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { isGoverned } from '../file/crawler.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { managedBlock } from '../lint/checks/groups.js';
import { otherContent } from '../lint/content.js';
import { lineDiagnostics } from '../lint/lint.js';
import { STAR_TOKEN } from '../match/token-input.js';
import { trainingSignal } from '../preferences/vocabularies.js';
import { byteLength } from '../syntax/record-text.js';
import { groupBy } from '../util/group-by.js';
import { type BlockContent, blockLines, type FoundBlock, findBlock } from './init-block.js';
import { keptGroups, PREFERENCE_FIELDS, recordsNaming, starGroupOf, withBlock, withoutBlock } from './init-edit.js';
import { type InitOptions, notesOn, optionsProblem, type Selection, select, signalLines } from './init-options.js';
import { writeRobotsTxt } from './write.js';

/** What to write; with `update`, what the block in the file states. */
export type InitRequest = (InitOptions | { readonly update: true }) & {
  /** Steps that the proof may take (default: 13 million). */
  readonly budget?: number | undefined;
};

/** A crawler that the block names. */
export interface InitCrawler {
  readonly crawler: CrawlerProfile;
  /** Whether it may fetch less than before. */
  readonly isChanged: boolean;
  /** Whether it also serves a purpose to keep. */
  readonly isMixed: boolean;
}

/** The new file, with the proof. */
export interface InitWritten {
  readonly kind: 'written';
  readonly text: string;
  /** What the block states. */
  readonly options: InitOptions;
  /** The crawlers that the file blocks from everything, in alphabetical order. */
  readonly blocked: readonly InitCrawler[];
  /** Mixed crawlers that `except` left as they are. */
  readonly excepted: readonly CrawlerProfile[];
  /** Crawlers that the block names only so that they keep their rules. */
  readonly named: readonly string[];
  /**
   * Crawlers that may fetch what they could before, but follow a group whose preferences change. `*` stands for all crawlers
   * that are not known.
   */
  readonly preferencesChanged: readonly string[];
  /** All other known crawlers that robots.txt governs. They are proved to be unaffected. */
  readonly unaffected: readonly CrawlerProfile[];
  /** What the lines for preferences cost, as sentences. */
  readonly notes: readonly string[];
  /** The changes; each is one of a crawler that the block names. */
  readonly diff: Diff;
}

/**
 * Why nothing was written:
 * - `mixed`: crawlers serve a purpose to block and one to keep; `includingMixed` or `except` must decide.
 * - `managed`: a block of Cloudflare's names a crawler to block.
 * - `signals`: the group of `*` states preferences already.
 * - `block`: the block of an earlier run is damaged, was edited, or is missing for an update.
 * - `not-text`: the file is not UTF-8, or not a robots.txt.
 * - `too-large`: the file exceeds 500 KiB, or would.
 * - `unproved`: other crawlers would change, or may.
 */
export type InitReason = 'mixed' | 'managed' | 'signals' | 'block' | 'not-text' | 'too-large' | 'unproved';

export interface InitRefused {
  readonly kind: 'refused';
  readonly reason: InitReason;
  /** Sentences that say what to do. */
  readonly message: string;
  /** The line that prevents the edit. */
  readonly line?: number;
  /** The mixed crawlers; empty for other reasons. */
  readonly mixed: readonly CrawlerProfile[];
}

export type InitResult = InitWritten | InitRefused;

/**
 * Writes rules that block all known crawlers for some purposes into a robots.txt, or into an empty one. The rules are one
 * group between two comments. Blocked crawlers are removed from other groups. Returns the new file with a proof by `diff` that
 * no other crawler is affected, or the reason why there is none. An update without new facts returns the file unchanged.
 * Throws a RangeError for options that contradict each other, and a TypeError for an invalid sitemap. Worst case: as `diff`.
 *
 * @example
 * ```ts
 * import { initRobotsTxt } from '@repkit/core/analysis';
 *
 * const robotsTxt = 'User-agent: *\nDisallow: /cart\n';
 * const result = initRobotsTxt(robotsTxt, { block: ['archive'], except: ['CCBot'] });
 * if (result.kind === 'refused') throw new Error(result.message);
 * result.text.split('\n')[3]; // '# repkit init --block archive --except CCBot'
 * result.diff.changes.some(({ productTokens }) => productTokens.includes('*')); // false
 * ```
 */
export function initRobotsTxt(body: string | Uint8Array, request: InitRequest): InitResult {
  const { budget, ...stated } = request;
  const before = parseRobotsTxt(body);
  const found = findBlock(before.records);
  const unreadable = unreadableProblem(before);
  if (unreadable !== undefined) return unreadable;
  if (found.kind === 'damaged') {
    const advice = 'Correct the block, or remove it and run init again.';
    return refused('block', `Line ${found.line} ${found.problem}. ${advice}`, found.line);
  }
  const block = found.kind === 'block' ? found : undefined;
  if (!('update' in stated)) {
    const problem = optionsProblem(stated);
    if (problem !== undefined) throw new RangeError(problem);
    return initWith(before, block, stated, budget);
  }
  if (block === undefined) {
    return refused('block', 'The file has no block to update. Run init with purposes to block.');
  }
  const problem = optionsProblem(block.options);
  const { line } = before.records[block.first];
  return problem === undefined
    ? initWith(before, block, block.options, budget)
    : refused('block', `Line ${line} has options that cannot be read: ${problem}`, line);
}

function initWith(
  before: RobotsTxt,
  block: FoundBlock | undefined,
  options: InitOptions,
  budget: number | undefined,
): InitResult {
  const edited = editedLine(before, block);
  if (edited !== undefined) {
    const message = `Line ${edited} is in the block, but repkit did not write it. Move it out of the block, or remove the block.`;
    return refused('block', message, edited);
  }
  const selection = select(options);
  if (selection.undecided.length > 0) {
    const names = selection.undecided.map(({ name }) => name);
    const verb = names.length === 1 ? 'serves' : 'serve';
    const message = `${names.join(', ')} ${verb} purposes to block and others under one name. Decide whether to block them.`;
    return { ...refused('mixed', message), mixed: selection.undecided };
  }
  const names = selection.blocked.map(({ name }) => name);
  const removed = recordsNaming(before, [...names, ...labelsOf(options)], block);
  const star = options.signals ? starGroupOf(before, block) : undefined;
  const stated = star?.preferences[0];
  if (stated !== undefined) {
    const message = `Line ${stated.line} states preferences for all other crawlers already. Remove it, or leave out the signals.`;
    return refused('signals', message, stated.line);
  }
  const managed = managedLine(before, [...removed, ...(star === undefined ? [] : [before.records[star.last]])]);
  if (managed !== undefined) {
    const message = `Line ${managed} is in Cloudflare's managed block, which is not edited. Turn off managed robots.txt, and remove the block from the file.`;
    return refused('managed', message, managed);
  }
  const content = contentOf(before, block, options, selection.blocked);
  const text = withBlock(before, removed, block, blockLines(options, content), star?.last);
  if (byteLength(text) > MIN_PARSING_LIMIT_BYTES) return tooLarge('would exceed');
  return proved(before, text, block, { options, selection, content, budget });
}

/** Returns the first line that is in Cloudflare's managed block. */
function managedLine(robotsTxt: RobotsTxt, records: readonly { readonly line: number }[]): number | undefined {
  const managed = managedBlock(robotsTxt);
  if (managed === undefined) return undefined;
  const { firstLine, lastLine } = managed;
  return records.find(({ line }) => line >= firstLine && line <= lastLine)?.line;
}

const BLOCK_ALL = ['Disallow: /'];

function contentOf(
  before: RobotsTxt,
  block: FoundBlock | undefined,
  options: InitOptions,
  blocked: readonly CrawlerProfile[],
): BlockContent {
  const base = withoutBlock(before, block);
  const names = blocked.map(({ name }) => name);
  const star = starGroupOf(before, block);
  const signals = options.signals ? signalLines(options) : [];
  const restrictsNothing = signals.length > 0 && !star?.hasRule ? ['Disallow:'] : [];
  const starLines = [...restrictsNothing, ...signals];
  const url = options.sitemap === undefined ? undefined : sitemapUrl(options.sitemap);
  return {
    above: star === undefined ? [] : starLines,
    groups: [
      { names, lines: BLOCK_ALL },
      ...labelsOf(options).map((label) => ({ names: [label], lines: BLOCK_ALL })),
      ...keptGroups(before, base, lowerCase(names), knownCrawlers),
      ...(star === undefined && signals.length > 0 ? [{ names: [STAR_TOKEN], lines: starLines }] : []),
    ],
    sitemap: url === undefined || base.sitemaps.includes(url) ? undefined : url,
  };
}

/** Returns the names of the groups that state the training preference signal. */
function labelsOf(options: InitOptions): string[] {
  return options.trainingSignal ? trainingSignal.policyTokens.map(({ token }) => token) : [];
}

function sitemapUrl(sitemap: string | URL): string {
  return writeRobotsTxt({ sitemaps: sitemap }).slice('Sitemap: '.length, -1);
}

/** Returns the first line of the block that no run with its options writes. */
function editedLine(before: RobotsTxt, block: FoundBlock | undefined): number | undefined {
  if (block === undefined || optionsProblem(block.options) !== undefined) return undefined;
  const content = contentOf(before, block, block.options, select(block.options).blocked);
  const ofStar = [`User-agent: ${STAR_TOKEN}`, 'Disallow:'];
  const all = new Set([...blockLines(block.options, content), ...ofStar]);
  const records = before.records.slice(block.first + 1, block.last);
  const isKnown = (name = '') => crawlerProfile(name) !== undefined;
  // The group of blocked crawlers has one rule. Later groups may repeat any rule of the file.
  let expected = new Set([...content.above, ...BLOCK_ALL]);
  let isPast = false;
  for (const { kind, text, value, line } of records) {
    if (kind === 'disallow') isPast = text.trimEnd() === BLOCK_ALL[0];
    if (kind === 'blank' && isPast) expected = all;
    const isWritten = kind === 'blank' || expected.has(text.trimEnd());
    if (!isWritten && !(kind === 'user-agent' && isKnown(value?.text))) return line;
  }
  return undefined;
}

interface Run {
  readonly options: InitOptions;
  readonly selection: Selection;
  readonly content: BlockContent;
  readonly budget: number | undefined;
}

/** Returns the result if every change is one of a crawler that the block names, now or before. */
function proved(
  before: RobotsTxt,
  text: string,
  block: FoundBlock | undefined,
  { options, selection, content, budget }: Run,
): InitResult {
  const after = parseRobotsTxt(text);
  const changes = diff(before, after, budget === undefined ? {} : { budget });
  const [blocked, ...furtherGroups] = content.groups;
  const chosen = lowerCase([...blocked.names, ...labelsOf(options), ...namesInBlock(before, block)]);
  chosen.delete(STAR_TOKEN);
  const isStating = options.signals || block?.options.signals;
  const isPreference = ({ field }: RecordChange) => PREFERENCE_FIELDS.has(field);
  const preferences = namesIn(changes.recordChanges.filter(isPreference), changes.preferenceChanges);
  const records = changes.recordChanges.filter((change) => !isPreference(change) && otherField(change.field)?.scope !== 'file');
  const affected = [...namesIn(changes.changes, records, changes.undecided), ...(isStating ? [] : preferences)].filter(
    (name) => !chosen.has(name.toLowerCase()),
  );
  const loose = notBlocked(text, selection.blocked);
  if (loose !== undefined) {
    const message = `Other lines would still decide about "${loose.name}". Remove its groups first.`;
    return refused('unproved', message);
  }
  if (affected.length > 0) {
    const subject = affected[0] === STAR_TOKEN ? 'all other crawlers' : `"${affected[0]}"`;
    const message = `It cannot be proved that ${subject} would not be affected. Fix what repkit lint reports first.`;
    return refused('unproved', message);
  }
  const changed = lowerCase(namesIn(changes.changes));
  const readsPreferences = followerOf(preferences, [before, after]);
  const others = knownCrawlers.filter((crawler) => isGoverned(crawler) && !chosen.has(crawler.name.toLowerCase()));
  return {
    kind: 'written',
    text,
    options,
    blocked: selection.blocked.map((crawler) => ({
      crawler,
      isChanged: changed.has(crawler.name.toLowerCase()),
      isMixed: selection.mixed.has(crawler),
    })),
    excepted: selection.excepted,
    named: furtherGroups.flatMap(({ names }) => names.filter((name) => crawlerProfile(name) !== undefined)),
    preferencesChanged: [STAR_TOKEN, ...others.map(({ name }) => name)].filter(readsPreferences),
    unaffected: others.filter(({ name }) => !readsPreferences(name)),
    notes: notesOn(options),
    diff: changes,
  };
}

function namesInBlock({ records }: RobotsTxt, block: FoundBlock | undefined): string[] {
  if (block === undefined) return [];
  return records.slice(block.first, block.last).flatMap(({ kind, value }) => (kind === 'user-agent' ? (value?.text ?? []) : []));
}

function lowerCase(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Returns the first crawler that follows anything but one rule that blocks everything. */
function notBlocked(text: string, crawlers: readonly CrawlerProfile[]): CrawlerProfile | undefined {
  const byDialect = groupBy(crawlers, (crawler) => dialectFor(crawler));
  return Array.from(byDialect, ([dialect, readers]) => {
    const robotsTxt = parseRobotsTxt(text, { dialect });
    return readers.find((crawler) => {
      const { rules } = matcherFor(robotsTxt, crawler);
      return !(rules.length === 1 && rules[0].kind === 'disallow' && rules[0].canonicalPattern === '/');
    });
  }).find((crawler) => crawler !== undefined);
}

function unreadableProblem(robotsTxt: RobotsTxt): InitRefused | undefined {
  if (robotsTxt.truncated) return tooLarge('exceeds');
  const content = otherContent(robotsTxt);
  if (content !== undefined) return refused('not-text', `The file is ${content}, not a robots.txt.`);
  const notUtf8 = lineDiagnostics(robotsTxt).find(({ code }) => code === 'not-utf-8');
  if (robotsTxt.encoding === 'utf-8' && notUtf8 === undefined) return undefined;
  const line = notUtf8?.span.line ?? 1;
  return refused('not-text', `Line ${line} is not UTF-8. Save the file as UTF-8 first.`, line);
}

function tooLarge(verb: string): InitRefused {
  const message = `The file ${verb} 500 KiB, where crawlers may stop reading (RFC 9309 2.5). Shorten it first.`;
  return refused('too-large', message);
}

function refused(reason: InitReason, message: string, line?: number): InitRefused {
  return { kind: 'refused', reason, message, mixed: [], ...(line !== undefined && { line }) };
}

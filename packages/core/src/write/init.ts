/** Writes or extends a robots.txt by purpose, and proves that only the chosen crawlers change. */
import { diff } from '../analysis/diff.js';
import { type GroupedDiff, groupDiff, namesIn } from '../analysis/grouped-diff.js';
import { currentNames } from '../crawlers/former-names.js';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import { knownFields } from '../dialect/fields.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { isGoverned } from '../file/crawler.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { managedBlock } from '../lint/checks/groups.js';
import { foreignContent } from '../lint/content.js';
import { lineDiagnostics } from '../lint/lint.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { byteLength } from '../syntax/record-text.js';
import { groupBy } from '../util/group-by.js';
import { blockLines, findBlock, groupLines } from './init-block.js';
import {
  type FileToEdit,
  fileToEdit,
  isIn,
  keptGroups,
  lineBetweenNames,
  lineInLastGroup,
  recordsNaming,
  withBlock,
} from './init-edit.js';
import { type InitOptions, notesOn, optionsProblem, type Selection, select, signalLines } from './init-options.js';

/** What to write; with `update`, what the block in the file states. */
export type InitRequest = (InitOptions | { readonly update: true }) & {
  /** Steps that the proof may take (default: 13 million). */
  readonly budget?: number | undefined;
};

/** A crawler that the block names. */
export interface InitCrawler {
  readonly crawler: CrawlerProfile;
  /** Whether it may fetch less than before, or was not compared within the budget. */
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
  readonly diff: GroupedDiff;
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
 * Throws an InitOptionsError for options that contradict each other or have an invalid value, never for what a file contains.
 * Worst case: as `diff`.
 *
 * @example
 * ```ts
 * import { initRobotsTxt } from '@repkit/core/analysis';
 *
 * const robotsTxt = 'User-agent: *\nDisallow: /cart\n';
 * const result = initRobotsTxt(robotsTxt, { block: ['archive'], except: ['CCBot'] });
 * if (result.kind === 'refused') throw new Error(result.message);
 * result.text.split('\n')[3]; // '# repkit init --block archive --except CCBot'
 * result.diff.crawlers.unaffected.includes('*'); // true
 * ```
 */
export function initRobotsTxt(body: string | Uint8Array, request: InitRequest): InitResult {
  const { budget, ...stated } = request;
  const before = parseRobotsTxt(body);
  const unreadable = unreadableProblem(before);
  if (unreadable !== undefined) return unreadable;
  const block = findBlock(before.records);
  if (block !== undefined && 'problem' in block) {
    const { damagedLine, problem } = block;
    return refused('block', `Line ${damagedLine} ${problem}. Correct the block, or remove it and run init again.`, damagedLine);
  }
  const file = fileToEdit(before, block);
  if (!('update' in stated)) {
    const problem = optionsProblem(stated);
    if (problem !== undefined) throw problem;
    return initWith(file, stated, budget);
  }
  if (block === undefined) {
    return refused('block', 'The file has no block to update. Run init with purposes to block.');
  }
  const { firstLine, options } = block;
  const problem = optionsProblem(options);
  return problem === undefined
    ? initWith(file, options, budget)
    : refused('block', `Line ${firstLine} has options that cannot be read: ${problem.message}`, firstLine);
}

function initWith(file: FileToEdit, options: InitOptions, budget: number | undefined): InitResult {
  const edited = editedLine(file);
  if (edited !== undefined) {
    const message = `Line ${edited} is in the block, but repkit did not write it. Move it out of the block, or remove the block.`;
    return refused('block', message, edited);
  }
  const below = lineInLastGroup(file);
  if (below !== undefined) {
    const message = `Line ${below} is below the block, and belongs to its last group. Move it above the block, or into another group.`;
    return refused('block', message, below);
  }
  const selection = select(options);
  const { blocked, labels, undecided } = selection;
  if (undecided.length > 0) {
    const verb = undecided.length === 1 ? 'serves' : 'serve';
    const names = namesOf(undecided).join(', ');
    const message = `${names} ${verb} purposes to block and others under one name. Decide whether to block them.`;
    return { ...refused('mixed', message), mixed: undecided };
  }
  const star = options.signals ? file.star : undefined;
  const removed = recordsNaming(file, [...namesOf(blocked), ...labels]);
  const managed = managedBlock(file.robotsTxt);
  const edits = [...removed, ...(star === undefined ? [] : [{ line: star.lastLine }])];
  const managedLine = edits.find((record) => isIn(managed, record))?.line;
  if (managedLine !== undefined) {
    const message = `Line ${managedLine} is in Cloudflare's managed block, which is not edited. Turn off managed robots.txt, and remove the block from the file.`;
    return refused('managed', message, managedLine);
  }
  if (star?.preference !== undefined) {
    const { line } = star.preference;
    const message = `Line ${line} states preferences for all other crawlers already. Remove it, or leave out the signals.`;
    return refused('signals', message, line);
  }
  const { lines, named } = contentOf(file, selection);
  const text = withBlock(file, removed, lines, star?.lastLine);
  if (byteLength(text) > MIN_PARSING_LIMIT_BYTES) return tooLarge('would exceed');
  const result = proved(file, text, selection, named, budget);
  const isAmiss = result.kind === 'refused' || joinsBlock(text);
  const between = isAmiss ? lineBetweenNames(file, removed) : undefined;
  if (between === undefined) return result;
  const message = `Line ${between} is between names that form one group, because no rule separates them. Add a rule above the next name, or remove the line.`;
  return refused('unproved', message, between);
}

/** Returns whether a line below the block would belong to it, so that no later run could replace the block. */
function joinsBlock(text: string): boolean {
  const robotsTxt = parseRobotsTxt(text);
  const block = findBlock(robotsTxt.records);
  return block !== undefined && !('problem' in block) && lineInLastGroup(fileToEdit(robotsTxt, block)) !== undefined;
}

const BLOCK_ALL = 'Disallow: /';

/** Returns the lines of the block, and the crawlers that it names only so that they keep their rules. */
function contentOf(file: FileToEdit, { options, blocked, labels }: Selection) {
  const { base, star } = file;
  const names = namesOf(blocked);
  const signals = options.signals ? signalLines(options) : [];
  const restrictsNothing = signals.length > 0 && !star?.hasRule ? ['Disallow:'] : [];
  const starLines = [...restrictsNothing, ...signals];
  const kept = keptGroups(file, lowerCase(names));
  const sitemap = options.sitemap?.toString();
  const parts = [
    star === undefined ? [] : starLines,
    groupLines({ names, lines: [BLOCK_ALL] }),
    ...labels.map((label) => groupLines({ names: [label], lines: [BLOCK_ALL] })),
    ...kept.map(groupLines),
    star !== undefined || signals.length === 0 ? [] : groupLines({ names: [STAR_TOKEN], lines: starLines }),
    sitemap === undefined || base.sitemaps.includes(sitemap) ? [] : [`Sitemap: ${sitemap}`],
  ];
  return { lines: blockLines(options, parts), named: kept.flatMap((group) => group.names) };
}

/** Returns the first line of the block that no run with its options writes, whichever crawlers it knows. */
function editedLine(file: FileToEdit): number | undefined {
  const { block, robotsTxt } = file;
  if (block === undefined || optionsProblem(block.options) !== undefined) return undefined;
  const { lines } = contentOf(file, select(block.options));
  // The group of "*" is in the block only if the rest of the file had none.
  const ofStar = block.options.signals ? [`User-agent: ${STAR_TOKEN}`, 'Disallow:'] : [];
  const written = new Set([...lines, ...ofStar]);
  return robotsTxt.records.find((record) => {
    if (!isIn(block, record) || record.kind === 'blank' || written.has(record.text.trim())) return false;
    if (record.kind !== 'user-agent') return true;
    const name = nameIn(record);
    return crawlerProfile(name) === undefined && currentNames(name).length === 0;
  })?.line;
}

/** Returns the result if every change is one of a crawler that the block names, now or before. */
function proved(
  file: FileToEdit,
  text: string,
  { options, blocked, mixed, excepted, labels }: Selection,
  named: readonly string[],
  budget: number | undefined,
): InitResult {
  const obstacle = decidingOtherwise(text, blocked);
  if (obstacle !== undefined) return refused('unproved', obstacle);
  const files = [file.robotsTxt, parseRobotsTxt(text)] as const;
  const changes = diff(...files, budget === undefined ? {} : { budget });
  const grouped = groupDiff(changes, { files });
  const chosen = lowerCase([...namesOf(blocked), ...labels, ...namesInBlock(file)]);
  chosen.delete(STAR_TOKEN);
  const isOther = (name: string) => !chosen.has(name.toLowerCase());
  const unaffected = new Set(grouped.crawlers.unaffected);
  const affected = changes.crawlers.filter((name) => isOther(name) && !unaffected.has(name));
  // Signals change the preferences of all crawlers in the group of "*", and nothing else.
  const signals = lowerCase([options, file.block?.options].flatMap((stated) => (stated?.signals ? signalLines(stated) : [])));
  const records = changes.recordChanges.filter(({ field, removed, added }) =>
    [...removed, ...added].some(({ value }) => !signals.has(`${field}: ${value}`.toLowerCase())),
  );
  const [wrong] = signals.size > 0 ? namesIn(changes.changes, records, changes.undecided).filter(isOther) : affected;
  if (wrong !== undefined) {
    const subject = wrong === STAR_TOKEN ? 'all other crawlers' : `"${wrong}"`;
    const message = `It cannot be proved that ${subject} would not be affected. Fix what repkit lint reports first.`;
    return refused('unproved', message);
  }
  const changedNames = namesIn(changes.changes, changes.undecided);
  const [changed, compared, readers] = [changedNames, changes.crawlers, affected].map(lowerCase);
  // Known crawlers that are not compared follow the group of "*".
  const isReader = ({ name }: { readonly name: string }) =>
    readers.has(compared.has(name.toLowerCase()) ? name.toLowerCase() : STAR_TOKEN);
  const others = knownCrawlers.filter((crawler) => isGoverned(crawler) && isOther(crawler.name));
  return {
    kind: 'written',
    text,
    options,
    blocked: blocked.map((crawler) => ({
      crawler,
      isChanged: changed.has(crawler.name.toLowerCase()),
      isMixed: mixed.has(crawler),
    })),
    excepted,
    named,
    preferencesChanged: namesOf([{ name: STAR_TOKEN }, ...others].filter(isReader)),
    unaffected: others.filter((crawler) => !isReader(crawler)),
    notes: notesOn(options),
    diff: grouped,
  };
}

function namesInBlock({ robotsTxt, block }: FileToEdit): string[] {
  return robotsTxt.records.flatMap((record) => (isIn(block, record) && record.kind === 'user-agent' ? nameIn(record) : []));
}

/** Returns the product token of a user-agent line of the block. */
function nameIn({ value }: RobotsTxtRecord): string {
  return value?.text.split(' ', 1)[0] ?? '';
}

function namesOf(crawlers: readonly { readonly name: string }[]): string[] {
  return crawlers.map(({ name }) => name);
}

function lowerCase(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Returns a sentence about the first crawler that follows anything but a rule that blocks everything. */
function decidingOtherwise(text: string, crawlers: readonly CrawlerProfile[]): string | undefined {
  for (const [dialect, readers] of groupBy(crawlers, (crawler) => dialectFor(crawler))) {
    const robotsTxt = parseRobotsTxt(text, { dialect });
    for (const crawler of readers) {
      const { group, rules } = matcherFor(robotsTxt, crawler);
      if (group === undefined || group.productToken === STAR_TOKEN) {
        return `"${crawler.name}" would not read the block, because the file is too long for it. Shorten the file first.`;
      }
      const other = rules.find(({ kind, canonicalPattern }) => kind === 'allow' || canonicalPattern !== '/');
      if (other === undefined) continue;
      const rule = `${knownFields[other.kind].title}: ${other.pattern}`.trimEnd();
      return `"${rule}" would still decide about "${crawler.name}". Move it to another group, or remove it.`;
    }
  }
  return undefined;
}

function unreadableProblem(robotsTxt: RobotsTxt): InitRefused | undefined {
  if (robotsTxt.truncated) return tooLarge('exceeds');
  const content = foreignContent(robotsTxt);
  if (content !== undefined) return refused('not-text', `The file ${content}. Check that it is a robots.txt.`);
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

/** The edits of `initRobotsTxt`: removes blocked crawlers from existing groups, and puts the block in its place. */

import { type CrawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import type { Dialect } from '../dialect/dialect.js';
import { isSiteField } from '../dialect/fields.js';
import { isGoverned } from '../file/crawler.js';
import type { OtherRecord } from '../file/groups.js';
import { bodyOf } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import type { BlockGroup, FoundBlock } from './init-block.js';

/** Lines of a file, such as those of a block. */
interface LineRange {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** A file to write a block into. */
export interface FileToEdit {
  readonly robotsTxt: RobotsTxt;
  /** The block of an earlier run, which the new one replaces. */
  readonly block: FoundBlock | undefined;
  /** The file without its block. */
  readonly base: RobotsTxt;
  /** The first group of `*` outside the block; undefined if there is none. */
  readonly star: StarGroup | undefined;
}

export function fileToEdit(robotsTxt: RobotsTxt, block: FoundBlock | undefined): FileToEdit {
  return { robotsTxt, block, base: withoutBlock(robotsTxt, block), star: starGroupOf(robotsTxt, block) };
}

/** Returns whether a line is within a range; there may be no such range. */
export function isIn(range: LineRange | undefined, { line }: { readonly line: number }): boolean {
  return range !== undefined && line >= range.firstLine && line <= range.lastLine;
}

/** Returns whether a record goes with its group: it is for the crawlers of the group only. */
function belongsToGroup({ kind, field }: RobotsTxtRecord): boolean {
  return field !== undefined && !isSiteField(kind, field.text);
}

/** Returns the first line below the block that belongs to its last group. */
export function lineInLastGroup({ robotsTxt: { records }, block }: FileToEdit): number | undefined {
  const last = records.findLast((record) => isIn(block, record) && belongsToGroup(record));
  const below = records.slice(block?.lastLine);
  return last && below.find((record) => record.groupIndex === last.groupIndex && belongsToGroup(record))?.line;
}

function withoutBlock(robotsTxt: RobotsTxt, block: LineRange | undefined): RobotsTxt {
  if (block === undefined) return robotsTxt;
  const remaining = robotsTxt.records.filter((record) => !isIn(block, record));
  return parseRobotsTxt(remaining.map(({ text }) => text).join(''));
}

/** Returns the records outside the block that name one of the crawlers, and the groups that name no other. */
export function recordsNaming({ robotsTxt, block }: FileToEdit, names: readonly string[]): ReadonlySet<RobotsTxtRecord> {
  const { records, groups } = robotsTxt;
  const lines = new Set(
    names.flatMap((name) => {
      const { group } = robotsTxt.matcher(name);
      return group === undefined || group.productToken === STAR_TOKEN ? [] : group.userAgentLines;
    }),
  );
  const isNaming = (record: { readonly line: number }) => lines.has(record.line) && !isIn(block, record);
  const isEmptied = groups.map(({ userAgentRecords }) => userAgentRecords.every(isNaming));
  return new Set(
    records.filter((record) => {
      const { kind, groupIndex } = record;
      if (groupIndex === undefined || isIn(block, record)) return false;
      return kind === 'user-agent' ? isNaming(record) : isEmptied[groupIndex] && belongsToGroup(record);
    }),
  );
}

/**
 * Returns the line of the first record that only removed records of its group name, although others below it belong to the
 * group: without the removed ones, the record would join the group above.
 */
export function lineBetweenNames({ robotsTxt }: FileToEdit, removed: ReadonlySet<RobotsTxtRecord>): number | undefined {
  const { records, groups } = robotsTxt;
  const removedLines = new Set(Array.from(removed, ({ line }) => line));
  const firstNames = groups.map(
    ({ userAgentRecords }) => userAgentRecords.find(({ line }) => !removedLines.has(line))?.line ?? 0,
  );
  return records.find((record) => {
    const { groupIndex, line } = record;
    return groupIndex !== undefined && line < firstNames[groupIndex] && !removedLines.has(line) && belongsToGroup(record);
  })?.line;
}

/**
 * Returns the groups for crawlers that are not blocked, but would fall back to the group of a blocked one: each repeats what
 * the crawler follows without the block, or in the group in which the block repeated it before: the group that it followed may
 * have been removed with the name of the blocked one.
 */
export function keptGroups({ robotsTxt, block, base }: FileToEdit, blocked: ReadonlySet<string>): readonly BlockGroup[] {
  const blockedBefore = robotsTxt.records.find((record) => isIn(block, record) && record.kind === 'user-agent')?.groupIndex;
  const keptBefore = namesIn(robotsTxt.groups.filter((_, index) => index !== blockedBefore));
  const namedInBase = namesIn(base.groups);
  const byLines = new Map<string, { readonly names: string[]; readonly lines: readonly string[] }>();
  for (const crawler of knownCrawlers) {
    const [name, ...fallbacks] = crawler.productTokens.map((token) => token.toLowerCase());
    if (!isGoverned(crawler) || blocked.has(name) || namedInBase.has(name)) continue;
    const followed = fallbacks.find((token) => blocked.has(token) || namedInBase.has(token));
    if (followed === undefined || !blocked.has(followed)) continue;
    const lines = linesFor(keptBefore.has(name) ? robotsTxt : base, crawler);
    const key = lines.join('\n');
    const group = byLines.get(key) ?? { names: [], lines };
    group.names.push(crawler.name);
    byLines.set(key, group);
  }
  return [...byLines.values()];
}

function namesIn(groups: RobotsTxt['groups']): ReadonlySet<string> {
  return new Set(groups.flatMap(({ productTokens }) => productTokens).map((token) => token.toLowerCase()));
}

/**
 * Returns the rules and other records that a crawler follows, as lines. A blank line ends the group for some crawlers; those
 * that other parsers apply to the same name follow it.
 */
function linesFor(robotsTxt: RobotsTxt, crawler: CrawlerProfile): readonly string[] {
  const followed = followedLines(robotsTxt, crawler, dialectFor(crawler));
  const applied = followedLines(robotsTxt, crawler, robotsTxt.dialect);
  const textsOf = (isWanted: (line: number) => boolean) =>
    robotsTxt.records.filter(({ line }) => isWanted(line)).map(({ text }) => text.trim());
  const others = textsOf((line) => applied.lines.has(line) && !followed.lines.has(line));
  return [
    ...textsOf((line) => followed.lines.has(line)),
    // Without a rule in one of the dialects, the group would merge with the next one there.
    ...(followed.hasRule && applied.hasRule ? [] : ['Disallow:']),
    ...(others.length === 0 ? [] : ['', ...others]),
  ];
}

/** Returns the lines of the rules and other records that a crawler follows if it reads the file in a dialect. */
function followedLines(robotsTxt: RobotsTxt, crawler: CrawlerProfile, dialect: Dialect) {
  const file = parseRobotsTxt(bodyOf(robotsTxt).wholeSource(), { dialect });
  const userAgentLines = new Set(matcherFor(file, crawler).group?.userAgentLines);
  const groups = file.groups.filter(({ userAgentRecords }) => userAgentRecords.some(({ line }) => userAgentLines.has(line)));
  const lines = groups.flatMap(({ rules, otherRecords }) => [
    ...rules.map(({ line }) => line),
    ...otherRecords.filter(({ field, name }) => !isSiteField(field, name)).map(({ line }) => line),
  ]);
  return { lines: new Set(lines), hasRule: groups.some(({ rules }) => rules.length > 0) };
}

/** The first group of `*` outside the block. */
interface StarGroup {
  readonly lastLine: number;
  /** Whether it has a rule. Without one, it would merge with the groups of the block. */
  readonly hasRule: boolean;
  /** The first preference that it states. */
  readonly preference: OtherRecord | undefined;
}

const PREFERENCE_FIELDS: ReadonlySet<string> = new Set(['content-signal', 'content-usage']);

function starGroupOf(robotsTxt: RobotsTxt, block: LineRange | undefined): StarGroup | undefined {
  const isOutside = (record: { readonly line: number }) => !isIn(block, record);
  const { records, groups } = robotsTxt;
  const firstLine = robotsTxt.matcher(STAR_TOKEN).group?.userAgentLines.find((line) => isOutside({ line }));
  const groupIndex = firstLine === undefined ? undefined : records[firstLine - 1].groupIndex;
  if (firstLine === undefined || groupIndex === undefined) return undefined;
  const ofGroup = records.filter((record) => record.groupIndex === groupIndex && isOutside(record));
  const { rules, otherRecords } = groups[groupIndex];
  return {
    lastLine: ofGroup.findLast(belongsToGroup)?.line ?? firstLine,
    hasRule: rules.some(isOutside),
    preference: otherRecords.find((record) => PREFERENCE_FIELDS.has(record.field) && isOutside(record)),
  };
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns the text of the file without the removed records, and with the lines of the block instead of the earlier one.
 *
 * @param after the last line of the group that the block continues; undefined if it continues none
 */
export function withBlock(
  { robotsTxt: { records }, block }: FileToEdit,
  removed: ReadonlySet<RobotsTxtRecord>,
  lines: readonly string[],
  after: number | undefined,
): string {
  const [first] = records;
  const mark = first?.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const textOf = (part: readonly RobotsTxtRecord[]) =>
    part.map((record) => (record === first ? record.text.slice(mark.length) : record.text)).join('');
  // An update must not change the line ends of the block, although the first line of the file may have been removed.
  const model = block === undefined ? first : records[block.firstLine - 1];
  const lineEnd = /\r\n|\r|\n/.exec(model?.text ?? '')?.[0] ?? '\n';
  const remaining = new Set(records.filter((record) => !removed.has(record) && !isIn(block, record)));
  const isInPlace = block !== undefined && canStay(records, block, after);
  const place = after ?? endOf(records, remaining);
  const above = withoutRemoved(records.slice(0, isInPlace ? block.firstLine - 1 : place), remaining);
  const below = withoutRemoved(records.slice(isInPlace ? block.lastLine : place), remaining);
  const start = textOf(above);
  const endsLine = start === '' || /[\r\n]$/.test(start);
  const isApart = isInPlace || start === '' || after !== undefined || above.at(-1)?.kind === 'blank';
  const isLast = isInPlace || below.length === 0 || below[0].kind === 'blank';
  return [
    ...[mark, start, endsLine ? '' : lineEnd, isApart ? '' : lineEnd],
    ...lines.map((line) => line + lineEnd),
    ...[isLast ? '' : lineEnd, textOf(below)],
  ].join('');
}

/**
 * Returns whether the new block can take the place of the earlier one: only lines of no group are between it and the group that
 * it continues, or neither of them continues a group.
 */
function canStay(records: readonly RobotsTxtRecord[], { firstLine }: LineRange, after: number | undefined): boolean {
  if (after === undefined) return records[firstLine].kind === 'user-agent';
  return after < firstLine && !records.slice(after, firstLine - 1).some(belongsToGroup);
}

/** Returns where user-agent lines without rules at the end begin, which would merge with the block, and comments above them. */
function endOf(records: readonly RobotsTxtRecord[], remaining: ReadonlySet<RobotsTxtRecord>): number {
  let open: number | undefined;
  for (const [index, record] of records.entries()) {
    const { kind } = record;
    if (!remaining.has(record)) continue;
    if (kind === 'user-agent') open ??= index;
    else if (kind === 'allow' || kind === 'disallow') open = undefined;
  }
  if (open === undefined) return records.length;
  while (open > 0 && records[open - 1].kind === 'comment') open--;
  return open;
}

/** Leaves out removed records, and a blank line that would follow another. */
function withoutRemoved(records: readonly RobotsTxtRecord[], remaining: ReadonlySet<RobotsTxtRecord>): RobotsTxtRecord[] {
  const kept: RobotsTxtRecord[] = [];
  let isAfterRemoved = false;
  for (const record of records) {
    const isSecondBlank = record.kind === 'blank' && (kept.at(-1)?.kind ?? 'blank') === 'blank';
    if (!remaining.has(record)) isAfterRemoved = true;
    else if (!isAfterRemoved || !isSecondBlank) {
      isAfterRemoved = false;
      kept.push(record);
    }
  }
  return kept;
}

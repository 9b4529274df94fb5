/** The edits of `initRobotsTxt`: removes blocked crawlers from existing groups, and puts the block in its place. */

import { SITE_FIELDS } from '../analysis/record-changes.js';
import type { CrawlerProfile } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import type { Dialect } from '../dialect/dialect.js';
import { otherField } from '../dialect/fields.js';
import { isGoverned } from '../file/crawler.js';
import type { OtherRecord } from '../file/groups.js';
import { bodyOf } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import type { BlockGroup, FoundBlock } from './init-block.js';

const BYTE_ORDER_MARK = '\uFEFF';

/** Returns whether a record goes with its group: it is for the crawlers of the group only. */
function belongsToGroup({ kind, field }: RobotsTxtRecord): boolean {
  const isRecord = !['blank', 'comment', 'invalid'].includes(kind);
  const isOfFile = SITE_FIELDS.has(kind) || otherField(field?.text ?? '')?.scope === 'file';
  return isRecord && !isOfFile;
}

/** Returns the file without its block. */
export function withoutBlock(robotsTxt: RobotsTxt, block: FoundBlock | undefined): RobotsTxt {
  if (block === undefined) return robotsTxt;
  return parseRobotsTxt(textOf(robotsTxt.records.filter((_, index) => !isIn(block, index))));
}

/** Returns the records outside the block that name one of the crawlers, and the groups that name no other. */
export function recordsNaming(
  robotsTxt: RobotsTxt,
  names: readonly string[],
  block: FoundBlock | undefined,
): ReadonlySet<RobotsTxtRecord> {
  const { records, groups } = robotsTxt;
  const lines = new Set(
    names.flatMap((name) => {
      const { group } = robotsTxt.matcher(name);
      return group === undefined || group.productToken === STAR_TOKEN ? [] : group.userAgentLines;
    }),
  );
  const ofBlock = records.filter((_, index) => isIn(block, index)).map(({ line }) => line);
  for (const line of ofBlock) lines.delete(line);
  const empty = groups.map(({ userAgentRecords }) => userAgentRecords.every(({ line }) => lines.has(line)));
  return new Set(
    records.filter((record, index) => {
      const { kind, line, groupIndex } = record;
      if (groupIndex === undefined || isIn(block, index)) return false;
      return kind === 'user-agent' ? lines.has(line) : empty[groupIndex] && belongsToGroup(record);
    }),
  );
}

/**
 * Returns the groups for crawlers that are not blocked, but would fall back to the group of a blocked one: each repeats what
 * the crawler follows without the block, or in the group of the block that names it already.
 */
export function keptGroups(
  before: RobotsTxt,
  base: RobotsTxt,
  blocked: ReadonlySet<string>,
  candidates: readonly CrawlerProfile[],
): readonly BlockGroup[] {
  const [namedBefore, namedInBase] = [before, base].map(namesIn);
  const byLines = new Map<string, { readonly names: string[]; readonly lines: readonly string[] }>();
  for (const crawler of candidates) {
    const [name, ...fallbacks] = crawler.productTokens.map((token) => token.toLowerCase());
    if (!isGoverned(crawler) || blocked.has(name) || namedInBase.has(name)) continue;
    const followed = fallbacks.find((token) => blocked.has(token) || namedInBase.has(token));
    if (followed === undefined || !blocked.has(followed)) continue;
    const lines = linesFor(namedBefore.has(name) ? before : base, crawler);
    const key = lines.join('\n');
    const group = byLines.get(key) ?? { names: [], lines };
    group.names.push(crawler.name);
    byLines.set(key, group);
  }
  return [...byLines.values()];
}

function namesIn({ groups }: RobotsTxt): ReadonlySet<string> {
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
    ...(followed.hasRule ? [] : ['Disallow:']),
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
    ...otherRecords.filter(({ field }) => !SITE_FIELDS.has(field)).map(({ line }) => line),
  ]);
  return { lines: new Set(lines), hasRule: groups.some(({ rules }) => rules.length > 0) };
}

/** The first group of `*` outside the block. */
export interface StarGroup {
  /** The index of its last record. */
  readonly last: number;
  /** Whether it has a rule. Without one, it would merge with the groups of the block. */
  readonly hasRule: boolean;
  /** The preferences that it states. */
  readonly preferences: readonly OtherRecord[];
}

/** Returns the first group of `*` outside the block; undefined if there is none. */
export function starGroupOf(robotsTxt: RobotsTxt, block: FoundBlock | undefined): StarGroup | undefined {
  const { group } = robotsTxt.matcher(STAR_TOKEN);
  const { records, groups } = robotsTxt;
  const ofBlock = new Set(records.filter((_, index) => isIn(block, index)).map(({ line }) => line));
  const isOutside = ({ line }: { readonly line: number }) => !ofBlock.has(line);
  const first = group?.userAgentLines.find((line) => !ofBlock.has(line));
  if (first === undefined) return undefined;
  const star = groups.findIndex(({ userAgentRecords }) => userAgentRecords.some(({ line }) => line === first));
  const last = records.findLastIndex(
    (record, index) => record.groupIndex === star && !isIn(block, index) && belongsToGroup(record),
  );
  const { rules, otherRecords } = groups[star];
  const preferences = otherRecords.filter(({ field }) => PREFERENCE_FIELDS.has(field));
  return { last, hasRule: rules.some(isOutside), preferences: preferences.filter(isOutside) };
}

export const PREFERENCE_FIELDS: ReadonlySet<string> = new Set(['content-signal', 'content-usage']);

/**
 * Returns the text of the file without the removed records and with the lines of the block: after the record at `after`,
 * else in the place of the earlier block, else at the end. There, it precedes user-agent lines without rules, which would
 * merge with its own.
 */
export function withBlock(
  { records }: RobotsTxt,
  removed: ReadonlySet<RobotsTxtRecord>,
  block: FoundBlock | undefined,
  lines: readonly string[],
  after: number | undefined,
): string {
  const lineEnd = /\r\n|\r|\n/.exec(records[0]?.text ?? '')?.[0] ?? '\n';
  const mark = records[0]?.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const isInPlace = block !== undefined && (after === undefined || isNextRecord(records, after, block.first));
  const at = after === undefined ? endOf(records, removed) : after + 1;
  const [first, next] = isInPlace ? [block.first, block.last + 1] : [at, at];
  const remaining = new Set(records.filter((record, index) => !removed.has(record) && !isIn(block, index)));
  const above = withoutRemoved(records.slice(0, first), remaining);
  const below = withoutRemoved(records.slice(next), remaining);
  const start = withoutMark(textOf(above));
  const endsLine = start === '' || /[\r\n]$/.test(start);
  const isApart = isInPlace || start === '' || after !== undefined || above.at(-1)?.kind === 'blank';
  const isLast = isInPlace || below.length === 0 || below[0].kind === 'blank';
  return [
    ...[mark, start, endsLine ? '' : lineEnd, isApart ? '' : lineEnd],
    ...lines.map((line) => line + lineEnd),
    ...[isLast ? '' : lineEnd, withoutMark(textOf(below))],
  ].join('');
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

/** Returns whether the records between two are of no group. */
function isNextRecord(records: readonly RobotsTxtRecord[], after: number, next: number): boolean {
  const between = records.slice(after + 1, next);
  return after < next && !between.some(belongsToGroup);
}

/** Returns where user-agent lines without rules at the end, and comments above them, begin; the end if there are none. */
function endOf(records: readonly RobotsTxtRecord[], removed: ReadonlySet<RobotsTxtRecord>): number {
  let open: number | undefined;
  for (const [index, record] of records.entries()) {
    const { kind } = record;
    if (removed.has(record)) continue;
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

function isIn(block: FoundBlock | undefined, index: number): boolean {
  return block !== undefined && index >= block.first && index <= block.last;
}

function textOf(records: readonly RobotsTxtRecord[]): string {
  return records.map(({ text }) => text).join('');
}

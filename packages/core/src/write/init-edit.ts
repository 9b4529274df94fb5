/** The edits of `initRobotsTxt`: removes blocked crawlers from existing groups, and puts the block in its place. */

import { SITE_FIELDS } from '../analysis/record-changes.js';
import type { CrawlerProfile } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import { isGoverned } from '../file/crawler.js';
import { bodyOf } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { RecordKind, RobotsTxtRecord } from '../syntax/record.js';
import { FIELD_TITLES } from '../syntax/record-text.js';
import type { BlockGroup, FoundBlock } from './init-block.js';

const BYTE_ORDER_MARK = '\uFEFF';

/** Records that stay when their group goes: no crawler needs the group for them. */
const STAYS: ReadonlySet<RecordKind> = new Set(['blank', 'comment', 'invalid']);

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
  const empty = groups.map(({ userAgentRecords }) =>
    userAgentRecords.every(({ line }) => lines.has(line)),
  );
  return new Set(
    records.filter(({ kind, line, groupIndex }, index) => {
      if (groupIndex === undefined || isIn(block, index)) return false;
      if (kind === 'user-agent') return lines.has(line);
      return empty[groupIndex] && !STAYS.has(kind) && !SITE_FIELDS.has(kind);
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
  const byLines = new Map<
    string,
    { readonly names: string[]; readonly lines: readonly string[] }
  >();
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
  return new Set(groups.flatMap(({ productTokens }) => productTokens).map((t) => t.toLowerCase()));
}

/** Returns the rules and other records that a crawler follows, as lines. */
function linesFor(robotsTxt: RobotsTxt, crawler: CrawlerProfile): readonly string[] {
  const file = parseRobotsTxt(bodyOf(robotsTxt).wholeSource(), { dialect: dialectFor(crawler) });
  const userAgentLines = new Set(matcherFor(file, crawler).group?.userAgentLines);
  const groups = file.groups.filter(({ userAgentRecords }) =>
    userAgentRecords.some(({ line }) => userAgentLines.has(line)),
  );
  const lines = groups.flatMap(({ rules, otherRecords }) => [
    ...rules.map(({ kind, pattern, line }) => {
      return { line, text: `${FIELD_TITLES[kind]}: ${pattern}`.trimEnd() };
    }),
    ...otherRecords
      .filter(({ field }) => !SITE_FIELDS.has(field))
      .map(({ name, value, line }) => ({ line, text: `${name}: ${value}`.trimEnd() })),
  ]);
  const hasRule = groups.some(({ rules }) => rules.length > 0);
  return [
    ...lines.sort((a, b) => a.line - b.line).map(({ text }) => text),
    ...(hasRule ? [] : ['Disallow:']),
  ];
}

/**
 * Returns the text of the file without the removed records and with the lines of the block: in the place of the earlier
 * block, else at the end. User-agent lines without rules at the end would merge with the block, so it precedes them.
 */
export function withBlock(
  { records }: RobotsTxt,
  removed: ReadonlySet<RobotsTxtRecord>,
  block: FoundBlock | undefined,
  lines: readonly string[],
): string {
  const lineEnd = /\r\n|\r|\n/.exec(records[0]?.text ?? '')?.[0] ?? '\n';
  const mark = records[0]?.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const written = lines.map((line) => line + lineEnd).join('');
  const before = block === undefined ? records : records.slice(0, block.first);
  const after = block === undefined ? [] : records.slice(block.last + 1);
  const [start, end] = [before, after].map((part) => withoutRemoved(part, removed));
  const unmarked = (text: string) => (text.startsWith(mark) ? text.slice(mark.length) : text);
  if (block !== undefined) return mark + unmarked(textOf(start)) + written + textOf(end);
  const { index } = openRun(start);
  const [above, below] = [unmarked(textOf(start.slice(0, index))), textOf(start.slice(index))];
  const endsLine = above === '' || /[\r\n]$/.test(above);
  const isSeparate = above === '' || start[index - 1]?.kind === 'blank';
  return (
    mark +
    above +
    (endsLine ? '' : lineEnd) +
    (isSeparate ? '' : lineEnd) +
    written +
    (below === '' ? '' : lineEnd + unmarked(below))
  );
}

/** Returns where the comments above the user-agent lines without rules at the end begin; the end if there are none. */
function openRun(records: readonly RobotsTxtRecord[]): { readonly index: number } {
  let open: number | undefined;
  for (const [index, { kind }] of records.entries()) {
    if (kind === 'user-agent') open ??= index;
    else if (kind === 'allow' || kind === 'disallow') open = undefined;
  }
  if (open === undefined) return { index: records.length };
  while (open > 0 && records[open - 1].kind === 'comment') open--;
  return { index: open };
}

/** Leaves out removed records, and a blank line that would follow another. */
function withoutRemoved(
  records: readonly RobotsTxtRecord[],
  removed: ReadonlySet<RobotsTxtRecord>,
): RobotsTxtRecord[] {
  const kept: RobotsTxtRecord[] = [];
  let isAfterRemoved = false;
  for (const record of records) {
    if (removed.has(record)) {
      isAfterRemoved = true;
      continue;
    }
    const isBlank = record.kind === 'blank';
    if (isBlank && isAfterRemoved && (kept.at(-1)?.kind ?? 'blank') === 'blank') continue;
    isAfterRemoved = false;
    kept.push(record);
  }
  return kept;
}

function isIn(block: FoundBlock | undefined, index: number): boolean {
  return block !== undefined && index >= block.first && index <= block.last;
}

function textOf(records: readonly RobotsTxtRecord[]): string {
  return records.map(({ text }) => text).join('');
}

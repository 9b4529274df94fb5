/** Text helpers for minimizing: lines as written, and the parsed result. */
import { MAX_PARSING_LIMIT_BYTES, MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { format } from '../write/format.js';
import { byteLength, isRule, isUtf8, TRAILING_LINE_END } from '../write/record-text.js';

/** Returns the shorter text, or the first if they are equally long. */
export function shorterOf(one: string, other: string): string {
  return byteLength(other) < byteLength(one) ? other : one;
}

/** Removes lines that are not records and repeated crawl delays of a group; keeps the spelling of all others. */
export function tidy(robotsTxt: RobotsTxt): string {
  const { records, dialect } = robotsTxt;
  const kept: string[] = [];
  const repeated = repeatedDelays(records);
  // Backwards, because a comment belongs to the rule after it.
  let isAboveRule = false;
  for (const record of records.toReversed()) {
    const { kind } = record;
    if (kind !== 'comment') isAboveRule = isRule(record);
    if (kind === 'invalid' || kind === 'beyond-limit') continue;
    if (kind === 'comment' && !isAboveRule) continue;
    if (repeated.has(record)) continue;
    if (kind === 'blank' && !dialect.blankLineEndsGroup) continue;
    kept.push(spelledLine(record));
  }
  return textOfLines(robotsTxt, kept.reverse());
}

/**
 * Returns the crawl delays that repeat the one before them in their group. Of different ones, some parsers take the first
 * and others the last.
 */
function repeatedDelays(records: readonly RobotsTxtRecord[]): ReadonlySet<RobotsTxtRecord> {
  const delays = records.filter(({ kind }) => kind === 'crawl-delay');
  const isSame = (one: RobotsTxtRecord, other: RobotsTxtRecord | undefined) =>
    one.groupIndex === other?.groupIndex && one.value?.text === other?.value?.text;
  return new Set(delays.filter((record, index) => index > 0 && isSame(record, delays[index - 1])));
}

/** Returns the line as written, without its line end and without the comment of a user-agent line. */
export function spelledLine({ kind, text, comment }: RobotsTxtRecord): string {
  const line = text.replace(TRAILING_LINE_END, '');
  const isDropped = kind === 'user-agent' && comment !== undefined;
  return isDropped ? line.slice(0, -comment.text.length).trimEnd() : line;
}

/** Joins lines into a text that ends with a line end if the original file does. */
export function textOfLines({ records }: RobotsTxt, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const end = TRAILING_LINE_END.test(records.at(-1)?.text ?? '') ? '\n' : '';
  // U+FEFF belongs to a line, but at the start of the file it would be a byte-order mark.
  const isMark = lines[0].startsWith('\uFEFF') && !records[0].text.startsWith(lines[0]);
  return (isMark ? '\n' : '') + lines.join('\n') + end;
}

/** Returns the file without a byte-order mark; bytes that are not Unicode are replaced by equivalent text. */
export function asUnicode(robotsTxt: RobotsTxt): { text: string; robotsTxt: RobotsTxt } {
  const given = robotsTxt.records.map((record) => record.text).join('');
  const isUnicode = robotsTxt.encoding !== 'utf-8' || robotsTxt.records.every(isUtf8);
  const text = isUnicode ? withoutMark(given, robotsTxt) : format(robotsTxt);
  return { text, robotsTxt: text === given ? robotsTxt : read(text, robotsTxt) };
}

/**
 * Keeps the mark if removing it would expose another (partial) one, or if the file is cut at the parsing limit:
 * removing bytes would move further lines into the limit.
 */
function withoutMark(text: string, { truncated }: RobotsTxt): string {
  return truncated ? text : text.replace(/^\uFEFF(?![\uF000-\uFFFF])/, '');
}

export function read(text: string, { dialect }: RobotsTxt): RobotsTxt {
  const wanted = Math.max(byteLength(text), MIN_PARSING_LIMIT_BYTES);
  return parseRobotsTxt(text, { dialect, maxBytes: Math.min(wanted, MAX_PARSING_LIMIT_BYTES) });
}

/** Reduces runs of blank lines: one is enough to end a group. */
export function withoutBlankRuns(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line, index) => line.trim() !== '' || (index > 0 && lines[index - 1].trim() !== ''),
  );
}

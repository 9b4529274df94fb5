/** Formats a file in one style without changing its meaning. Formatting is idempotent. */
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import type { DiagnosticCode } from '../lint/checks/index.js';
import type { Diagnostic } from '../lint/diagnostic.js';
import { lineDiagnostics } from '../lint/lint.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { byteLength } from '../syntax/record-text.js';
import { linesOfRecord } from './record-lines.js';

export interface FormatOptions {
  /** `lf` by default. */
  readonly lineEnd?: 'lf' | 'crlf';
  /**
   * Sorts adjacent rules by path, but not across comments and blank lines. Has no effect if the order decides
   * (precedence `first-in-file`). Default: false.
   */
  readonly sortRules?: boolean;
}

/** The formatted file, or the diagnostic of a file that must stay as it is. */
export type FormatResult =
  | { readonly text: string; readonly diagnostic?: undefined }
  | { readonly text?: undefined; readonly diagnostic: Diagnostic };

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const;

/** Formatting a file with such a diagnostic would lose some of its bytes. */
const LOSSY: readonly DiagnosticCode[] = ['binary', 'not-utf-8', 'line-too-long', 'over-parsing-limit'];

/** Text after a NUL outside a comment. If a NUL ends the line, formatting would lose the text. */
const TEXT_AFTER_NUL = /^[^#\0]*\0[\0\s]*[^\0\s]/;

/**
 * Formats a file: usual spelling of fields, one space after the colon, user-agent lines of a group together unless a
 * content-usage line separates them, one blank line between groups, no byte-order mark. Preserves comments and every
 * verdict of the dialect used for parsing. Returns the text of the file unchanged if it would grow beyond 500 KiB.
 * Returns no text but the diagnostic if formatting would lose bytes: the file is not UTF-8, exceeds the parsing limit or
 * the maximum line length, or has text after a NUL that ends the line. Leave the file as it is then.
 * Throws a RangeError for an unknown line end.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { format } from '@repkit/core/analysis';
 *
 * format(parseRobotsTxt('user-agent:*\nDISALLOW :/private/')).text; // 'User-agent: *\nDisallow: /private/\n'
 * const latin1 = Uint8Array.from('# caf\xe9', (character) => character.charCodeAt(0));
 * format(parseRobotsTxt(latin1)).diagnostic?.code; // 'not-utf-8'
 * ```
 */
export function format(robotsTxt: RobotsTxt, options: FormatOptions = {}): FormatResult {
  const lineEnd = readLineEnd(options.lineEnd);
  const diagnostics = lineDiagnostics(robotsTxt);
  const { dialect, records } = robotsTxt;
  const isLossy = ({ code, span }: Diagnostic) =>
    LOSSY.includes(code) ||
    (code === 'control-character' && dialect.nulEndsLine && TEXT_AFTER_NUL.test(records[span.line - 1].text));
  const diagnostic = diagnostics.find(isLossy);
  if (diagnostic !== undefined) return { diagnostic };
  const entries = layOut(records);
  const isSorted = options.sortRules === true && dialect.precedence !== 'first-in-file';
  const lines = (isSorted ? sorted(entries) : entries).flatMap(({ comments, record, gap }) => [
    ...(gap ? [''] : []),
    ...[...comments, ...(record === undefined ? [] : [record])].flatMap((line) => linesOfRecord(line, dialect)),
  ]);
  const text = withoutLeadingMark(lines.map((line) => line + lineEnd).join(''), lineEnd);
  const source = records.map((record) => record.text).join('');
  const isTooLong = byteLength(text) > Math.max(MIN_PARSING_LIMIT_BYTES, byteLength(source));
  return { text: isTooLong ? source : text };
}

function readLineEnd(name: FormatOptions['lineEnd'] = 'lf'): string {
  if (Object.hasOwn(LINE_ENDS, name)) return LINE_ENDS[name];
  throw new RangeError(`lineEnd must be "lf" or "crlf", not ${JSON.stringify(name)}.`);
}

/** Adds a blank line if the text would otherwise start with bytes that look like a byte-order mark. */
function withoutLeadingMark(text: string, lineEnd: string): string {
  const first = text.charCodeAt(0);
  const isLikeMark = first >= 0xf000 && first <= 0xffff;
  return isLikeMark ? lineEnd + text : text;
}

function sorted(entries: readonly LayoutEntry[]): LayoutEntry[] {
  const result: LayoutEntry[] = [];
  let run: LayoutEntry[] = [];
  const endRun = () => {
    // A blank line before the run stays before its first rule.
    const gap = run[0]?.gap ?? false;
    run.sort((a, b) => order(sortKey(a), sortKey(b)));
    result.push(...run.map((entry, index) => ({ ...entry, gap: index === 0 && gap })));
    run = [];
  };
  for (const entry of entries) {
    const isSorted = isRule(entry.record) && entry.comments.length === 0;
    if (!isSorted || entry.gap) endRun();
    if (isSorted) run.push(entry);
    else result.push(entry);
  }
  endRun();
  return result;
}

function isRule(record: RobotsTxtRecord | undefined): boolean {
  return record?.kind === 'allow' || record?.kind === 'disallow';
}

/** Sorts by path, then Allow before Disallow, because Allow wins ties. */
function sortKey({ record }: LayoutEntry): string {
  return record === undefined ? '' : `${record.value?.text}\n${record.kind}`;
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A record with the comment lines directly above it, or separate comment lines. */
export interface LayoutEntry {
  readonly comments: readonly RobotsTxtRecord[];
  readonly record: RobotsTxtRecord | undefined;
  /** Whether a blank line precedes it. */
  gap: boolean;
}

/**
 * Arranges the entries of a file: user-agent lines of a group together, then the rest of the group. Puts a blank line
 * before each group and where the file has one elsewhere. User-agent lines never move across a blank line, which ends a group
 * for Yandex's robots, nor across a content-usage line, which does for parsers that follow draft-ietf-aipref-attach-05.
 */
export function layOut(records: readonly RobotsTxtRecord[]): readonly LayoutEntry[] {
  const entries = entriesOf(records);
  const lastUserAgents = new Map<number | undefined, number>();
  for (const [index, entry] of entries.entries()) {
    if (isUserAgent(entry)) lastUserAgents.set(entry.record?.groupIndex, index);
  }
  const laidOut: LayoutEntry[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const last = isUserAgent(entry) ? lastUserAgents.get(entry.record?.groupIndex) : undefined;
    if (last === undefined) {
      laidOut.push(entry);
      continue;
    }
    const run = entries.slice(index, last + 1);
    const isSplit = run.slice(1).some(({ gap }) => gap) || run.some(({ record }) => record?.kind === 'content-usage');
    const group = isSplit ? run : gathered(run);
    group[0].gap = true;
    laidOut.push(...group);
    index = last;
  }
  if (laidOut.length > 0) laidOut[0].gap = false;
  return laidOut;
}

function isUserAgent({ record }: LayoutEntry): boolean {
  return record?.kind === 'user-agent';
}

/**
 * Moves the user-agent lines of a group to the front. Attaches separate comments to the following entry.
 */
function gathered(run: readonly LayoutEntry[]): LayoutEntry[] {
  const attached: LayoutEntry[] = [];
  let pending: RobotsTxtRecord[] = [];
  for (const { comments, record } of run) {
    if (record === undefined) {
      pending.push(...comments);
      continue;
    }
    attached.push({ comments: [...pending, ...comments], record, gap: false });
    pending = [];
  }
  return attached.sort((a, b) => Number(isUserAgent(b)) - Number(isUserAgent(a)));
}

function entriesOf(records: readonly RobotsTxtRecord[]): LayoutEntry[] {
  const entries: LayoutEntry[] = [];
  let comments: RobotsTxtRecord[] = [];
  let gap = false;
  const add = (record: RobotsTxtRecord | undefined) => {
    entries.push({ comments, record, gap });
    comments = [];
    gap = false;
  };
  for (const record of records) {
    if (record.kind === 'comment') {
      comments.push(record);
    } else if (record.kind === 'blank') {
      if (comments.length > 0) add(undefined);
      gap = true;
    } else {
      add(record);
    }
  }
  if (comments.length > 0) add(undefined);
  return entries;
}

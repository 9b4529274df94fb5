/** Types and helpers shared by the checks. */

import type { Audience, Audiences } from '../../analysis/audience.js';
import type { CompiledDialect } from '../../dialect/compiled-dialect.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { Rule } from '../../match/verdict.js';
import type { Budget } from '../../prover/budget.js';
import type { Body } from '../../syntax/body.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { Span } from '../../syntax/span.js';
import type { LineDiagnosticCode, Severity } from '../codes.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';

/** The kind of content of a body, determined from its bytes. */
export type BodyContent = 'text' | 'html' | 'binary' | 'utf-16';

/** A line and its context. */
export interface LineContext {
  readonly record: RobotsTxtRecord;
  /** The index of the record. */
  readonly index: number;
  /** The decoded bytes of the file, and the range of the record's value. */
  readonly bytes: Uint8Array;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly tables: CompiledDialect;
  readonly body: Body;
  /** If the body is not text, that is reported once instead of per line. */
  readonly content: BodyContent;
}

export interface Finding {
  readonly message: string;
  /** If it differs from the default severity of the code. */
  readonly severity?: Severity;
  readonly fix?: TextEdit | undefined;
}

export interface LineCheck {
  readonly code: LineDiagnosticCode;
  /** The subject of the message and the location of its span. */
  readonly about: 'line' | 'field' | 'value' | 'comment';
  /** Returns the finding, or undefined if there is none. */
  readonly find: (context: LineContext) => Finding | undefined;
}

const LONGEST_QUOTE = 60;

/** Format characters, among them the bidirectional ones, and spaces that look like U+0020 or like nothing. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu;

/** Quotes text from the file for a message, truncated, with invisible characters escaped. */
export function quoted(text: string, longest = LONGEST_QUOTE): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(shown).replace(
    UNSEEN,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

export function isRule({ kind }: RobotsTxtRecord): boolean {
  return kind === 'allow' || kind === 'disallow';
}

export function writtenValue({ value }: RobotsTxtRecord): string {
  return value?.text ?? '';
}

/** Returns the edit that replaces the record's field or value. */
export function replacePiece(
  record: RobotsTxtRecord,
  piece: 'field' | 'value',
  replacement: string,
): TextEdit | undefined {
  const span = record[piece]?.span;
  return span === undefined ? undefined : { span, replacement };
}

/** A file, its audiences and the budget of its checks. */
export interface FileContext {
  readonly robotsTxt: RobotsTxt;
  readonly audiences: Audiences;
  readonly budget: Budget;
  /** Returns the span of a user-agent line's value. */
  readonly userAgentSpan: (line: number) => Span;
  /** Records that something was left undecided: for which crawlers and about which rules, if known. */
  readonly leaveUndecided: (audience?: Audience, rules?: readonly Rule[]) => void;
  /** URLs of style sheets and scripts that the site's pages need. */
  readonly assets: readonly (string | URL)[];
  /** The URL of the file, if known. */
  readonly url: string | URL | undefined;
  /** Whether interpretations that crawlers of today do not share are compared too. */
  readonly extended: boolean;
}

/** A pure function from a file to its diagnostics. */
export type FileCheck = (context: FileContext) => Iterable<Diagnostic>;

export const LINE_END = /\r\n?|\n/;

/** The position before the first byte. */
export const START: Span = { start: 0, end: 0, line: 1, column: 1, endColumn: 1 };

/** Returns the records on these lines in a single walk. Creates no objects for other lines. */
export function recordsOn(
  robotsTxt: RobotsTxt,
  lines: Iterable<number>,
): ReadonlyMap<number, RobotsTxtRecord> {
  const wanted = new Set(lines);
  const records = new Map<number, RobotsTxtRecord>();
  if (wanted.size === 0) return records;
  const walk = robotsTxt.walk();
  for (let line = 1; walk.next(); line++) if (wanted.has(line)) records.set(line, walk.record());
  return records;
}

/** Returns the span of the line's value; undefined if the file has fewer lines. */
export function spanOfLine(robotsTxt: RobotsTxt, line: number): Span | undefined {
  const record = recordsOn(robotsTxt, [line]).get(line);
  return record && spanOf(record);
}

/** Returns the span of the record's value, or of the whole line. */
export function spanOf(record: RobotsTxtRecord): Span {
  return (record.value ?? record).span;
}

/** Returns whether the rule blocks what it matches. */
export function restricts({ kind, usable }: Rule): boolean {
  return kind === 'disallow' && usable;
}

/** Formats items for a message: `a, b and c`. */
export function listInWords(items: readonly string[], conjunction = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}

/** Formats lines for a message: `line 3`, `lines 3, 5 and 7`. */
export function linesInWords(rules: readonly { readonly line: number }[]): string {
  const lines = [...new Set(rules.map(({ line }) => line))].sort((a, b) => a - b);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), 'others'] : lines;
  return lines.length === 1
    ? `line ${lines[0]}`
    : `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MAX_LINES = 5;

/** Formats a rule for a message: `Disallow: /a`. */
export function ruleInWords({ kind, pattern }: Rule): string {
  const title = kind === 'allow' ? 'Allow' : 'Disallow';
  return quoted(`${title}: ${pattern}`, title.length + 2 + LONGEST_QUOTE);
}

/**
 * Returns the edit that removes a record but keeps its comment. None if the bytes are not UTF-8, or if the file is cut
 * at the parsing limit: removing bytes would move further lines into the limit.
 */
export function removal(
  { encoding, truncated }: RobotsTxt,
  { span, comment }: RobotsTxtRecord,
): TextEdit | undefined {
  if (encoding !== 'utf-8' || truncated) return undefined;
  if (comment === undefined) return { span, replacement: '' };
  const { start, column } = comment.span;
  return { span: { ...span, end: start, endColumn: column }, replacement: '' };
}

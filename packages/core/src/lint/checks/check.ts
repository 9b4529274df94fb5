/** What the checks of single lines have in common. */

import type { Audiences } from '../../analysis/audience.js';
import type { CompiledDialect } from '../../compiled-dialect.js';
import type { Body } from '../../decode.js';
import type { Budget } from '../../prover/budget.js';
import type { RobotsTxt } from '../../robots-txt.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { Rule, Span } from '../../verdict.js';
import type { LineDiagnosticCode, Severity } from '../codes.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';

/** What a body is, judged by its bytes: text, or something else in its place. */
export type BodyContent = 'text' | 'html' | 'binary' | 'utf-16';

/** A line and what is around it. */
export interface LineContext {
  readonly record: RobotsTxtRecord;
  /** The number of the record, from 0. */
  readonly index: number;
  /** The decoded bytes of the file, and where the value of the record lies among them. */
  readonly bytes: Uint8Array;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly tables: CompiledDialect;
  readonly body: Body;
  /** Where the body is no text, that is told once, and not of each of its lines. */
  readonly content: BodyContent;
}

export interface Finding {
  readonly message: string;
  /** If it differs from the usual severity of the code. */
  readonly severity?: Severity;
  readonly fix?: TextEdit | undefined;
}

export interface LineCheck {
  readonly code: LineDiagnosticCode;
  /** What the message is about, and where its span lies. */
  readonly about: 'line' | 'field' | 'value' | 'comment';
  /** What is found, or undefined where there is nothing to say. */
  readonly find: (context: LineContext) => Finding | undefined;
}

const LONGEST_QUOTE = 60;

/** A text from the file as it is shown in a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

export function isRule({ kind }: RobotsTxtRecord): boolean {
  return kind === 'allow' || kind === 'disallow';
}

export function writtenValue({ value }: RobotsTxtRecord): string {
  return value?.text ?? '';
}

/** The edit that puts a text in the place of the record's field or value. */
export function replacePiece(
  record: RobotsTxtRecord,
  piece: 'field' | 'value',
  replacement: string,
): TextEdit | undefined {
  const span = record[piece]?.span;
  return span === undefined ? undefined : { span, replacement };
}

/** A file and who there is in it. */
export interface FileContext {
  readonly robotsTxt: RobotsTxt;
  readonly audiences: Audiences;
  readonly budget: Budget;
  /** Returns the place of what a user-agent line of a group says. */
  readonly userAgentSpan: (line: number) => Span;
  /** Notes that something was left undecided. */
  readonly leaveUndecided: () => void;
  /** URLs of style sheets and scripts that the site's own pages need. */
  readonly assets: readonly (string | URL)[];
}

/** A pure function from a file to what there is to say about it. */
export type FileCheck = (context: FileContext) => Iterable<Diagnostic>;

/** The place before the first byte. */
export const START: Span = { start: 0, end: 0, line: 1, column: 1, endColumn: 1 };

/** Any origin will do: the host plays no part in a verdict. */
export const ORIGIN = 'https://example.com';

/** Returns the records on these lines. One walk makes an object of each of them, and of no other line. */
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

/** Returns the place of what the line says; undefined if the file has fewer lines. */
export function spanOfLine(robotsTxt: RobotsTxt, line: number): Span | undefined {
  const record = recordsOn(robotsTxt, [line]).get(line);
  return record && spanOf(record);
}

/** The place of what a record says. */
export function spanOf(record: RobotsTxtRecord): Span {
  return (record.value ?? record).span;
}

/** Whether the rule forbids what it matches. */
export function restricts({ kind, usable }: Rule): boolean {
  return kind === 'disallow' && usable;
}

/** Lines in a sentence: `line 3`, `lines 3, 5 and 7`. */
export function linesInWords(rules: readonly { readonly line: number }[]): string {
  const lines = [...new Set(rules.map(({ line }) => line))].sort((a, b) => a - b);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), 'others'] : lines;
  return lines.length === 1
    ? `line ${lines[0]}`
    : `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MAX_LINES = 5;

/** A rule in a sentence: `Disallow: /a`. */
export function ruleInWords({ kind, pattern }: Rule): string {
  const title = kind === 'allow' ? 'Allow' : 'Disallow';
  const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  return JSON.stringify(`${title}: ${shown}`);
}

/**
 * The edit that takes a record away: its whole line, or all but its comment. None where the bytes are not UTF-8, or
 * the file is cut at the parsing limit: every byte less would then let in another one.
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

/** What the checks of single lines have in common. */
import type { CompiledDialect } from '../../compiled-dialect.js';
import type { Body } from '../../decode.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { BodyContent } from '../body-content.js';
import type { LineDiagnosticCode, Severity, TextEdit } from '../diagnostic.js';

/** A line and what is around it. */
export interface LineContext {
  readonly record: RobotsTxtRecord;
  /** The number of the record, from 0. */
  readonly index: number;
  /** The decoded octets of the file, and where the value of the record lies among them. */
  readonly octets: Uint8Array;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly tables: CompiledDialect;
  readonly body: Body;
  /** Where the body is no text, that is told once, and not of each of its lines. */
  readonly content: BodyContent;
}

export interface Finding {
  readonly message: string;
  /** Where it is not that of the check. */
  readonly severity?: Severity;
  readonly fix?: TextEdit | undefined;
}

export interface LineCheck {
  readonly code: LineDiagnosticCode;
  readonly severity: Severity;
  readonly clause: string;
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

/** Lossless record objects, created on demand. */

import { BLANK, COMMENT, type CompiledDialect, FIELD_BY_CODE, INVALID } from '../dialect/compiled-dialect.js';
import type { FieldName } from '../dialect/dialect.js';
import { HASH } from '../util/bytes.js';
import type { Body } from './body.js';
import { Grouping } from './group.js';
import { RecordCursor } from './record-cursor.js';
import { SourceText } from './source-text.js';
import type { Span } from './span.js';

/** The field, value or comment of a line. */
export interface RecordPart {
  readonly text: string;
  readonly span: Span;
}

/**
 * The kind of a line: a known field, or one of the others. If the body exceeds the parsing limit, the last record is
 * the unparsed rest: `beyond-limit`.
 */
export type RecordKind = FieldName | 'unknown' | 'blank' | 'comment' | 'invalid' | 'beyond-limit';

/** One line of a body. The concatenated bytes of all records are the body, as are the texts if it is valid Unicode. */
export interface RobotsTxtRecord {
  readonly kind: RecordKind;
  /** Line number, from 1. */
  readonly line: number;
  /** The whole line, including its line end and a preceding byte-order mark. */
  readonly span: Span;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The field as written. */
  readonly field?: RecordPart;
  /** The value as written, without surrounding white space and comment. */
  readonly value?: RecordPart;
  /** The comment, including `#`. */
  readonly comment?: RecordPart;
  /** Whether white space replaces the colon. */
  readonly colonMissing: boolean;
  /** The index of its group; undefined before the first group. */
  readonly groupIndex: number | undefined;
}

function kindOf(code: number): RecordKind {
  if (code === BLANK) return 'blank';
  if (code === COMMENT) return 'comment';
  if (code === INVALID) return 'invalid';
  return FIELD_BY_CODE[code] ?? 'unknown';
}

/** Iterates over the records of a body; creates an object only on request. */
export interface RecordWalk {
  /** Moves to the next record (initially the first); returns false at the end. */
  next(): boolean;
  readonly kind: RecordKind;
  /** As in a record. */
  readonly groupIndex: number | undefined;
  /** The value as written; empty if there is none. */
  readonly value: string;
  /** The record itself. */
  record(): RobotsTxtRecord;
}

/** A walk with access to the bytes. */
export class RecordReader implements RecordWalk {
  /** The decoded bytes. */
  readonly bytes: Uint8Array;
  /** Positioned on the line of the record, or on the last line if the record is the unparsed rest. */
  readonly cursor = new RecordCursor();
  /** The index of the record. */
  index = -1;
  readonly #body: Body;
  readonly #source: Uint8Array;
  readonly #grouping: Grouping;
  #sourceText: SourceText | undefined;
  /** The kind of the record after the last line, which ends the walk. */
  #rest: 'beyond-limit' | 'blank' | undefined;

  constructor(body: Body, tables: CompiledDialect) {
    this.bytes = body.ownBytes();
    this.#body = body;
    this.#source = body.wholeSource();
    this.#grouping = new Grouping(tables);
    this.cursor.begin(body, this.bytes, tables);
  }

  next(): boolean {
    if (this.cursor.next()) {
      this.index += 1;
      this.#grouping.next(this.cursor.kind);
      return true;
    }
    const { truncated } = this.#body;
    if (this.#rest !== undefined || !(truncated || this.index === -1)) return false;
    if (this.#linesEnd() >= this.#source.length) return false;
    this.index += 1;
    this.#rest = truncated ? 'beyond-limit' : 'blank';
    return true;
  }

  get kind(): RecordKind {
    return this.#rest ?? kindOf(this.cursor.kind);
  }

  get groupIndex(): number | undefined {
    const { group } = this.#grouping;
    return group < 0 || this.#rest !== undefined ? undefined : group;
  }

  /** The range of the value in the bytes; empty if there is none. */
  get valueStart(): number {
    if (this.#rest !== undefined) return 0;
    return this.cursor.kind >= 0 ? this.cursor.valueStart : this.cursor.lineStart;
  }

  get valueEnd(): number {
    return this.#rest === undefined && this.cursor.kind >= 0 ? this.cursor.valueEnd : this.valueStart;
  }

  get value(): string {
    return this.sourceText.text(this.valueStart, this.valueEnd);
  }

  record(): RobotsTxtRecord {
    return this.#rest === undefined ? this.#lineRecord() : this.#restRecord(this.#rest);
  }

  #lineRecord(): RobotsTxtRecord {
    const { kind: code, line, lineStart, lineEnd, contentEnd, nextLine } = this.cursor;
    const sourceText = this.sourceText;
    const start = this.index === 0 ? 0 : sourceText.sourceOffset(lineStart);
    const end = sourceText.sourceOffset(nextLine);
    const part = (from: number, to: number): RecordPart => ({
      text: sourceText.text(from, to),
      span: sourceText.span(line, lineStart, from, to),
    });
    const isNamed = code >= 0;
    const whole = this.#wholeLine(start, end, line, sourceText.text(lineStart, lineEnd));
    // Setting properties one by one is much faster than spreading.
    const record: { -readonly [Key in keyof RobotsTxtRecord]: RobotsTxtRecord[Key] } = {
      kind: kindOf(code),
      line,
      span: whole.span,
      bytes: whole.bytes,
      text: whole.text,
      colonMissing: isNamed && this.cursor.colonMissing,
      groupIndex: this.groupIndex,
    };
    if (isNamed) {
      record.field = part(this.cursor.fieldStart, this.cursor.fieldEnd);
      record.value = part(this.cursor.valueStart, this.cursor.valueEnd);
    }
    const hasComment = contentEnd < lineEnd && this.bytes[contentEnd] === HASH;
    if (hasComment) record.comment = part(contentEnd, lineEnd);
    return record;
  }

  #restRecord(kind: 'beyond-limit' | 'blank'): RobotsTxtRecord {
    return {
      kind,
      ...this.#wholeLine(this.#linesEnd(), this.#source.length, this.cursor.line + 1, ''),
      colonMissing: false,
      groupIndex: undefined,
    };
  }

  /** Returns the end of the parsed lines in the source. */
  #linesEnd(): number {
    return this.cursor.line === 0 ? 0 : this.sourceText.sourceOffset(this.cursor.nextLine);
  }

  #wholeLine(start: number, end: number, line: number, columns: string) {
    const bytes = this.#source.subarray(start, end);
    return {
      line,
      span: { start, end, line, column: 1, endColumn: 1 + columns.length },
      bytes,
      text: this.sourceText.slice(start, end) ?? this.#decoded(bytes),
    };
  }

  #decoded(bytes: Uint8Array): string {
    return new TextDecoder(this.#body.encoding, { ignoreBOM: true }).decode(bytes);
  }

  /** The text of the body, created on first use, prepared for this line. */
  get sourceText(): SourceText {
    if (this.#sourceText === undefined) {
      this.#sourceText = new SourceText(this.#body, this.bytes);
      // Enough for most files.
      this.#sourceText.prepare(0, this.bytes.length);
    }
    this.#sourceText.prepare(this.cursor.lineStart, this.cursor.lineEnd);
    return this.#sourceText;
  }
}

/** Reads all records. Linear in the bytes. */
export function readRecords(body: Body, tables: CompiledDialect): RobotsTxtRecord[] {
  const reader = new RecordReader(body, tables);
  const records: RobotsTxtRecord[] = [];
  while (reader.next()) records.push(reader.record());
  return records;
}

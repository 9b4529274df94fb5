/** The records of a body as objects: lossless, and made only when somebody asks for them. */
import { HASH } from '../bytes.js';
import {
  BLANK,
  COMMENT,
  type CompiledDialect,
  FIELD_BY_CODE,
  INVALID,
} from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import type { FieldName } from '../dialect.js';
import { Places } from '../places.js';
import type { Span } from '../verdict.js';
import { Grouping } from './group.js';
import { RecordCursor } from './record-cursor.js';

/** A piece of a line. */
export interface Piece {
  readonly text: string;
  readonly span: Span;
}

/**
 * What a line is: a known field, an unknown one, nothing, a comment alone, or a line that is no record.
 * The last record of a body that is over the parsing limit is all that was not parsed: `beyond-limit`.
 */
export type RecordKind = FieldName | 'unknown' | 'blank' | 'comment' | 'invalid' | 'beyond-limit';

/** One line of a body. Joined, the bytes (and the texts, where they are Unicode) of all records are the body. */
export interface RobotsTxtRecord {
  readonly kind: RecordKind;
  /** Number of the line, from 1. */
  readonly line: number;
  /** The whole line, its line end and a byte-order mark before it included. */
  readonly span: Span;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The field as written. */
  readonly field?: Piece;
  /** The value as written, without the white space around it and without a comment. */
  readonly value?: Piece;
  /** The comment with its `#`. */
  readonly comment?: Piece;
  /** True where white space stands for the colon. */
  readonly colonMissing: boolean;
  /** The number of the group it stands in, from 0; undefined before the first one. */
  readonly groupIndex: number | undefined;
}

function kindOf(code: number): RecordKind {
  if (code === BLANK) return 'blank';
  if (code === COMMENT) return 'comment';
  if (code === INVALID) return 'invalid';
  return FIELD_BY_CODE[code] ?? 'unknown';
}

/** Goes over the records of a body one by one; it makes an object of those alone that are asked for. */
export interface RecordWalk {
  /** Moves to the next record, before the first at the beginning; false when there is none. */
  next(): boolean;
  readonly kind: RecordKind;
  /** As in a record. */
  readonly groupIndex: number | undefined;
  /** The text of the value as written; empty where there is none. */
  readonly value: string;
  /** The record itself. */
  record(): RobotsTxtRecord;
}

/** The walk, and what those see of it who read bytes. */
export class RecordReader implements RecordWalk {
  /** The decoded bytes. */
  readonly bytes: Uint8Array;
  /** Stands on the line of the record, or on the last one where the record is all that was not parsed. */
  readonly cursor = new RecordCursor();
  /** The number of the record, from 0. */
  index = -1;
  readonly #body: Body;
  readonly #source: Uint8Array;
  readonly #grouping: Grouping;
  #places: Places | undefined;
  /** What the record behind the lines is, which ends the walk. */
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

  /** Where the value lies among the bytes; start and end are equal where there is none. */
  get valueStart(): number {
    if (this.#rest !== undefined) return 0;
    return this.cursor.kind >= 0 ? this.cursor.valueStart : this.cursor.lineStart;
  }

  get valueEnd(): number {
    return this.#rest === undefined && this.cursor.kind >= 0
      ? this.cursor.valueEnd
      : this.valueStart;
  }

  get value(): string {
    return this.#entered().text(this.valueStart, this.valueEnd);
  }

  /** The places of the body, ready for texts of this line. */
  get places(): Places {
    return this.#entered();
  }

  record(): RobotsTxtRecord {
    return this.#rest === undefined ? this.#lineRecord() : this.#restRecord(this.#rest);
  }

  #lineRecord(): RobotsTxtRecord {
    const { kind: code, line, lineStart, lineEnd, contentEnd, nextLine } = this.cursor;
    const places = this.#entered();
    const start = this.index === 0 ? 0 : places.sourceOffset(lineStart);
    const end = places.sourceOffset(nextLine);
    const piece = (from: number, to: number): Piece => ({
      text: places.text(from, to),
      span: places.span(line, lineStart, from, to),
    });
    const isNamed = code >= 0;
    const whole = this.#wholeLine(start, end, line, places.text(lineStart, lineEnd));
    // Set one by one: to spread parts of it takes longer than all the rest.
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
      record.field = piece(this.cursor.fieldStart, this.cursor.fieldEnd);
      record.value = piece(this.cursor.valueStart, this.cursor.valueEnd);
    }
    const hasComment = contentEnd < lineEnd && this.bytes[contentEnd] === HASH;
    if (hasComment) record.comment = piece(contentEnd, lineEnd);
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

  /** Where the lines that are read end in the source. */
  #linesEnd(): number {
    return this.cursor.line === 0 ? 0 : this.#entered().sourceOffset(this.cursor.nextLine);
  }

  #wholeLine(start: number, end: number, line: number, columns: string) {
    const bytes = this.#source.subarray(start, end);
    return {
      line,
      span: { start, end, line, column: 1, endColumn: 1 + columns.length },
      bytes,
      text: this.#entered().sourceText(start, end) ?? this.#decoded(bytes),
    };
  }

  #decoded(bytes: Uint8Array): string {
    return new TextDecoder(this.#body.encoding, { ignoreBOM: true }).decode(bytes);
  }

  /** The places, made when the first text is asked for, with the line entered. */
  #entered(): Places {
    if (this.#places === undefined) {
      this.#places = new Places(this.#body, this.bytes, this.#source.length);
      // In most files that is enough.
      this.#places.enter(0, this.bytes.length);
    }
    this.#places.enter(this.cursor.lineStart, this.cursor.lineEnd);
    return this.#places;
  }
}

/** Reads all records. Linear in the bytes. */
export function readRecords(body: Body, tables: CompiledDialect): RobotsTxtRecord[] {
  const reader = new RecordReader(body, tables);
  const records: RobotsTxtRecord[] = [];
  while (reader.next()) records.push(reader.record());
  return records;
}

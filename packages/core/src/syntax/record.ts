/** The records of a body as objects: lossless, and made only when somebody asks for them. */
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

/** One line of a body. Joined, the octets (and the texts, where they are Unicode) of all records are the body. */
export interface RobotsTxtRecord {
  readonly kind: RecordKind;
  /** Number of the line, from 1. */
  readonly line: number;
  /** The whole line, its line end and a byte-order mark before it included. */
  readonly span: Span;
  readonly octets: Uint8Array;
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

const HASH = 0x23;

function kindOf(code: number): RecordKind {
  if (code === BLANK) return 'blank';
  if (code === COMMENT) return 'comment';
  if (code === INVALID) return 'invalid';
  return FIELD_BY_CODE[code] ?? 'unknown';
}

/** All records of a body in file order, and where their values lie in its octets. */
export interface ReadRecords {
  readonly records: readonly RobotsTxtRecord[];
  /** The decoded octets. */
  readonly octets: Uint8Array;
  /** Start and end of the value of record `i` at `2 * i`; equal where it has none. */
  readonly values: readonly number[];
}

/** Reads all records. Linear in the octets. */
export function readRecords(body: Body, tables: CompiledDialect): ReadRecords {
  const octets = body.ownOctets();
  const source = body.wholeSource();
  const sourceText = new TextDecoder(body.encoding, { ignoreBOM: true });
  const places = new Places(body, octets, source.length);
  // In most files that is enough.
  places.enter(0, octets.length);
  const cursor = new RecordCursor();
  cursor.begin(body, octets, tables);
  const grouping = new Grouping(tables);
  const records: RobotsTxtRecord[] = [];
  const values: number[] = [];
  let sourceEnd = 0;

  const wholeLine = (start: number, end: number, line: number, columns: string) => {
    const lineOctets = source.subarray(start, end);
    return {
      line,
      span: { start, end, line, column: 1, endColumn: 1 + columns.length },
      octets: lineOctets,
      text: places.sourceText(start, end) ?? sourceText.decode(lineOctets),
    };
  };

  while (cursor.next()) {
    const { kind: code, line, lineStart, lineEnd, contentEnd } = cursor;
    grouping.next(code);
    const start = sourceEnd;
    places.enter(lineStart, lineEnd);
    sourceEnd = places.sourceOffset(cursor.nextLine);
    const piece = (from: number, to: number): Piece => ({
      text: places.text(from, to),
      span: places.span(line, lineStart, from, to),
    });
    const isNamed = code >= 0;
    values.push(isNamed ? cursor.valueStart : lineStart, isNamed ? cursor.valueEnd : lineStart);
    const whole = wholeLine(start, sourceEnd, line, places.text(lineStart, lineEnd));
    const hasComment = contentEnd < lineEnd && octets[contentEnd] === HASH;
    // Set one by one: to spread parts of it takes longer than all the rest.
    const record: { -readonly [Key in keyof RobotsTxtRecord]: RobotsTxtRecord[Key] } = {
      kind: kindOf(code),
      line,
      span: whole.span,
      octets: whole.octets,
      text: whole.text,
      colonMissing: isNamed && cursor.colonMissing,
      groupIndex: grouping.group < 0 ? undefined : grouping.group,
    };
    if (isNamed) {
      record.field = piece(cursor.fieldStart, cursor.fieldEnd);
      record.value = piece(cursor.valueStart, cursor.valueEnd);
    }
    if (hasComment) record.comment = piece(contentEnd, lineEnd);
    records.push(record);
  }
  if (sourceEnd < source.length && (body.truncated || records.length === 0)) {
    const kind = body.truncated ? 'beyond-limit' : 'blank';
    values.push(0, 0);
    records.push({
      kind,
      ...wholeLine(sourceEnd, source.length, cursor.line + 1, ''),
      colonMissing: false,
      groupIndex: undefined,
    });
  }
  return { records, octets, values };
}

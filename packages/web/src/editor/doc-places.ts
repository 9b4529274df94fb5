/** Core's spans as places of the editor's text. Both count lines alike and columns in UTF-16 code units. */
import type { Text } from '@codemirror/state';
import type { RobotsTxtRecord, Span } from '@repkit/core';
import { type DialectName, parseRobotsTxt } from '@repkit/core';

export interface DocRange {
  readonly from: number;
  readonly to: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Where a span of the whole text stands. Of a text that has changed since, it is the nearest place there is. */
export function rangeOf(doc: Text, { line, column, endColumn }: Span): DocRange {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // A byte-order mark takes no column in core, and is a character here.
  const start = from - 1 + (line === 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
  return { from: Math.min(start + column, to), to: Math.min(start + endColumn, to) };
}

/** A record and the line of the editor that it is. */
export interface DocRecord {
  readonly record: RobotsTxtRecord;
  /** Where the line begins; columns are counted from here. */
  readonly lineStart: number;
}

/**
 * The records of the lines that a range touches. What a line is does not depend on the others, so only these are
 * parsed: the cost is that of what is looked at, however long the text.
 */
export function recordsIn(doc: Text, range: DocRange, dialect: DialectName): DocRecord[] {
  const first = doc.lineAt(range.from).number;
  const last = doc.lineAt(range.to).number;
  const slice = doc.sliceString(doc.line(first).from, doc.line(last).to);
  // Only at the beginning of the text is U+FEFF a byte-order mark.
  const { records } = parseRobotsTxt(first === 1 ? slice : `\n${slice}`, { dialect });
  const found: DocRecord[] = [];
  for (const record of first === 1 ? records : records.slice(1)) {
    const number = first === 1 ? record.line : record.line + first - 2;
    if (number > last) break;
    const line = doc.line(number);
    const marked = number === 1 && line.text.startsWith(BYTE_ORDER_MARK);
    found.push({ record, lineStart: line.from + (marked ? 1 : 0) });
  }
  return found;
}

/** Where a piece of a record stands. */
export function pieceRange(lineStart: number, { column, endColumn }: Span): DocRange {
  return { from: lineStart + column - 1, to: lineStart + endColumn - 1 };
}

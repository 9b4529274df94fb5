/** Converts core's spans to editor positions. Both use the same lines, and columns in UTF-16 code units. */
import type { Text } from '@codemirror/state';
import { type DialectName, parseRobotsTxt, type RobotsTxtRecord } from '@repkit/core';
import type { Place } from '../state/page-state.js';

interface DocRange {
  readonly from: number;
  readonly to: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the range of a span, clamped to the document, which may have changed since the span was computed. */
export function rangeOf(doc: Text, { line, column, endColumn }: Place): DocRange {
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // The byte-order mark has no column in core but is a character in the editor.
  const start = from - 1 + (line === 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
  return { from: Math.min(start + column, to), to: Math.min(start + endColumn, to) };
}

interface DocRecord {
  readonly record: RobotsTxtRecord;
  /** The line in the document; the spans of the record have another one. */
  readonly line: number;
}

/**
 * Returns the records of the lines in a range. The kind of a line does not depend on other lines, so only these lines are
 * parsed, however long the text is.
 */
export function recordsIn(doc: Text, range: DocRange, dialect: DialectName): DocRecord[] {
  const first = doc.lineAt(range.from).number;
  const last = doc.lineAt(range.to).number;
  const slice = doc.sliceString(doc.line(first).from, doc.line(last).to);
  // Only the first U+FEFF of a text is a byte-order mark; the added line break keeps others literal.
  const added = first === 1 ? 0 : 1;
  const { records } = parseRobotsTxt('\n'.repeat(added) + slice, { dialect });
  return records
    .slice(added)
    .map((record) => ({ record, line: first - 1 + record.line - added }))
    .filter(({ line }) => line <= last);
}

import type { RobotsTxt, Span } from '@repkit/core';
import { type Paint, visible, width } from '../program/terminal.js';

/** Maximum code units shown; a line can be as long as the file. */
const MAX_SHOWN = 120;
/** Code units shown before the mark if the line is clipped. */
const SHOWN_BEFORE = 30;

export interface Mark {
  readonly span: Pick<Span, 'column' | 'endColumn'>;
  /** Printed after the carets. */
  readonly note: string;
  /** The style of the carets (default: bold). */
  readonly style?: Parameters<Paint>[0];
}

/** Returns a numbered line of the file, and a line with carets below the mark. */
export function sourceLine(robotsTxt: RobotsTxt, line: number, paint: Paint, mark?: Mark): string[] {
  const gutter = String(robotsTxt.records.length).length + 2;
  const text = textOfLine(robotsTxt, line);
  const start = (mark?.span.column ?? 1) - 1;
  const end = (mark?.span.endColumn ?? 1) - 1;
  const from = Math.max(0, Math.min(start - SHOWN_BEFORE, text.length - MAX_SHOWN));
  const to = from + MAX_SHOWN;
  const before = (from > 0 ? '…' : '') + visible(text.slice(from, start));
  const marked = visible(text.slice(start, Math.min(end, to)));
  const after = visible(text.slice(Math.min(end, to), to)) + (to < text.length ? '…' : '');
  const numbered = `${paint('dim', `${String(line).padStart(gutter)} |`)} `;
  const lines = [`${numbered}${before}${marked}${after}`.trimEnd()];
  if (mark !== undefined) {
    const carets = paint(mark.style ?? 'bold', '^'.repeat(Math.max(1, width(marked))));
    const empty = paint('dim', `${' '.repeat(gutter)} |`);
    lines.push(`${empty} ${' '.repeat(width(before))}${carets} ${mark.note}`);
  }
  return lines;
}

/** Returns a line without its line break and byte-order mark; columns do not count them. */
export function textOfLine(robotsTxt: RobotsTxt, line: number): string {
  const record = robotsTxt.records[line - 1];
  if (record === undefined) return '';
  const text = record.text.replace(/[\r\n]+$/, '');
  return text.slice(Math.max(0, text.length - (record.span.endColumn - 1)));
}

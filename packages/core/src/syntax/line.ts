/** Splits bytes into lines: one pass that finds the end of each line and of its content. */

import { CONTENT_END, type CompiledDialect, LINE_END } from '../dialect/compiled-dialect.js';
import { CR, HASH, LF, SPACE } from '../util/bytes.js';
import { type Body, dataViewOf } from './body.js';
import { USER_AGENT_BYTES } from './common-field.js';

/** The byte after CR, four times: every byte that ends a line is lower. */
const AFTER_LINE_ENDS = (CR + 1) * 0x01010101;
/** The byte after `#`, four times: every byte that ends a line or its content is lower. */
const AFTER_ENDS = (HASH + 1) * 0x01010101;
const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BYTES.buffer);

/**
 * Returns the offset of the first byte that is lower than those of the word `limits`, or the end. Looking at four bytes
 * per step takes half the time of a loop over bytes.
 *
 *     bytes               /  a  ␊  A     limits: 0e, the byte after ␍
 *     word               2f 61 0a 41
 *     word - limits      21 53 fc 32     borrows from the next byte
 *     & ~word & 80       00 00 80 00
 *                              ^ result
 */
function findLower(limits: number, view: DataView, from: number, end: number): number {
  let at = from;
  for (const last = end - 4; at <= last; at += 4) {
    const word = view.getInt32(at, true);
    // The lowest bit that is set belongs to the first lower byte.
    const lower = (word - limits) & ~word & 0x80808080;
    if (lower !== 0) return at + ((31 - Math.clz32(lower & -lower)) >> 3);
  }
  while (at < end && view.getUint8(at) >= (limits & 0xff)) at++;
  return at;
}

/** Returns the offset of the first byte that may end the content or the line, or the end. */
export function contentEnd(view: DataView, from: number, end: number): number {
  // A space before the value would end the search at once.
  const start = from < end && view.getUint8(from) === SPACE ? from + 1 : from;
  return findLower(AFTER_ENDS, view, start, end);
}

/** Returns the start of the next line, or the end. */
export function afterLine(view: DataView, from: number, end: number): number {
  for (let at = from; ; at++) {
    at = findLower(AFTER_LINE_ENDS, view, at, end);
    if (at >= end) return end;
    const byte = view.getUint8(at);
    if (byte === LF) return at + 1;
    if (byte === CR) return at + 1 < end && view.getUint8(at + 1) === LF ? at + 2 : at + 1;
  }
}

/**
 * Walks over the lines of a body without creating objects: the fields hold the current line. Worst case: linear in the
 * bytes.
 *
 *     Disallow: /a # old␍␊Allow: /b
 *     ^            ^    ^ ^
 *     lineStart    |    | nextLine
 *                  |    lineEnd
 *                  contentEnd
 */
export class LineCursor {
  bytes: Uint8Array = NO_BYTES;
  tables!: CompiledDialect;
  /** Line number, from 1; 0 before the first. */
  line = 0;
  lineStart = 0;
  /** Offset after the line and its line end (CR, LF or CRLF). */
  nextLine = 0;
  /** Offset of the line end. */
  lineEnd = 0;
  /** End of the content: at a comment, a NUL, the dialect's maximum line length or the line end. */
  contentEnd = 0;
  /** End of the body. */
  protected end = 0;
  /** The same bytes, to read four at a time. */
  protected view: DataView = NO_VIEW;
  /** The last offset where a common field name may be read; -1 if the dialect has none. */
  protected lastFieldStart = -1;

  /** Moves before the first line of a body. */
  begin(body: Body, bytes: Uint8Array, tables: CompiledDialect): void {
    this.bytes = bytes;
    this.tables = tables;
    this.line = 0;
    this.lineStart = body.start;
    this.nextLine = body.start;
    this.end = body.end;
    this.view = dataViewOf(bytes);
    this.lastFieldStart = tables.hasCommonFieldNames ? body.end - USER_AGENT_BYTES - 1 : -1;
  }

  /** Releases the body, so that a cached cursor does not keep it alive. */
  release(): void {
    this.bytes = NO_BYTES;
    this.view = NO_VIEW;
    this.nextLine = this.end;
  }

  /** Moves to the next line; returns false at the end. */
  toNextLine(): boolean {
    const start = this.nextLine;
    if (start >= this.end) return false;
    this.line++;
    this.lineStart = start;
    this.#findEnds(start);
    const longest = start + this.tables.dialect.maxLineBytes;
    if (this.contentEnd > longest) this.contentEnd = longest;
    return true;
  }

  #findEnds(from: number): void {
    const { bytes, view, end } = this;
    const kinds = this.tables.lineKinds;
    let content = -1;
    let at = contentEnd(view, from, end);
    for (; at < end; at = contentEnd(view, at + 1, end)) {
      const kind = kinds[bytes[at]];
      if (kind === LINE_END) break;
      if (kind === CONTENT_END && content < 0) content = at;
    }
    this.lineEnd = at;
    this.contentEnd = content < 0 ? at : content;
    this.nextLine = afterLine(view, at, end);
  }
}

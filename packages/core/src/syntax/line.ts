/** Octets -> lines: one pass that finds the line's end, its first colon and where its content ends. */
import { COLON, type CompiledDialect, LINE_END } from '../compiled-dialect.js';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Walks over the lines of a body. It makes no object per line: what was found is in its fields until the next call.
 * Worst case: linear in the octets.
 */
export class LineCursor {
  readonly octets: Uint8Array;
  readonly tables: CompiledDialect;
  /** Number of the line from 1; 0 before the first. */
  line = 0;
  lineStart: number;
  /** After the line and its end (CR, LF or CRLF). */
  nextLine: number;
  /** Where the octets before the line's end end. */
  lineEnd = 0;
  /** Where the content ends: at a comment, at a NUL, at the longest line of the dialect or at the line's end. */
  contentEnd = 0;
  /** The first colon of the content, or -1. */
  colon = -1;
  readonly #end: number;

  constructor(octets: Uint8Array, start: number, end: number, tables: CompiledDialect) {
    this.octets = octets;
    this.tables = tables;
    this.lineStart = start;
    this.nextLine = start;
    this.#end = end;
  }

  /** Moves to the next line; false when there is none. */
  toNextLine(): boolean {
    const octets = this.octets;
    const kinds = this.tables.lineKinds;
    const end = this.#end;
    const start = this.nextLine;
    if (start >= end) return false;
    let colon = -1;
    let contentEnd = -1;
    let at = start;
    for (; at < end; at++) {
      const kind = kinds[octets[at]];
      if (kind === 0) continue;
      if (kind === LINE_END) break;
      if (kind === COLON) {
        if (colon < 0 && contentEnd < 0) colon = at;
      } else if (contentEnd < 0) {
        contentEnd = at;
      }
    }
    this.line++;
    this.lineStart = start;
    this.lineEnd = at;
    this.nextLine = at + (at < end && octets[at] === CR && octets[at + 1] === LF ? 2 : 1);
    if (this.nextLine > end) this.nextLine = end;
    if (contentEnd < 0) contentEnd = at;
    const longest = start + this.tables.dialect.maxLineOctets;
    this.contentEnd = contentEnd > longest ? longest : contentEnd;
    this.colon = colon < this.contentEnd ? colon : -1;
    return true;
  }
}

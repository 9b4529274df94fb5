/** Bytes -> lines: one pass that finds where each line and its content end. */
import { CR, LF, SPACE } from '../bytes.js';
import { CONTENT_END, type CompiledDialect, LINE_END } from '../compiled-dialect.js';
import type { Body } from '../decode.js';

/** The highest byte that can end a line or its content: `#`. */
const LAST_THAT_ENDS = 0x23;
const NO_BYTES = new Uint8Array(0);

/**
 * Walks over the lines of a body. It makes no object per line: what was found is in its fields until the next call.
 * Worst case: linear in the bytes.
 */
export class LineCursor {
  bytes: Uint8Array = NO_BYTES;
  tables!: CompiledDialect;
  /** Number of the line from 1; 0 before the first. */
  line = 0;
  lineStart = 0;
  /** After the line and its end (CR, LF or CRLF). */
  nextLine = 0;
  /** Where the bytes before the line's end end. */
  lineEnd = 0;
  /** Where the content ends: at a comment, at a NUL, at the longest line of the dialect or at the line's end. */
  contentEnd = 0;
  /** Where the body ends. */
  protected end = 0;
  /** The same as text, where every byte is one character. */
  #text: string | undefined;
  /** In the text: the next line feed, or the end. */
  #feed = -1;
  /** The next carriage return, `#` and NUL, or the end, and the nearest of these. */
  #return = -1;
  #hash = -1;
  #nul = -1;
  #nearest = -1;

  /** Goes before the first line of a body, the bytes of which are given with it. */
  begin(body: Body, bytes: Uint8Array, tables: CompiledDialect): void {
    this.bytes = bytes;
    this.tables = tables;
    this.line = 0;
    this.lineStart = body.start;
    this.nextLine = body.start;
    this.end = body.end;
    this.#text = body.text;
    this.#feed = -1;
    this.#return = -1;
    this.#hash = -1;
    this.#nul = -1;
    this.#nearest = -1;
  }

  /** Forgets the body, so that a cursor that is kept does not keep it too. */
  leave(): void {
    this.bytes = NO_BYTES;
    this.#text = undefined;
    this.nextLine = this.end;
  }

  /** Moves to the next line; false when there is none. So many `known` bytes of it hold no end of anything. */
  toNextLine(known = 0): boolean {
    const start = this.nextLine;
    if (start >= this.end) return false;
    this.line++;
    this.lineStart = start;
    if (this.#text === undefined) this.#findEnds(start + known);
    else this.#searchEnds(this.#text, start, known);
    const longest = start + this.tables.dialect.maxLineBytes;
    if (this.contentEnd > longest) this.contentEnd = longest;
    return true;
  }

  /** Goes over the bytes of the line. */
  #findEnds(from: number): void {
    const { bytes, end } = this;
    const kinds = this.tables.lineKinds;
    let contentEnd = -1;
    // What stands before most values would stop the search at once.
    let at = bytes[from] === SPACE ? from + 1 : from;
    for (; at < end; at++) {
      // One comparison is enough for most bytes of a file, and four at a time spare half of the time.
      while (
        at + 3 < end &&
        bytes[at] > LAST_THAT_ENDS &&
        bytes[at + 1] > LAST_THAT_ENDS &&
        bytes[at + 2] > LAST_THAT_ENDS &&
        bytes[at + 3] > LAST_THAT_ENDS
      ) {
        at += 4;
      }
      while (at < end && bytes[at] > LAST_THAT_ENDS) at++;
      if (at === end) break;
      const kind = kinds[bytes[at]];
      if (kind === LINE_END) break;
      if (kind === CONTENT_END && contentEnd < 0) contentEnd = at;
    }
    this.#endAt(at, contentEnd < 0 ? at : contentEnd);
  }

  /** Has the engine search the text, which it does in a third of the time. */
  #searchEnds(text: string, start: number, known: number): void {
    if (this.#feed < start) this.#feed = this.#search(text, '\n', start + known);
    const feed = this.#feed;
    // Most lines hold nothing else that ends anything.
    if (feed < this.#nearest) {
      this.lineEnd = feed;
      this.contentEnd = feed;
      this.nextLine = feed + 1;
      return;
    }
    if (this.#return < start) this.#return = this.#search(text, '\r', start);
    if (this.#hash < start) this.#hash = this.#search(text, '#', start);
    if (this.#nul < start) {
      this.#nul = this.tables.dialect.nulEndsLine ? this.#search(text, '\0', start) : this.end;
    }
    const lineEnd = Math.min(feed, this.#return);
    const content = Math.min(this.#hash, this.#nul);
    this.#nearest = Math.min(this.#return, content);
    this.#endAt(lineEnd, Math.min(content, lineEnd));
  }

  #search(text: string, character: string, from: number): number {
    const found = text.indexOf(character, from);
    return found < 0 || found > this.end ? this.end : found;
  }

  #endAt(lineEnd: number, contentEnd: number): void {
    const { bytes, end } = this;
    this.lineEnd = lineEnd;
    this.contentEnd = contentEnd;
    const isPair = bytes[lineEnd] === CR && bytes[lineEnd + 1] === LF && lineEnd + 1 < end;
    this.nextLine = lineEnd < end ? lineEnd + (isPair ? 2 : 1) : end;
  }
}

/** Splits bytes into lines: one pass that finds the end of each line and of its content. */
import { CR, LF, SPACE } from '../dialect/bytes.js';
import { CONTENT_END, type CompiledDialect, LINE_END } from '../dialect/compiled-dialect.js';
import type { Body } from './body.js';

/** The highest byte that can end a line or its content: `#`. */
const LAST_THAT_ENDS = 0x23;
const NO_BYTES = new Uint8Array(0);

/**
 * Walks over the lines of a body without creating objects: the fields hold the current line. Worst case: linear in the
 * bytes.
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
  /** The body as text with one character per byte, if available. */
  #text: string | undefined;
  /** Offset of the next line feed, or the end. */
  #feed = -1;
  /** Offsets of the next carriage return, `#` and NUL, or the end, and the lowest of them. */
  #return = -1;
  #hash = -1;
  #nul = -1;
  #nearest = -1;

  /** Moves before the first line of a body. */
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

  /** Releases the body, so that a cached cursor does not keep it alive. */
  release(): void {
    this.bytes = NO_BYTES;
    this.#text = undefined;
    this.nextLine = this.end;
  }

  /** Moves to the next line; returns false at the end. The first `known` bytes are known not to end anything. */
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

  #findEnds(from: number): void {
    const { bytes, end } = this;
    const kinds = this.tables.lineKinds;
    let contentEnd = -1;
    // A space before the value would stop the fast loop at once.
    let at = bytes[from] === SPACE ? from + 1 : from;
    for (; at < end; at++) {
      // Most bytes need only one comparison; four at a time halve the cost.
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

  /** Uses native string search, which takes a third of the time. */
  #searchEnds(text: string, start: number, known: number): void {
    if (this.#feed < start) this.#feed = this.#search(text, '\n', start + known);
    const feed = this.#feed;
    // Most lines contain nothing else that ends content.
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

/** Octets -> lines: one pass that finds where each line and its content end. */
import { CONTENT_END, type CompiledDialect, LINE_END } from '../compiled-dialect.js';
import type { Body } from '../decode.js';

const LF = 0x0a;
const CR = 0x0d;
/** The highest octet that can end a line or its content: `#`. */
const LAST_THAT_ENDS = 0x23;

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
  readonly #end: number;
  /** The same as text, where every octet is one character. */
  readonly #text: string | undefined;
  /** In the text: the next line feed, carriage return, `#` and NUL, or the end. */
  #feed = -1;
  #return = -1;
  #hash = -1;
  #nul = -1;

  constructor(body: Body, octets: Uint8Array, tables: CompiledDialect) {
    this.octets = octets;
    this.tables = tables;
    this.lineStart = body.start;
    this.nextLine = body.start;
    this.#end = body.end;
    this.#text = body.text;
  }

  /** Moves to the next line; false when there is none. */
  toNextLine(): boolean {
    const { octets } = this;
    const end = this.#end;
    const start = this.nextLine;
    if (start >= end) return false;
    this.line++;
    this.lineStart = start;
    if (this.#text === undefined) this.#findEnds(start);
    else this.#searchEnds(this.#text, start);
    const { lineEnd } = this;
    const isPair = octets[lineEnd] === CR && octets[lineEnd + 1] === LF && lineEnd + 1 < end;
    this.nextLine = lineEnd < end ? lineEnd + (isPair ? 2 : 1) : end;
    const longest = start + this.tables.dialect.maxLineOctets;
    if (this.contentEnd > longest) this.contentEnd = longest;
    return true;
  }

  /** Goes over the octets of the line. */
  #findEnds(start: number): void {
    const { octets } = this;
    const kinds = this.tables.lineKinds;
    const end = this.#end;
    let contentEnd = -1;
    let at = start;
    for (; at < end; at++) {
      const octet = octets[at];
      // One comparison is enough for most octets of a file.
      if (octet > LAST_THAT_ENDS) continue;
      const kind = kinds[octet];
      if (kind === LINE_END) break;
      if (kind === CONTENT_END && contentEnd < 0) contentEnd = at;
    }
    this.lineEnd = at;
    this.contentEnd = contentEnd < 0 ? at : contentEnd;
  }

  /** Has the engine search the text, which it does in a third of the time. */
  #searchEnds(text: string, start: number): void {
    if (this.#feed < start) this.#feed = this.#search(text, '\n', start);
    if (this.#return < start) this.#return = this.#search(text, '\r', start);
    if (this.#hash < start) this.#hash = this.#search(text, '#', start);
    if (this.#nul < start) {
      this.#nul = this.tables.dialect.nulEndsLine ? this.#search(text, '\0', start) : this.#end;
    }
    const lineEnd = this.#feed < this.#return ? this.#feed : this.#return;
    const content = this.#hash < this.#nul ? this.#hash : this.#nul;
    this.lineEnd = lineEnd;
    this.contentEnd = content < lineEnd ? content : lineEnd;
  }

  #search(text: string, character: string, from: number): number {
    const found = text.indexOf(character, from);
    return found < 0 || found > this.#end ? this.#end : found;
  }
}

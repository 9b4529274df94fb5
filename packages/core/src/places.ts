/** Byte offsets -> spans with lines and columns, computed only when somebody looks. */
import type { Body } from './decode.js';
import type { Span } from './verdict.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of some bytes; what is not UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return start === end ? '' : decoder.decode(bytes.subarray(start, end));
}

/** UTF-16 code units of UTF-8 bytes that came from UTF-16: one a character, two for four bytes. */
function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Where the pieces of a body stand in it. Offsets that are asked for in rising order cost linear time in all. */
export class Places {
  readonly bytes: Uint8Array;
  readonly #utf16: boolean;
  readonly #sourceLength: number;
  /** A stretch of the bytes as text in which each of them is one unit: there pieces are slices. */
  #slices: { readonly start: number; readonly end: number; readonly text: string };
  #knownOffset = 0;
  #knownUnits = 1;

  constructor(body: Body, bytes: Uint8Array, sourceLength: number) {
    this.bytes = bytes;
    this.#utf16 = body.encoding !== 'utf-8';
    this.#sourceLength = sourceLength;
    const { text = '' } = body;
    this.#slices = { start: 0, end: text.length, text };
  }

  /** Says that pieces of this stretch will be asked for. */
  enter(start: number, end: number): void {
    const { start: first, end: last } = this.#slices;
    if (this.#utf16 || (start >= first && end <= last)) return;
    const entered = textOf(this.bytes, start, end);
    // A unit never has less than a byte: as many units as bytes are one for each.
    if (entered.length === end - start) this.#slices = { start, end, text: entered };
  }

  /** The text of some bytes; what is not UTF-8 becomes U+FFFD. */
  text(start: number, end: number): string {
    return this.#slice(start, end) ?? textOf(this.bytes, start, end);
  }

  /** The text of bytes of the body as it was given; undefined where these have to be decoded. */
  sourceText(start: number, end: number): string | undefined {
    return this.#slice(start, end);
  }

  /** The span of the bytes from `start` to `end` on the line that starts at `lineStart`. */
  span(line: number, lineStart: number, start: number, end: number): Span {
    const column = 1 + this.#units(lineStart, start);
    return {
      start: this.sourceOffset(start),
      end: this.sourceOffset(end),
      line,
      column,
      endColumn: column + this.#units(start, end),
    };
  }

  #slice(start: number, end: number): string | undefined {
    const { start: first, end: last, text } = this.#slices;
    return start >= first && end <= last ? text.slice(start - first, end - first) : undefined;
  }

  #units(start: number, end: number): number {
    const { start: first, end: last } = this.#slices;
    return start >= first && end <= last ? end - start : textOf(this.bytes, start, end).length;
  }

  /** The offset in the body as it was given; the byte-order mark of UTF-16 counts as one unit there. */
  sourceOffset(offset: number): number {
    if (!this.#utf16) return offset;
    if (offset < this.#knownOffset) {
      this.#knownOffset = 0;
      this.#knownUnits = 1;
    }
    this.#knownUnits += unitsOf(this.bytes, this.#knownOffset, offset);
    this.#knownOffset = offset;
    return Math.min(this.#knownUnits * 2, this.#sourceLength);
  }
}

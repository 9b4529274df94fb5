/** Converts byte offsets to spans with lines and columns, on demand. */

import type { Body } from './body.js';
import type { Span } from './span.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes bytes; invalid UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return start === end ? '' : decoder.decode(bytes.subarray(start, end));
}

/** Counts the UTF-16 code units of UTF-8 bytes that were converted from UTF-16. */
function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Text and spans of the pieces of a body. Offsets in ascending order take linear time in total. */
export class SourceText {
  readonly bytes: Uint8Array;
  readonly #utf16: boolean;
  readonly #sourceLength: number;
  /** A range of the bytes with one code unit per byte, where pieces are slices. */
  #slices: { readonly start: number; readonly end: number; readonly text: string };
  #knownOffset = 0;
  #knownUnits = 1;

  constructor(body: Body, bytes: Uint8Array) {
    this.bytes = bytes;
    this.#utf16 = body.encoding !== 'utf-8';
    this.#sourceLength = this.#utf16 ? body.wholeSource().length : bytes.length;
    const { text = '' } = body;
    this.#slices = { start: 0, end: text.length, text };
  }

  /** Prepares for pieces in this range. */
  prepare(start: number, end: number): void {
    if (this.#utf16 || this.slice(start, end) !== undefined) return;
    const decoded = textOf(this.bytes, start, end);
    // Equal lengths mean one code unit per byte.
    if (decoded.length === end - start) this.#slices = { start, end, text: decoded };
  }

  /** Returns the text of a range; invalid UTF-8 becomes U+FFFD. */
  text(start: number, end: number): string {
    return this.slice(start, end) ?? textOf(this.bytes, start, end);
  }

  /** Returns the span from `start` to `end` on the line that starts at `lineStart`. */
  span(line: number, lineStart: number, start: number, end: number): Span {
    const column = 1 + this.text(lineStart, start).length;
    return {
      start: this.sourceOffset(start),
      end: this.sourceOffset(end),
      line,
      column,
      endColumn: column + this.text(start, end).length,
    };
  }

  /** Returns the original text of a range; undefined if it must be decoded. */
  slice(start: number, end: number): string | undefined {
    const { start: first, end: last, text } = this.#slices;
    return start >= first && end <= last ? text.slice(start - first, end - first) : undefined;
  }

  /** Returns the offset in the original body, where the UTF-16 byte-order mark counts as one unit. */
  sourceOffset(offset: number): number {
    if (!this.#utf16) return offset;
    // The parts of a line are not requested in order, so count from the latest offset in either direction.
    this.#knownUnits +=
      offset < this.#knownOffset
        ? -unitsOf(this.bytes, offset, this.#knownOffset)
        : unitsOf(this.bytes, this.#knownOffset, offset);
    this.#knownOffset = offset;
    // At the end of the source, up to three bytes may have become one U+FFFD: half of a surrogate pair and half of a unit.
    return offset === this.bytes.length ? this.#sourceLength : this.#knownUnits * 2;
  }
}

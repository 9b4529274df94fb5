/** Octet offsets -> spans with lines and columns, computed only when somebody looks. */
import type { Body } from './decode.js';
import type { Span } from './verdict.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of some octets; what is not UTF-8 becomes U+FFFD. */
export function textOf(octets: Uint8Array, start: number, end: number): string {
  return start === end ? '' : decoder.decode(octets.subarray(start, end));
}

/** UTF-16 code units of UTF-8 octets that came from UTF-16: one a character, two for four octets. */
function unitsOf(octets: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const octet = octets[at];
    if (octet < 0x80 || octet >= 0xc0) units += octet >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Where the pieces of a body stand in it. Offsets that are asked for in rising order cost linear time in all. */
export class Places {
  readonly octets: Uint8Array;
  readonly #utf16: boolean;
  readonly #sourceLength: number;
  #knownOffset = 0;
  #knownUnits = 1;

  constructor(body: Body, octets: Uint8Array, sourceLength: number) {
    this.octets = octets;
    this.#utf16 = body.encoding !== 'utf-8';
    this.#sourceLength = sourceLength;
  }

  /** The span of the octets from `start` to `end` on the line that starts at `lineStart`. */
  span(line: number, lineStart: number, start: number, end: number): Span {
    const column = 1 + textOf(this.octets, lineStart, start).length;
    return {
      start: this.sourceOffset(start),
      end: this.sourceOffset(end),
      line,
      column,
      endColumn: column + textOf(this.octets, start, end).length,
    };
  }

  /** The offset in the body as it was given; the byte-order mark of UTF-16 counts as one unit there. */
  sourceOffset(offset: number): number {
    if (!this.#utf16) return offset;
    if (offset < this.#knownOffset) {
      this.#knownOffset = 0;
      this.#knownUnits = 1;
    }
    this.#knownUnits += unitsOf(this.octets, this.#knownOffset, offset);
    this.#knownOffset = offset;
    return Math.min(this.#knownUnits * 2, this.#sourceLength);
  }
}

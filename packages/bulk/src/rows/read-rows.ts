/** Yields the rows of a block with the positions of their parts: in its bytes if the format allows it, otherwise in text. */
import { Buffer } from 'node:buffer';
import { bufferOf, bytesOf, CR, LF, TAB } from '../bytes/bytes.js';
import { BYTE_ORDER_MARK } from './csv.js';
import type { RowFormat, TextRow } from './row-format.js';

export interface Row {
  /** Number of its first line in the block, from 1. */
  readonly line: number;
  /** The row in the block, without its line end. */
  readonly start: number;
  readonly end: number;
  /** The URL; empty if the row has none. */
  readonly bytes: Uint8Array;
  readonly urlStart: number;
  readonly urlEnd: number;
  /** The other parts of the row; undefined if it starts with the URL in the block, where the rest of it follows. */
  readonly text: TextRow | undefined;
}

/** The rows of one block, which are read once. */
export interface BlockRows extends Iterable<Row> {
  /** Number of lines in the rows so far. */
  readonly lines: number;
}

/** Linear in the block. */
export function readRows(block: Uint8Array, format: RowFormat): BlockRows {
  return format.isPlain ? new PlainRows(block) : new TextRows(bufferOf(block), format);
}

/**
 * Lines whose first column is the URL:
 *
 *     https://example.com/page⇥42⇥x␊
 *     ^ start, urlStart       ^    ^ end
 *                             urlEnd
 */
class PlainRows implements BlockRows {
  lines = 0;
  readonly #bytes: Uint8Array;

  /** The same memory: `indexOf` of a Buffer takes half the time of that of a `Uint8Array`. */
  readonly #buffer: Buffer;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    // Not a Buffer: one class of arrays keeps the code that reads URLs fast.
    this.#bytes = new Uint8Array(buffer, byteOffset, length);
    this.#buffer = Buffer.from(buffer, byteOffset, length);
  }

  *[Symbol.iterator](): Generator<Row> {
    const bytes = this.#bytes;
    const buffer = this.#buffer;
    const { length } = bytes;
    /** The first tab at or after the start of the row. */
    let tab = -1;
    for (let start = 0; start < length; ) {
      this.lines += 1;
      const lineFeed = indexOrEnd(buffer, LF, start);
      if (tab < start) tab = indexOrEnd(buffer, TAB, start);
      const end = withoutReturn(bytes, start, lineFeed);
      const urlEnd = tab < end ? tab : end;
      yield {
        line: this.lines,
        start,
        end,
        bytes,
        urlStart: start,
        urlEnd,
        text: undefined,
      };
      start = lineFeed + 1;
    }
  }
}

/** Rows that the format parses as text. */
class TextRows implements BlockRows {
  lines = 0;
  readonly #block: Buffer;
  readonly #format: RowFormat;

  constructor(block: Buffer, format: RowFormat) {
    this.#block = block;
    this.#format = format;
  }

  *[Symbol.iterator](): Generator<Row> {
    const block = this.#block;
    const text = block.toString('latin1');
    const endAfter = this.#format.rowEnds?.(text) ?? ((start: number) => lineEndAfter(text, start));
    for (let start = 0; start < text.length; ) {
      const next = endAfter(start);
      const line = this.lines + 1;
      this.lines += lineCount(text, start, next);
      const lineFeed = text.charCodeAt(next - 1) === LF ? next - 1 : next;
      const end = withoutReturn(block, start, lineFeed);
      const written = text.slice(start, end);
      if (!this.#isHeader(written)) {
        const parts = this.#format.read(written);
        const bytes = bytesOf(parts.url ?? '');
        yield { line, start, end, bytes, urlStart: 0, urlEnd: bytes.length, text: parts };
      }
      start = next;
    }
  }

  #isHeader(written: string): boolean {
    const { header } = this.#format;
    return header !== undefined && (written === header || written === BYTE_ORDER_MARK + header);
  }
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from);
  return index === -1 ? bytes.length : index;
}

/** Excludes a carriage return before a line feed, which may be missing at the end of the block. */
function withoutReturn(bytes: Uint8Array, start: number, lineFeed: number): number {
  const hasReturn = lineFeed > start && lineFeed < bytes.length && bytes[lineFeed - 1] === CR;
  return hasReturn ? lineFeed - 1 : lineFeed;
}

function lineEndAfter(text: string, start: number): number {
  return text.indexOf('\n', start) + 1 || text.length;
}

/** Returns the number of lines in a row, which may contain line ends. */
function lineCount(text: string, start: number, next: number): number {
  let count = 1;
  for (let end = text.indexOf('\n', start); end !== -1 && end < next - 1; count++) {
    end = text.indexOf('\n', end + 1);
  }
  return count;
}

/** Finds rows and the offsets of their parts: in the bytes if the format allows it, otherwise in strings. */
import { Buffer, isUtf8 } from 'node:buffer';
import { bufferOf, CR, LF } from '../bytes/bytes.js';
import { BYTE_ORDER_MARK } from './csv.js';
import type { RowFormat } from './row-format.js';

/** Longer URLs are rejected as damaged input. Servers accept far less. */
export const MAX_URL_LENGTH = 1024 * 1024;

/** Reads the rows of one block after the other. Linear in the block. */
export class RowReader {
  readonly #format: RowFormat;
  #block: Uint8Array = new Uint8Array();
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #isUtf8 = true;
  #text: string | undefined;
  #rowEnd: ((start: number) => number) | undefined;
  #start = 0;
  #end = 0;
  #next = 0;
  #nextLine = 1;
  /** The first separator at or after the start of the last row; -1 before the first search. */
  #separator = -1;
  #read: Uint8Array = new Uint8Array(1024);

  /** Line number of the row, from 1. */
  line = 0;
  /** The memory that the offsets refer to: the block, or a copy of parts of it. */
  bytes: Uint8Array = this.#block;
  hasUrl = false;
  urlStart = 0;
  urlEnd = 0;
  headStart = 0;
  headEnd = 0;
  tailStart = 0;
  tailEnd = 0;

  constructor(format: RowFormat) {
    this.#format = format;
  }

  /** Starts the next block, which is the first `length` bytes of the memory. */
  begin(memory: Uint8Array, length: number): void {
    const { rowEnds } = this.#format;
    this.#length = length;
    this.moveTo(memory);
    this.#isUtf8 = isUtf8(memory.subarray(0, length));
    this.#text = undefined;
    this.#next = 0;
    this.#nextLine = 1;
    this.#separator = -1;
    this.#rowEnd = rowEnds?.(this.#blockText());
  }

  /** Continues in other memory that holds the same block. */
  moveTo(memory: Uint8Array): void {
    if (this.bytes === this.#block) this.bytes = memory;
    this.#block = memory;
    this.#buffer = bufferOf(memory);
  }

  /** Number of lines in the rows so far. */
  get lines(): number {
    return this.#nextLine - 1;
  }

  /** The row without its line end, one character per byte. */
  get written(): string {
    return this.#blockText().slice(this.#start, this.#end);
  }

  /** The URL, with U+FFFD in place of invalid UTF-8. */
  get url(): string {
    return bufferOf(this.bytes).toString('utf8', this.urlStart, this.urlEnd);
  }

  /** Returns the reason why the row has no valid URL, except for the syntax of the URL. */
  urlProblem(): string | undefined {
    const { bytes, urlStart, urlEnd } = this;
    if (!this.hasUrl || urlStart === urlEnd) return 'contains no URL';
    if (!this.#isUtf8 && !isUtf8(bytes.subarray(urlStart, urlEnd))) return 'the URL is not UTF-8';
    const isLong = urlEnd - urlStart > MAX_URL_LENGTH && this.url.length > MAX_URL_LENGTH;
    return isLong ? 'the URL is longer than 1 MiB' : undefined;
  }

  /** Reads the next row that is not a header; false at the end. */
  next(): boolean {
    const { separator } = this.#format;
    while (this.#next < this.#length) {
      const start = this.#next;
      this.#start = start;
      this.line = this.#nextLine++;
      if (this.#rowEnd !== undefined) {
        this.#next = this.#rowEnd(start);
        this.#nextLine += innerLines(this.#blockText(), start, this.#next);
      }
      if (separator === undefined) this.#readText();
      else this.#splitFirst(separator);
      if (!this.#isHeader()) return true;
    }
    return false;
  }

  /** Reads a row with the URL as its first column. Native searches take half the time of a loop. */
  #splitFirst(separator: number): void {
    const length = this.#length;
    const start = this.#start;
    // The memory continues after the block.
    let lineFeed = this.#buffer.indexOf(LF, start);
    if (lineFeed === -1 || lineFeed >= length) lineFeed = length;
    if (this.#separator < start) {
      const found = this.#buffer.indexOf(separator, start);
      this.#separator = found === -1 || found >= length ? length : found;
    }
    const end = lineFeed < length ? withoutReturn(this.#block, start, lineFeed) : length;
    const urlEnd = this.#separator < end ? this.#separator : end;
    this.#next = lineFeed < length ? lineFeed + 1 : length;
    this.#end = end;
    this.bytes = this.#block;
    this.hasUrl = true;
    this.urlStart = start;
    this.urlEnd = urlEnd;
    this.headStart = start;
    this.headEnd = urlEnd;
    this.tailStart = urlEnd;
    this.tailEnd = end;
  }

  /** Reads a row as a string and converts its parts back to bytes. */
  #readText(): void {
    const text = this.#blockText();
    const start = this.#start;
    if (this.#rowEnd === undefined) this.#next = text.indexOf('\n', start) + 1 || text.length;
    const isEnded = text.charCodeAt(this.#next - 1) === LF;
    this.#end = isEnded ? withoutReturn(this.#block, start, this.#next - 1) : this.#next;
    const { url, head, tail } = this.#format.read(this.written);
    const length = (url ?? '').length + head.length + tail.length;
    if (this.#read.length < length) this.#read = new Uint8Array(2 * length);
    this.bytes = this.#read;
    const parts = bufferOf(this.#read);
    this.hasUrl = url !== undefined;
    this.headStart = 0;
    this.headEnd = parts.write(head, 'latin1');
    this.tailStart = this.headEnd;
    this.tailEnd = this.tailStart + parts.write(tail, this.tailStart, 'latin1');
    this.urlStart = this.tailEnd;
    this.urlEnd = this.urlStart + parts.write(url ?? '', this.urlStart, 'latin1');
  }

  #isHeader(): boolean {
    const { header } = this.#format;
    if (header === undefined) return false;
    // Comparing lengths first avoids creating a string for nearly all rows.
    const extra = this.#end - this.#start - header.length;
    if (extra === 0) return this.written === header;
    return extra === BYTE_ORDER_MARK.length && this.written === BYTE_ORDER_MARK + header;
  }

  #blockText(): string {
    this.#text ??= this.#buffer.toString('latin1', 0, this.#length);
    return this.#text;
  }
}

/** Counts the line ends inside a row. */
function innerLines(text: string, at: number, next: number): number {
  let count = 0;
  for (let end = text.indexOf('\n', at); end !== -1 && end < next - 1; count++) {
    end = text.indexOf('\n', end + 1);
  }
  return count;
}

/** Excludes a carriage return before the line feed. */
function withoutReturn(bytes: Uint8Array, start: number, lineFeed: number): number {
  return lineFeed > start && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
}

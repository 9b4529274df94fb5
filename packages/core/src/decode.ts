/** The body of a robots.txt as bytes: its encoding, byte-order mark and size limit (RFC 9309 2.3, 2.5). */
import { CR, LF } from './bytes.js';
import type { Dialect } from './dialect.js';

export type BodyEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const encoder = new TextEncoder();
const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** Below, a search through the bytes has found a line before the engine has begun to search the text. */
const SHORTEST_SEARCHED_TEXT = 1024;
/** How far past the limit a string is encoded: one character, to see whether the limit falls on a line's end. */
const LOOK_AHEAD = 4;

/**
 * The bytes of the string that was read last. A string body is encoded anew whenever its bytes are wanted:
 * that runs at many GB/s into memory that is there already, and spares a copy of every body that is kept.
 */
let scratch = new Uint8Array(0);
let scratchOwner: Body | undefined;

/** A body in UTF-8, as far as the limit. */
interface Utf8 {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Where the limit falls among the bytes. */
  readonly cut: number;
}

export class Body {
  readonly encoding: BodyEncoding;
  /** True where the body is longer than the limit. */
  readonly truncated: boolean;
  /** What is parsed: from after the byte-order mark up to the end, or to the last line that the limit leaves whole. */
  readonly start: number;
  readonly end: number;
  /** The body as text in which every byte is one character; undefined where it is not at hand. */
  readonly text: string | undefined;
  readonly #source: string | Uint8Array;
  readonly #limit: number;
  /** UTF-8 bytes of a body in UTF-16. */
  readonly #transcoded: Uint8Array | undefined;

  constructor(source: string | Uint8Array, dialect: Dialect, limit: number) {
    this.#limit = limit;
    if (typeof source === 'string') {
      this.#source = source;
      this.encoding = 'utf-8';
      const { read, written } = this.#encode(source);
      if (read === written && written >= SHORTEST_SEARCHED_TEXT) this.text = source;
      this.truncated = written > limit;
      this.start = markLength(scratch, written, dialect);
      this.end = this.truncated ? lastWholeLine(scratch, this.start, limit, written) : written;
      return;
    }
    this.#source = plainArray(source);
    this.encoding = encodingOf(source, dialect);
    this.truncated = source.length > limit;
    const isUtf8 = this.encoding === 'utf-8';
    const { bytes, length, cut } = isUtf8
      ? { bytes: this.#source, length: source.length, cut: limit }
      : transcode(this.#source, this.encoding, limit);
    if (!isUtf8) this.#transcoded = bytes;
    this.start = isUtf8 ? markLength(bytes, length, dialect) : 0;
    this.end = this.truncated ? lastWholeLine(bytes, this.start, cut, length) : length;
  }

  /** The bytes in UTF-8. Those of a string stay valid only until another body's are asked for. */
  bytes(): Uint8Array {
    if (this.#transcoded !== undefined) return this.#transcoded;
    const source = this.#source;
    if (typeof source !== 'string') return source;
    if (scratchOwner !== this) this.#encode(source);
    return scratch;
  }

  /** A copy of the parsed bytes that stays valid. */
  ownBytes(): Uint8Array {
    return typeof this.#source === 'string' ? this.bytes().slice(0, this.end) : this.bytes();
  }

  /** The whole body as it came, beyond the limit too. */
  wholeSource(): Uint8Array {
    return typeof this.#source === 'string' ? encoder.encode(this.#source) : this.#source;
  }

  #encode(source: string): TextEncoderEncodeIntoResult {
    const room = this.#limit + LOOK_AHEAD;
    if (scratch.length < room) scratch = new Uint8Array(room);
    scratchOwner = this;
    return encoder.encodeInto(source, room < scratch.length ? scratch.subarray(0, room) : scratch);
  }
}

/** A body in UTF-16 without its byte-order mark, and one unit past the limit. */
function transcode(source: Uint8Array, encoding: BodyEncoding, limit: number): Utf8 {
  const evenLimit = limit - (limit % 2);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const bytes = encoder.encode(decoder.decode(source.subarray(2, evenLimit + 2)));
  const cut = encoder.encode(decoder.decode(source.subarray(2, evenLimit))).length;
  return { bytes, length: bytes.length, cut };
}

/** Subclasses (Node's Buffer) are seen as what they are, so that all bytes are read by the same machine code. */
function plainArray(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function encodingOf(bytes: Uint8Array, dialect: Dialect): BodyEncoding {
  if (dialect.byteOrderMarks === 'utf-8-and-utf-16' && bytes.length >= 2) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  }
  return 'utf-8';
}

/** Bytes of the UTF-8 byte-order mark at the start; Google's parser also skips the first one or two of it alone. */
export function markLength(bytes: Uint8Array, length: number, dialect: Dialect): number {
  let matching = 0;
  while (matching < 3 && matching < length && bytes[matching] === UTF8_MARK[matching]) matching++;
  return matching === 3 || dialect.byteOrderMarks === 'utf-8-or-prefix' ? matching : 0;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Where the last line ends that lies before the cut as a whole. */
function lastWholeLine(bytes: Uint8Array, start: number, cut: number, length: number): number {
  if (cut < length && isLineEnd(bytes[cut])) return cut;
  let end = cut;
  while (end > start && !isLineEnd(bytes[end - 1])) end--;
  return end;
}

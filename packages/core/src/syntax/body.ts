/** Decodes the body of a robots.txt: encoding, byte-order mark and size limit (RFC 9309 2.3, 2.5). */

import type { Dialect } from '../dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { CR, LF } from '../util/bytes.js';

export type BodyEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const encoder = new TextEncoder();
const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** Bytes to encode past the limit: one character, to see whether the limit falls on a line end. */
export const LOOK_AHEAD = 4;

/**
 * Shared memory for the bytes of the latest string body. A string is encoded again whenever its bytes are needed, at
 * many GB/s; that avoids a copy of every cached body.
 */
let scratch = new Uint8Array(0);
let scratchView = new DataView(scratch.buffer);
let scratchOwner: Body | undefined;

/** Returns a view of the same bytes, to read four at a time. */
export function dataViewOf(bytes: Uint8Array): DataView {
  if (bytes === scratch) return scratchView;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function reserve(room: number): void {
  if (scratch.length >= room) return;
  scratch = new Uint8Array(Math.max(room, MIN_PARSING_LIMIT_BYTES + LOOK_AHEAD));
  scratchView = new DataView(scratch.buffer);
}

/** A body in UTF-8, up to the limit. */
interface Utf8 {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The offset of the limit in the bytes. */
  readonly cut: number;
}

export class Body {
  readonly encoding: BodyEncoding;
  /** True if the body exceeds the limit, or the dialect's limit on rules. */
  truncated: boolean;
  /** The parsed range: from after the byte-order mark to the end or the last complete line within the limits. */
  readonly start: number;
  end: number;
  /** The body as text with one character per byte, if available. */
  readonly text: string | undefined;
  /** The parsing limit in bytes. */
  readonly limit: number;
  readonly #source: string | Uint8Array;
  /** UTF-8 bytes of a body in UTF-16. */
  readonly #transcoded: Uint8Array | undefined;

  constructor(source: string | Uint8Array, dialect: Dialect, limit: number) {
    this.limit = limit;
    if (typeof source === 'string') {
      this.#source = source;
      this.encoding = 'utf-8';
      const { read, written } = this.#encode(source);
      if (read === written) this.text = source;
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

  /** Ends the parsed range at the start of a line. */
  truncateAt(end: number): void {
    this.end = end;
    this.truncated = true;
  }

  /** Returns the bytes in UTF-8. Those of a string stay valid only until another body's bytes are requested. */
  bytes(): Uint8Array {
    if (this.#transcoded !== undefined) return this.#transcoded;
    const source = this.#source;
    if (typeof source !== 'string') return source;
    if (scratchOwner !== this) this.#encode(source);
    return scratch;
  }

  /**
   * Copies the bytes to the shared memory; valid until another body's bytes are requested. For short walks: a new view
   * of other memory takes a tenth of the time of a small parse.
   */
  sharedBytes(): Uint8Array {
    const bytes = this.bytes();
    if (bytes === scratch) return scratch;
    reserve(this.end);
    scratchOwner = this;
    scratch.set(bytes.length <= scratch.length ? bytes : bytes.subarray(0, this.end));
    return scratch;
  }

  /** Returns a copy of the parsed bytes that stays valid. */
  ownBytes(): Uint8Array {
    return typeof this.#source === 'string' ? this.bytes().slice(0, this.end) : this.bytes();
  }

  /** Returns the complete original body, including bytes beyond the limit. */
  wholeSource(): Uint8Array {
    return typeof this.#source === 'string' ? encoder.encode(this.#source) : this.#source;
  }

  #encode(source: string): TextEncoderEncodeIntoResult {
    const room = this.limit + LOOK_AHEAD;
    // A UTF-16 unit takes at most 3 bytes.
    reserve(Math.min(room, source.length * 3));
    scratchOwner = this;
    return encoder.encodeInto(source, room < scratch.length ? scratch.subarray(0, room) : scratch);
  }
}

/** Converts a UTF-16 body without its byte-order mark, plus one unit past the limit. */
function transcode(source: Uint8Array, encoding: BodyEncoding, limit: number): Utf8 {
  const evenLimit = limit - (limit % 2);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const bytes = encoder.encode(decoder.decode(source.subarray(2, evenLimit + 2)));
  const cut = encoder.encode(decoder.decode(source.subarray(2, evenLimit))).length;
  return { bytes, length: bytes.length, cut };
}

/** Unwraps subclasses such as Node's Buffer, so that engines compile the byte loops for one type. */
function plainArray(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function encodingOf(bytes: Uint8Array, dialect: Dialect): BodyEncoding {
  if (dialect.byteOrderMarks === 'utf-8-and-utf-16' && bytes.length >= 2) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  }
  return 'utf-8';
}

/** Returns the length of a UTF-8 byte-order mark at the start. Google's parser also skips a partial one. */
function markLength(bytes: Uint8Array, length: number, dialect: Dialect): number {
  let matching = 0;
  while (matching < 3 && matching < length && bytes[matching] === UTF8_MARK[matching]) matching++;
  return matching === 3 || dialect.byteOrderMarks === 'utf-8-or-prefix' ? matching : 0;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/**
 * Returns the end of the last complete line before the cut.
 *
 *     User-agent: *␊Disallow: /a␊Allow: /b
 *     ^                          ^ ^
 *     start                 result cut
 */
function lastWholeLine(bytes: Uint8Array, start: number, cut: number, length: number): number {
  if (cut < length && isLineEnd(bytes[cut])) return cut;
  let end = cut;
  while (end > start && !isLineEnd(bytes[end - 1])) end--;
  return end;
}

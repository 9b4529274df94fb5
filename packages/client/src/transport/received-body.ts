/** Decides what a received body is: UTF-8 text up to the parsing limit (RFC 9309 2.3, 2.5), or unreadable. */

import { TextDecoder } from 'node:util';
import { parseMIMEType } from 'undici';
import type { BodyCharset, ReceivedBody } from '../policy/fetch-outcome.js';
import { detached } from '../policy/origin.js';
import { contentCoding, decodeContent } from './content-decoding.js';
import { failureOf, TransportError } from './failure.js';

/** The header fields of a response that say how its body is encoded. */
export interface BodyHeaders {
  /** All lines of Content-Encoding, separated by commas. */
  readonly contentEncoding?: string | undefined;
  readonly contentType?: string | undefined;
}

export type BodyResult =
  | { readonly kind: 'text'; readonly body: ReceivedBody }
  /** The body is corrupt, compressed in another way than its headers say, or not text. */
  | { readonly kind: 'unreadable'; readonly detail: string };

/** Number of bytes at the start that show whether a body is text. */
const EXAMINED_BYTES = 1024;
/**
 * Reads a body up to one byte beyond the limit, which shows the parser that the body continued and that it must drop the
 * line cut by the limit. The body is unreadable if its coding is gzip or br and cannot be decoded. With another coding or
 * none it must be text: servers send plain files with wrong labels, and compressed files without one.
 *
 * With `content: 'any'`, a body without a known coding is returned without that check, such as a compressed file.
 *
 * Rejects if the body is incomplete, or if its coding exceeds a bound. Errors beyond the limit are not noticed. Memory:
 * twice the stored bytes.
 */
export async function receiveBody(
  wire: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { contentEncoding, contentType }: BodyHeaders,
  maxBytes: number,
  content: 'text' | 'any' = 'text',
): Promise<BodyResult> {
  let wireBytes = 0;
  /** As sent, before any coding and charset. */
  const start = new ByteBuffer(EXAMINED_BYTES);
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of wire) {
      wireBytes += chunk.length;
      start.add(chunk);
      yield chunk;
    }
  }
  const coding = contentCoding(contentEncoding);
  const transcoder = new Utf8Transcoder(contentType);
  const stored = new ByteBuffer(maxBytes + 1);
  try {
    for await (const chunk of decodeContent(counted(), coding, maxBytes)) {
      stored.add(transcoder.push(chunk));
      if (stored.isFull) break;
    }
  } catch (error) {
    const { failure, detail } = failureOf(error);
    if (failure !== 'unreadable') throw error;
    return { kind: 'unreadable', detail };
  }
  if (!stored.isFull) stored.add(transcoder.end());
  const bytes = stored.bytes();
  const isDecoded = coding === 'gzip' || coding === 'br';
  if (!isDecoded && content === 'text') {
    const sent = start.bytes();
    if (startsCompressed(sent)) {
      const detail =
        coding === 'unknown'
          ? 'the content-encoding is unknown'
          : 'the body is compressed, but the content-encoding does not say so';
      return { kind: 'unreadable', detail };
    }
    // UTF-16 has NUL bytes, so a body without a coding is examined after decoding.
    const isReadable = coding === 'unknown' ? isPlainText(sent) : !bytes.subarray(0, EXAMINED_BYTES).includes(0);
    if (!isReadable) {
      const detail = coding === 'unknown' ? 'the content-encoding is unknown' : 'the body is not a text';
      return { kind: 'unreadable', detail };
    }
  }
  const { charset } = transcoder;
  return { kind: 'text', body: { bytes, truncated: stored.isFull, charset, wireBytes } };
}

/** Returns the body of a result. Throws a TransportError if it is unreadable. */
export function readable(result: BodyResult): ReceivedBody {
  if (result.kind === 'unreadable') throw new TransportError('unreadable', result.detail);
  return result.body;
}

/**
 * Returns whether a body with an unknown coding that starts with these bytes is text all the same: it has no control
 * characters but white space. The data of codings without a signature, such as raw deflate, may have no NUL.
 */
export function isPlainText(start: Uint8Array): boolean {
  return start.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}

/** The first bytes of compressed data: gzip (RFC 1952 2.3.1), zstd (RFC 8878 3.1.1), zlib (RFC 1950 2.2). */
function startsCompressed([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): boolean {
  if (first === 0x1f && second === 0x8b) return true;
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return true;
  // Method 8 with a window of 32 KiB, and a checksum of the two bytes.
  return first === 0x78 && second !== 0 && (first * 256 + second) % 31 === 0;
}

const INITIAL_CAPACITY = 16 * 1024;

/** Concatenates bytes up to a limit. Copies each chunk, because a body may consist of one-byte chunks. */
class ByteBuffer {
  readonly #limit: number;
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#buffer = new Uint8Array(Math.min(limit, INITIAL_CAPACITY));
  }

  get isFull(): boolean {
    return this.#length === this.#limit;
  }

  add(chunk: Uint8Array): void {
    const added = chunk.subarray(0, this.#limit - this.#length);
    const length = this.#length + added.length;
    if (length > this.#buffer.length) {
      const capacity = Math.min(this.#limit, Math.max(length, 2 * this.#buffer.length));
      this.#buffer = new Uint8Array(this.#buffer.buffer.transfer(capacity));
    }
    this.#buffer.set(added, this.#length);
    this.#length = length;
  }

  /** Returns a copy. */
  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }
}

/** Encoding Standard, "BOM sniff". */
const MARKS: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const LONGEST_MARK = 3;

const LONGEST_UNKNOWN_LABEL = 64;

/**
 * Converts a body to UTF-8 chunk by chunk. A byte-order mark takes precedence over the charset of the Content-Type, and
 * that over UTF-8 (Encoding Standard, "decode"). UTF-8 stays unchanged, including byte-order marks and invalid bytes,
 * which the parser handles. Invalid bytes of other charsets become U+FFFD.
 */
export class Utf8Transcoder {
  readonly #contentType: string | undefined;
  readonly #encoder = new TextEncoder();
  /** The start of the body, while it may still be a byte-order mark. */
  #start: Uint8Array = new Uint8Array(0);
  #charset: BodyCharset | undefined;
  /** Undefined for UTF-8. */
  #decoder: TextDecoder | undefined;

  constructor(contentType: string | undefined) {
    this.#contentType = contentType;
  }

  /** The charset in use; final after three bytes or at the end. */
  get charset(): BodyCharset {
    return this.#charset ?? charsetOf(this.#start, this.#contentType);
  }

  /** Returns the next bytes in UTF-8, as far as they are known. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#charset !== undefined) return this.#transcode(chunk, true);
    const start = Buffer.concat([this.#start, chunk]);
    this.#start = start;
    return start.length < LONGEST_MARK ? new Uint8Array(0) : this.#begin(true);
  }

  /** Returns the remaining bytes at the end of the body. */
  end(): Uint8Array {
    return this.#charset === undefined ? this.#begin(false) : this.#transcode(new Uint8Array(0), false);
  }

  #begin(isMore: boolean): Uint8Array {
    const start = this.#start;
    this.#charset = charsetOf(start, this.#contentType);
    if (this.#charset.name !== 'utf-8') this.#decoder = new TextDecoder(this.#charset.name);
    this.#start = new Uint8Array(0);
    return this.#transcode(start, isMore);
  }

  #transcode(bytes: Uint8Array, isMore: boolean): Uint8Array {
    return this.#decoder === undefined ? bytes : this.#encoder.encode(this.#decoder.decode(bytes, { stream: isMore }));
  }
}

function charsetOf(start: Uint8Array, contentType: string | undefined): BodyCharset {
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (mark !== undefined) return { name: mark[0], from: 'byte-order-mark' };
  // RFC 9110 8.3.2.
  const type = contentType === undefined ? 'failure' : parseMIMEType(contentType);
  const label = type === 'failure' ? undefined : type.parameters.get('charset');
  if (label === undefined) return { name: 'utf-8', from: 'default' };
  const name = encodingName(label);
  return name === undefined || (name.startsWith('utf-16') && !beginsAsUtf16(start))
    ? { name: 'utf-8', from: 'default', unknown: printable(label) }
    : { name, from: 'content-type' };
}

/**
 * Returns whether the text can be UTF-16, in which ASCII characters contain a NUL. Decoding a UTF-8 file with a wrong
 * Content-Type as UTF-16 would lose all rules and allow everything.
 */
function beginsAsUtf16(start: Uint8Array): boolean {
  return start.includes(0);
}

/**
 * Returns the Encoding Standard's name of a charset. `replacement`, which decodes to U+FFFD only, and `x-user-defined`,
 * which is for arbitrary bytes, count as unknown. Decoded as UTF-8, at least their ASCII is preserved.
 */
function encodingName(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'x-user-defined' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

function printable(label: string): string {
  return detached(label.slice(0, LONGEST_UNKNOWN_LABEL).replace(/[^\x20-\x7e]/g, '?'));
}

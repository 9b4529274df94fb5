/** The chunks of a body -> its bytes in UTF-8, up to the parsing limit (RFC 9309 2.3, 2.5). */

import { TextDecoder } from 'node:util';
import { parseMIMEType } from 'undici';
import { type ContentCoding, decodeContent } from './content-decoding.js';
import type { BodyCharset, ReceivedBody } from './outcome.js';

export interface BodyForm {
  /** In the order in which they were applied. */
  readonly codings: readonly ContentCoding[];
  /** The Content-Type as it came. */
  readonly contentType: string | undefined;
}

/**
 * Reads a body until one byte past the limit. That byte may be one of several of a character: the parser drops the
 * line that the limit cuts, and has to see that the body went on. Rejects with what broke the body off before that;
 * what is wrong with it later on is not met. Memory: twice what is kept.
 */
export async function receiveBody(
  wire: AsyncIterable<Uint8Array>,
  form: BodyForm,
  maxBytes: number,
): Promise<ReceivedBody> {
  const source = new Counted(wire);
  const transcoder = new Utf8Transcoder(form.contentType);
  const kept = new ByteBuffer(maxBytes + 1);
  for await (const chunk of decodeContent(source, form.codings, maxBytes)) {
    kept.add(transcoder.push(chunk));
    if (kept.isFull) break;
  }
  if (!kept.isFull) kept.add(transcoder.end());
  return {
    bytes: kept.bytes(),
    truncated: kept.isFull,
    charset: transcoder.charset,
    wireBytes: source.bytes,
  };
}

/** Chunks, and how many bytes they had in all. */
class Counted implements AsyncIterable<Uint8Array> {
  bytes = 0;
  readonly #chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.#chunks) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }
}

const FIRST_ROOM = 16 * 1024;

/** Bytes one after the other up to a limit. Chunks are copied, as a body may come in chunks of one byte each. */
class ByteBuffer {
  readonly #limit: number;
  #room: Uint8Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#room = new Uint8Array(Math.min(limit, FIRST_ROOM));
  }

  get isFull(): boolean {
    return this.#length === this.#limit;
  }

  add(chunk: Uint8Array): void {
    const added = chunk.subarray(0, this.#limit - this.#length);
    const length = this.#length + added.length;
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.min(this.#limit, Math.max(length, 2 * this.#room.length)));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(added, this.#length);
    this.#length = length;
  }

  /** A copy of its own. */
  bytes(): Uint8Array {
    return this.#room.slice(0, this.#length);
  }
}

/** Encoding Standard, "BOM sniff". */
const MARKS: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const LONGEST_MARK = 3;

/** What is kept of a charset that nobody knows. */
const LONGEST_UNKNOWN_LABEL = 64;

/**
 * Turns a body into UTF-8, chunk by chunk. A byte-order mark beats the charset of the Content-Type, which beats UTF-8
 * (Encoding Standard, "decode"). What is in UTF-8 stays as it came, its byte-order mark and bad bytes too: the parser
 * has rules for them. Bad bytes of other charsets become U+FFFD.
 */
export class Utf8Transcoder {
  readonly #contentType: string | undefined;
  readonly #encoder = new TextEncoder();
  /** The start of the body, while it may still turn out to be a byte-order mark. */
  #start: Uint8Array = new Uint8Array(0);
  #charset: BodyCharset | undefined;
  /** Undefined for UTF-8. */
  #decoder: TextDecoder | undefined;

  /** `contentType`: the field as it came. */
  constructor(contentType: string | undefined) {
    this.#contentType = contentType;
  }

  /** What the body was read as; final once three bytes or the end were seen. */
  get charset(): BodyCharset {
    return this.#charset ?? charsetOf(this.#start, this.#contentType);
  }

  /** The next bytes of the body, in UTF-8 as far as they can be told. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#charset !== undefined) return this.#transcode(chunk, true);
    const start = new Uint8Array(this.#start.length + chunk.length);
    start.set(this.#start);
    start.set(chunk, this.#start.length);
    this.#start = start;
    return start.length < LONGEST_MARK ? new Uint8Array(0) : this.#begin(true);
  }

  /** What is left at the end of the body. */
  end(): Uint8Array {
    return this.#charset === undefined
      ? this.#begin(false)
      : this.#transcode(new Uint8Array(0), false);
  }

  #begin(goesOn: boolean): Uint8Array {
    const start = this.#start;
    this.#charset = charsetOf(start, this.#contentType);
    if (this.#charset.name !== 'utf-8') this.#decoder = new TextDecoder(this.#charset.name);
    this.#start = new Uint8Array(0);
    return this.#transcode(start, goesOn);
  }

  #transcode(bytes: Uint8Array, goesOn: boolean): Uint8Array {
    return this.#decoder === undefined
      ? bytes
      : this.#encoder.encode(this.#decoder.decode(bytes, { stream: goesOn }));
  }
}

function charsetOf(start: Uint8Array, contentType: string | undefined): BodyCharset {
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (mark !== undefined) return { name: mark[0], from: 'byte-order-mark' };
  const label = contentType === undefined ? undefined : charsetParameter(contentType);
  if (label === undefined) return { name: 'utf-8', from: 'default' };
  const name = encodingName(label);
  return name === undefined || (name.startsWith('utf-16') && !beginsAsUtf16(start))
    ? { name: 'utf-8', from: 'default', unknown: printable(label) }
    : { name, from: 'content-type' };
}

/**
 * Whether a text of fields and comments can be UTF-16: each of its ASCII characters has a NUL there. Read as that, the
 * rules of a file in UTF-8 under a wrong Content-Type would be lost, and so everything be allowed.
 */
function beginsAsUtf16(start: Uint8Array): boolean {
  return start.includes(0);
}

/** The charset of a Content-Type (RFC 9110 8.3.2). */
function charsetParameter(contentType: string): string | undefined {
  const type = parseMIMEType(contentType);
  return type === 'failure' ? undefined : type.parameters.get('charset');
}

/**
 * The name of a charset in the Encoding Standard. Two of that standard's are no charsets of text and count as unknown:
 * `replacement`, which gives nothing but U+FFFD, and `x-user-defined`, which is for bytes of any kind. Read as UTF-8,
 * their ASCII at least is what the author wrote.
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
  return label.slice(0, LONGEST_UNKNOWN_LABEL).replace(/[^\x20-\x7e]/g, '?');
}

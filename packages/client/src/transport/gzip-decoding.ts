/** Decodes gzip (RFC 1952) member by member. */
import zlib, { createInflateRaw } from 'node:zlib';
import { TransportError } from './failure.js';
import { Decoder } from './zlib-decoder.js';

/** The fixed part of the header of a gzip member, its trailer, and its flags (RFC 1952 2.3.1). */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const RESERVED = 0xe0;

/** Each member requires a new decoder. Encoders write one member, or one per few kilobytes. */
const MAX_MEMBERS = 1024;

/**
 * Decodes the members of gzip data (RFC 1952 2.2). Ignores bytes after a complete member that do not start another one, as
 * browsers do; `createGunzip` loses the last output before such bytes. Throws after the output before damaged data.
 *
 *     1f 8b 08 flags … | extra | name | comment | checksum | data …  | crc32 length | 1f 8b 08 …
 *     HEADER_BYTES       each only if its flag is set        deflated   TRAILER_BYTES   next member
 *
 * @example
 * ```ts
 * import { Readable } from 'node:stream';
 * import { gzipSync } from 'node:zlib';
 * import { decodeGzip } from '@repkit/client/transport';
 *
 * const file = Buffer.concat([gzipSync('<urlset>'), gzipSync('</urlset>'), Buffer.from('more bytes')]);
 * let text = '';
 * for await (const chunk of decodeGzip(Readable.from([file]))) text += Buffer.from(chunk);
 * text; // '<urlset></urlset>'
 * ```
 */
export async function* decodeGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const input = new ByteReader(chunks);
  try {
    if (!(await input.has(1))) return;
    if (!(await skipHeader(input))) throw corrupt();
    for (let count = 1; ; count++) {
      yield* inflateMember(input);
      if (!(await skipHeader(input))) break;
      if (count === MAX_MEMBERS) {
        throw new TransportError('content-encoding', 'the compressed body has too many members');
      }
    }
    // An incomplete or endless response is noticed here.
    while (await input.has(1)) input.take();
  } finally {
    await input.close();
  }
}

/** Returns whether a member starts here. */
async function skipHeader(input: ByteReader): Promise<boolean> {
  if (!(await input.has(HEADER_BYTES))) return false;
  const [first, second, method, flags = 0] = input.buffered;
  if (first !== 0x1f || second !== 0x8b || method !== 8 || (flags & RESERVED) !== 0) return false;
  input.take(HEADER_BYTES);
  if ((flags & FEXTRA) !== 0 && (await input.has(2))) {
    const [low = 0, high = 0] = input.take(2);
    await input.skip(low + 256 * high);
  }
  if ((flags & FNAME) !== 0) await input.skipPastZero();
  if ((flags & FCOMMENT) !== 0) await input.skipPastZero();
  if ((flags & FHCRC) !== 0) await input.skip(2);
  return true;
}

async function* inflateMember(input: ByteReader): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new Decoder(createInflateRaw());
  let sum = 0;
  let length = 0;
  try {
    for (let unused = 0; unused === 0; ) {
      const chunk = (await input.has(1)) ? input.take() : 'end';
      for await (const output of decoder.step(chunk)) {
        sum = zlib.crc32(output, sum);
        length += output.length;
        yield output;
      }
      // Complete, or else `step` has thrown.
      if (chunk === 'end') break;
      unused = decoder.unused;
      input.putBack(chunk.subarray(chunk.length - unused));
    }
  } finally {
    decoder.destroy();
  }
  const isWhole = await input.has(TRAILER_BYTES);
  const trailer = Buffer.from(input.take(TRAILER_BYTES));
  if (!isWhole || trailer.readUInt32LE(0) !== sum || trailer.readUInt32LE(4) !== length >>> 0) {
    throw corrupt();
  }
}

/**
 * Reads chunks byte by byte where necessary.
 *
 *     chunks    1f 8b 08 | 00 6a 1c | …
 *     has(4)    1f 8b 08   00 6a 1c       buffered: two chunks, joined
 *     take(4)   1f 8b 08   00             returned
 *                             6a 1c       still buffered
 */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Bytes that were received and not taken. */
  buffered: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns whether this many bytes follow, and buffers them. */
  async has(count: number): Promise<boolean> {
    while (this.buffered.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.buffered = this.buffered.length === 0 ? value : Buffer.concat([this.buffered, value]);
    }
    return true;
  }

  /** Removes and returns up to `most` buffered bytes (default: all). */
  take(most = this.buffered.length): Uint8Array {
    const taken = this.buffered.subarray(0, most);
    this.buffered = this.buffered.subarray(taken.length);
    return taken;
  }

  putBack(bytes: Uint8Array): void {
    this.buffered = bytes;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0 && (await this.has(1)); ) left -= this.take(left).length;
  }

  async skipPastZero(): Promise<void> {
    while (await this.has(1)) {
      const zero = this.buffered.indexOf(0);
      this.take(zero === -1 ? undefined : zero + 1);
      if (zero !== -1) return;
    }
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

function corrupt(): TransportError {
  return new TransportError('unreadable', 'the compressed body is corrupt');
}

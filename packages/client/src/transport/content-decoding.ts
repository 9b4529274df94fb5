/** Decodes the content-encoding of a body (RFC 9110 8.4) chunk by chunk, no further than its reader consumes. */
import zlib, { createBrotliDecompress, createInflateRaw } from 'node:zlib';
import { TransportError } from './failure.js';

/** `unknown`: codings that are never requested, such as deflate, zstd, and several in a row. */
export type ContentCoding = 'br' | 'gzip' | 'identity' | 'unknown';

/** The Accept-Encoding of a request. */
export const ACCEPT_ENCODING = 'gzip, br';

/**
 * Maximum decoded bytes per stored byte. UTF-16 needs two bytes per byte of UTF-8, ISO-2022-JP more with many escape
 * sequences.
 */
const MAX_DECODED_PER_STORED = 8;

/**
 * Maximum input bytes per decoded byte, and before any output: room for headers, metadata, and a server that flushes
 * after every byte. Codings can decode to nothing indefinitely: empty members and blocks.
 */
const MAX_INPUT_PER_OUTPUT = 8;
const MAX_INPUT_WITHOUT_OUTPUT = 64 * 1024;

/** Returns the coding of a Content-Encoding header. RFC 9110 8.4.1.3: x-gzip is gzip. */
export function contentCoding(field: string | undefined): ContentCoding {
  const names = (field ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none');
  const [name, ...moreNames] = names;
  if (name === undefined) return 'identity';
  if (moreNames.length > 0) return 'unknown';
  if (name === 'br') return 'br';
  return name === 'gzip' || name === 'x-gzip' ? 'gzip' : 'unknown';
}

/**
 * Decodes a body. An empty body stays empty, regardless of its Content-Encoding. A body without a known coding is returned
 * as it is. `limit` is the number of bytes that the reader stores. Throws a TransportError with the failure `unreadable`, or
 * an error of zlib, if the body cannot be decoded. Memory: the window of the decoder and about 32 KiB; the next chunk is read
 * after the last one was consumed.
 */
export function decodeContent(
  body: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
  limit: number,
): AsyncIterable<Uint8Array> {
  const most = MAX_DECODED_PER_STORED * limit;
  switch (coding) {
    case 'br':
      return bounded(withNarrowWindow(body, most), decodeBrotli, most);
    case 'gzip':
      return bounded(body, decodeGzip, most);
    default:
      return body;
  }
}

function unreadable(detail: string): TransportError {
  return new TransportError('unreadable', detail);
}

type Decode = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void, undefined>;

async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  decode: Decode,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let taken = 0;
  let decoded = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      // All earlier chunks have been decoded by now.
      if (taken > MAX_INPUT_WITHOUT_OUTPUT + MAX_INPUT_PER_OUTPUT * decoded) {
        throw new TransportError(
          'content-encoding',
          'the compressed body decodes to far too few bytes',
        );
      }
      taken += chunk.length;
      yield chunk;
    }
  }
  for await (const chunk of decode(counted())) {
    yield chunk.subarray(0, most - decoded);
    decoded += chunk.length;
    if (decoded > most) {
      throw new TransportError(
        'content-encoding',
        'the compressed body decodes to far too many bytes',
      );
    }
  }
}

async function* decodeBrotli(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let decoder: Decoder | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      decoder ??= new Decoder(createBrotliDecompress());
      yield* decoder.step(chunk);
    }
    if (decoder !== undefined) yield* decoder.step('end');
  } finally {
    decoder?.destroy();
  }
}

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
 * browsers do; `createGunzip` loses the last output before such bytes.
 *
 *     1f 8b 08 flags … | extra | name | comment | checksum | data …  | crc32 length | 1f 8b 08 …
 *     HEADER_BYTES       each only if its flag is set        deflated   TRAILER_BYTES   next member
 */
async function* decodeGzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const input = new ByteReader(chunks);
  try {
    if (!(await input.has(1))) return;
    if (!(await skipHeader(input))) throw unreadable('the compressed body is corrupt');
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
    throw unreadable('the compressed body is corrupt');
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

/** Decodes one chunk at a time, so that all output before a data error is yielded before the error is thrown. */
class Decoder {
  readonly #zlib: ReturnType<typeof createBrotliDecompress | typeof createInflateRaw>;
  /** How the last step ended; undefined while it runs. */
  #outcome: 'done' | 'complete' | Error | undefined;
  #wake: () => void = () => {};
  #written = 0;

  constructor(zlib: ReturnType<typeof createBrotliDecompress | typeof createInflateRaw>) {
    this.#zlib = zlib;
    zlib.on('readable', () => this.#wake());
    // Complete data ends the stream even in the middle of a chunk, without a callback for that step.
    zlib.on('end', () => this.#settle('complete'));
    zlib.on('error', (error) => this.#settle(error));
  }

  /** Number of input bytes of the last step that follow complete data. */
  get unused(): number {
    return this.#written - this.#zlib.bytesWritten;
  }

  /**
   * Yields the output of the next chunk, or the rest at the end. Throws on invalid data. Ignores input after complete
   * data.
   */
  async *step(input: Uint8Array | 'end'): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#outcome === 'complete') return;
    this.#begin(input);
    for (;;) {
      const output: Uint8Array | null = this.#zlib.read();
      if (output !== null) yield output;
      else if (this.#outcome instanceof Error) throw this.#outcome;
      else if (this.#outcome !== undefined) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  destroy(): void {
    this.#zlib.destroy();
  }

  #begin(input: Uint8Array | 'end'): void {
    this.#outcome = undefined;
    if (input === 'end') {
      this.#zlib.end();
      return;
    }
    this.#written += input.length;
    this.#zlib.write(input, (error) => {
      // Errors are also emitted as events.
      if (!error) this.#settle('done');
    });
  }

  #settle(outcome: 'done' | 'complete' | Error): void {
    this.#outcome = outcome;
    this.#wake();
  }
}

/** RFC 7932 9.1: widths encoded in four bits of the first byte: a 1 and three bits that are not all 0. */
const WIDTHS = [18, 19, 20, 21, 22, 23, 24];
const WIDEST = 24;
const OFFSET = 17;

/**
 * Yields a Brotli stream with the narrowest window that preserves its first `exactBytes` decoded bytes. Later bytes may
 * differ.
 *
 * Bounds the memory of a Brotli decoder. It fills its whole window, up to 16 MiB, before any output, and the sender
 * chooses the window: a bomb takes 16 MiB even if its reader stops immediately.
 *
 * The window limits how far back a copy may reach, which is never beyond the start of the body (RFC 7932 4). So up to
 * its own size from the start, a narrower window produces the same bytes.
 */
export async function* withNarrowWindow(
  stream: AsyncIterable<Uint8Array>,
  exactBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  // RFC 7932 9.1: "The actual sliding window size […] is (1 << WBITS) - 16".
  const width = WIDTHS.find((candidate) => (1 << candidate) - 16 >= exactBytes) ?? WIDEST;
  let isStart = true;
  for await (const chunk of stream) {
    yield isStart ? narrowed(chunk, width) : chunk;
    isStart &&= chunk.length === 0;
  }
}

/**
 * Returns the start of a stream with its window reduced to `width`; unchanged if the window is not wider.
 *
 *     bits   7 6 5 4   3 2 1        0
 *            data      width - 17   1
 */
function narrowed(start: Uint8Array, width: number): Uint8Array {
  const [first = 0] = start;
  const isOfFourBits = (first & 1) === 1;
  if (!isOfFourBits || OFFSET + ((first >> 1) & 7) <= width) return start;
  const changed = Uint8Array.from(start);
  changed[0] = (first & 0xf0) | ((width - OFFSET) << 1) | 1;
  return changed;
}

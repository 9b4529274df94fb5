/** Decodes the content-encoding of a body (RFC 9110 8.4) chunk by chunk, no further than its reader consumes. */
import { createBrotliDecompress } from 'node:zlib';
import { TransportError } from './failure.js';
import { decodeGzip } from './gzip-decoding.js';
import { Decoder } from './zlib-decoder.js';

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
export function decodeContent(body: AsyncIterable<Uint8Array>, coding: ContentCoding, limit: number): AsyncIterable<Uint8Array> {
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
        throw new TransportError('content-encoding', 'the compressed body decodes to far too few bytes');
      }
      taken += chunk.length;
      yield chunk;
    }
  }
  for await (const chunk of decode(counted())) {
    yield chunk.subarray(0, most - decoded);
    decoded += chunk.length;
    if (decoded > most) {
      throw new TransportError('content-encoding', 'the compressed body decodes to far too many bytes');
    }
  }
}

/** Decodes Brotli (RFC 7932). */
async function* decodeBrotli(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
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

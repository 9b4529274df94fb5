/** Decodes the content-encoding of a body (RFC 9110 8.4) chunk by chunk, no further than its reader consumes. */
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { TransportError } from './failure.js';
import { ZstdFrames } from './zstd-frames.js';

export type ContentCoding = 'br' | 'deflate' | 'gzip' | 'zstd';

/** The Accept-Encoding of a request. Omits deflate, because servers disagree on its format, but it is decoded. */
export const ACCEPT_ENCODING = 'gzip, br, zstd';

/** RFC 9110 8.4.1.3: x-gzip is gzip. */
const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['br', 'br'],
  ['deflate', 'deflate'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
]);

/** Each coding requires a decoder with its own window. */
const MAX_CODINGS = 3;

/**
 * Maximum decoded bytes per stored byte of each coding. UTF-16 needs two bytes per byte of UTF-8, ISO-2022-JP more with
 * many escape sequences, and nested codings more again.
 */
const MAX_DECODED_PER_STORED = 8;

/**
 * Maximum input bytes per decoded byte, and before any output: room for headers, metadata, and a server that flushes
 * after every byte. Codings can decode to nothing indefinitely: empty frames, members, and blocks, and bytes after the
 * end of the data.
 */
const MAX_INPUT_PER_OUTPUT = 8;
const MAX_INPUT_WITHOUT_OUTPUT = 64 * 1024;

/** Each zstd frame requires a new decoder. Encoders write one frame, or one per few kilobytes. */
const MAX_ZSTD_FRAMES = 1024;

/** RFC 9659 3: at most 8 MB. */
const ZSTD_WINDOW_LOG = 23;

/**
 * Returns the codings of a Content-Encoding in the order of their application. Throws a TransportError if one is
 * unknown or there are more than three.
 */
export function contentCodings(field: string | undefined): readonly ContentCoding[] {
  const names = (field ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_CODINGS) {
    throw undecodable(`the body is encoded more than ${MAX_CODINGS} times`);
  }
  return names.map((name) => {
    const coding = CODINGS.get(name);
    if (coding === undefined) throw undecodable('the content-encoding is unknown');
    return coding;
  });
}

function undecodable(detail: string): TransportError {
  return new TransportError('content-encoding', detail);
}

/**
 * Decodes a body. An empty body stays empty, regardless of its Content-Encoding. `limit` is the number of bytes that
 * the reader stores. Memory: the windows of the decoders and about 32 KiB each; the next chunk is read after the last
 * one was consumed.
 */
export function decodeContent(
  body: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
  limit: number,
): AsyncIterable<Uint8Array> {
  const most = MAX_DECODED_PER_STORED * limit;
  return codings.reduceRight((chunks, coding) => {
    const stream = coding === 'br' ? withNarrowWindow(chunks, most) : chunks;
    return decodeBounded(stream, coding, most);
  }, body);
}

/** Bounds each coding separately, because intermediate results may have any length even if the final one is empty. */
async function* decodeBounded(
  chunks: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let taken = 0;
  let decoded = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      // All earlier chunks have been decoded by now.
      if (taken > MAX_INPUT_WITHOUT_OUTPUT + MAX_INPUT_PER_OUTPUT * decoded) {
        throw undecodable('the compressed body decodes to far too few bytes');
      }
      taken += chunk.length;
      yield chunk;
    }
  }
  for await (const chunk of decodeOne(counted(), coding)) {
    yield chunk.subarray(0, most - decoded);
    decoded += chunk.length;
    if (decoded > most) throw undecodable('the compressed body decodes to far too many bytes');
  }
}

async function* decodeOne(
  chunks: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (coding !== 'zstd') {
    yield* decodeStream(chunks, coding);
    return;
  }
  const bytes = chunks[Symbol.asyncIterator]();
  try {
    const frames = new ZstdFrames(bytes);
    for (let count = 0; await frames.next(); count++) {
      if (count === MAX_ZSTD_FRAMES) throw undecodable('the compressed body has too many frames');
      yield* decodeStream(frames.bytes(), coding);
    }
  } finally {
    await bytes.return?.();
  }
}

async function* decodeStream(
  chunks: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
): AsyncGenerator<Uint8Array, void, undefined> {
  let decoder: Decoder | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      decoder ??= new Decoder(zlibDecoder(coding, chunk));
      yield* decoder.step(chunk);
    }
    if (decoder !== undefined) yield* decoder.step('end');
  } finally {
    decoder?.destroy();
  }
}

/** Decodes one chunk at a time, so that all output before a data error is yielded before the error is thrown. */
class Decoder {
  readonly #zlib: ReturnType<typeof zlibDecoder>;
  /** How the last step ended; undefined while it runs. */
  #outcome: 'done' | 'complete' | Error | undefined;
  #wake: () => void = () => {};

  constructor(zlib: ReturnType<typeof zlibDecoder>) {
    this.#zlib = zlib;
    zlib.on('readable', () => this.#wake());
    // Complete data ends the stream even in the middle of a chunk, without a callback for that step.
    zlib.on('end', () => this.#settle('complete'));
    zlib.on('error', (error) => this.#settle(error));
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

function zlibDecoder(coding: ContentCoding, firstChunk: Uint8Array) {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress({
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
      });
    case 'deflate':
      return isZlib(firstChunk) ? createInflate() : createInflateRaw();
  }
}

/**
 * RFC 9110 8.4.1.2: deflate is the zlib format, but some servers send the raw stream. RFC 1950 2.2: the method is 8.
 */
function isZlib(firstChunk: Uint8Array): boolean {
  return ((firstChunk[0] ?? 0) & 0x0f) === 8;
}

/**
 * Bounds the memory of a Brotli decoder. It fills its whole window, up to 16 MiB, before any output, and the sender
 * chooses the window: a bomb takes 16 MiB even if its reader stops immediately.
 *
 * The window limits how far back a copy may reach, which is never beyond the start of the body (RFC 7932 4). So up to
 * its own size from the start, a narrower window produces the same bytes.
 */

/** RFC 7932 9.1: widths encoded in four bits of the first byte: a 1 and three bits that are not all 0. */
const WIDTHS = [18, 19, 20, 21, 22, 23, 24];
const WIDEST = 24;
const OFFSET = 17;

/**
 * Yields a Brotli stream with the narrowest window that preserves its first `exactBytes` decoded bytes. Later bytes may
 * differ.
 */
export async function* withNarrowWindow(
  stream: AsyncIterable<Uint8Array>,
  exactBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  // RFC 7932 9.1: "The actual sliding window size […] is (1 << WBITS) - 16".
  const width = WIDTHS.find((each) => (1 << each) - 16 >= exactBytes) ?? WIDEST;
  let isStart = true;
  for await (const chunk of stream) {
    yield isStart ? narrowed(chunk, width) : chunk;
    isStart &&= chunk.length === 0;
  }
}

/** Returns the start of a stream with its window reduced to `width`; unchanged if the window is not wider. */
function narrowed(start: Uint8Array, width: number): Uint8Array {
  const [first = 0] = start;
  const isOfFourBits = (first & 1) === 1;
  if (!isOfFourBits || OFFSET + ((first >> 1) & 7) <= width) return start;
  const changed = Uint8Array.from(start);
  changed[0] = (first & 0xf0) | ((width - OFFSET) << 1) | 1;
  return changed;
}

/** Takes off the content-encoding of a body (RFC 9110 8.4), chunk by chunk, no further than its reader asks. */
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

/** The Accept-Encoding of a request. deflate is not asked for, as servers disagree on what it is, but read. */
export const ACCEPT_ENCODING = 'gzip, br, zstd';

/** RFC 9110 8.4.1.3: x-gzip is gzip. */
const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['br', 'br'],
  ['deflate', 'deflate'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
]);

/** Each coding costs a decoder with a window of its own. */
const MOST_CODINGS = 3;

/**
 * What a coding may decode to, for each byte that is kept: UTF-16 has two bytes where UTF-8 has one, ISO-2022-JP more
 * where escape sequences are many, and so has what is coded again.
 */
const MOST_DECODED_PER_KEPT = 8;

/**
 * A coding may take this many bytes for each that it yields, and this many before it yields any: room for headers, for
 * metadata and for a server that flushes after every byte. Codings can decode to nothing without end: empty frames, members
 * and blocks, and bytes after the end of the data.
 */
const MOST_TAKEN_PER_DECODED = 8;
const MOST_TAKEN_FOR_NOTHING = 64 * 1024;

/** Each zstd frame costs a new decoder. Encoders write one frame, or one for every few kilobytes. */
const MOST_ZSTD_FRAMES = 1024;

/** RFC 9659 3: a body in zstd has a window of 8 MB at most. */
const ZSTD_WINDOW_LOG = 23;

/**
 * The codings of a Content-Encoding, in the order in which they were applied. Throws a TransportError where one is not
 * known or there are more than three.
 */
export function contentCodings(field: string | undefined): readonly ContentCoding[] {
  const names = (field ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_CODINGS) {
    throw new TransportError(
      'content-encoding',
      `the body is encoded more than ${MOST_CODINGS} times`,
    );
  }
  return names.map((name) => {
    const coding = CODINGS.get(name);
    if (coding === undefined) {
      throw new TransportError('content-encoding', 'the content-encoding is not known');
    }
    return coding;
  });
}

/**
 * A body without its codings. An empty body stays empty, whatever its Content-Encoding says. `limit` is how many bytes
 * the reader keeps. Memory: the windows of the decoders and some 32 KiB for each; a further chunk is asked for when all of
 * the last one was read.
 */
export function decodeContent(
  body: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
  limit: number,
): AsyncIterable<Uint8Array> {
  const most = MOST_DECODED_PER_KEPT * limit;
  return codings.reduceRight((chunks, coding) => {
    const stream = coding === 'br' ? withNarrowWindow(chunks, most) : chunks;
    return decodeBounded(stream, coding, most);
  }, body);
}

/** Bounds each coding by itself: a body in several of them may decode to any length on the way, and to nothing in the end. */
async function* decodeBounded(
  chunks: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let taken = 0;
  let decoded = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      // All of the chunks before this one have been decoded by now.
      if (taken > MOST_TAKEN_FOR_NOTHING + MOST_TAKEN_PER_DECODED * decoded) {
        throw new TransportError(
          'content-encoding',
          'the compressed body decodes to far too little',
        );
      }
      taken += chunk.length;
      yield chunk;
    }
  }
  for await (const chunk of decodeOne(counted(), coding)) {
    yield chunk.subarray(0, most - decoded);
    decoded += chunk.length;
    if (decoded > most) {
      throw new TransportError('content-encoding', 'the compressed body decodes to far too much');
    }
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
      if (count === MOST_ZSTD_FRAMES) {
        throw new TransportError('content-encoding', 'the compressed body has too many frames');
      }
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

/**
 * A decoder that takes one step at a time, so that all that came before a fault of the body is out before the fault is
 * met.
 */
class Decoder {
  readonly #zlib: ReturnType<typeof zlibDecoder>;
  /** How the last step ended; undefined while it goes on. */
  #outcome: 'done' | 'whole' | Error | undefined;
  #wake: () => void = () => {};

  constructor(zlib: ReturnType<typeof zlibDecoder>) {
    this.#zlib = zlib;
    zlib.on('readable', () => this.#wake());
    // Data that says that it is whole ends the stream, even in the middle of a chunk; that step is not called back.
    zlib.on('end', () => this.#settle('whole'));
    zlib.on('error', (error) => this.#settle(error));
  }

  /** What comes out of the next chunk, or at the end. Throws where the data is broken. What follows whole data is lost. */
  async *step(input: Uint8Array | 'end'): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#outcome === 'whole') return;
    this.#begin(input);
    for (;;) {
      const output: Uint8Array | null = this.#zlib.read();
      if (output !== null) yield output;
      else if (this.#outcome instanceof Error) throw this.#outcome;
      else if (this.#outcome !== undefined) return;
      else await this.#woken();
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
      // An error comes as an event too.
      if (!error) this.#settle('done');
    });
  }

  #settle(outcome: 'done' | 'whole' | Error): void {
    this.#outcome = outcome;
    this.#wake();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
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

/** RFC 9110 8.4.1.2: deflate is the zlib format, but some servers send the bare stream. RFC 1950 2.2: the method is 8. */
function isZlib(firstChunk: Uint8Array): boolean {
  return ((firstChunk[0] ?? 0) & 0x0f) === 8;
}

/**
 * Bounds what a Brotli decoder takes. It fills its whole window, of 16 MiB at most, before it gives anything, and whoever
 * encodes chooses the window: a bomb costs 16 MiB even where its reader stops at once.
 *
 * A window says how far back a copy may reach, and that is never further than the start of the body (RFC 7932 4). So as
 * far as a narrower window reaches from the start, it gives the same bytes.
 */

/** RFC 7932 9.1: the widths that are four bits of the first byte: a 1, and three bits that are not all 0. */
const WIDTHS = [18, 19, 20, 21, 22, 23, 24];
const WIDEST = 24;
const OFFSET = 17;

/**
 * A Brotli stream with the narrowest window that gives its first `exactBytes` bytes as they are meant; what follows
 * them may come out as something else.
 */
export async function* withNarrowWindow(
  stream: AsyncIterable<Uint8Array>,
  exactBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const width = WIDTHS.find((each) => covered(each) >= exactBytes) ?? WIDEST;
  let isStart = true;
  for await (const chunk of stream) {
    yield isStart ? narrowed(chunk, width) : chunk;
    isStart &&= chunk.length === 0;
  }
}

/** RFC 7932 9.1: "The actual sliding window size […] is (1 << WBITS) - 16". */
function covered(width: number): number {
  return (1 << width) - 16;
}

/** The start of a stream with a window of that width; as it is where its own is no wider. */
function narrowed(start: Uint8Array, width: number): Uint8Array {
  const [first = 0] = start;
  const isOfFourBits = (first & 1) === 1;
  if (!isOfFourBits || OFFSET + ((first >> 1) & 7) <= width) return start;
  const changed = Uint8Array.from(start);
  changed[0] = (first & 0xf0) | ((width - OFFSET) << 1) | 1;
  return changed;
}

/** Decodes Brotli (RFC 7932), with a window no wider than its reader needs. */
import { createBrotliDecompress } from 'node:zlib';
import { Decoder } from './zlib-decoder.js';

export async function* decodeBrotli(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
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

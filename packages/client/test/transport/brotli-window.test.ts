import { brotliCompressSync, brotliDecompressSync, constants, createBrotliDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { withNarrowWindow } from '../../src/transport/content-decoding.js';
import { chunksOf, collect, noise } from '../support/bytes.js';

const WIDEST = constants.BROTLI_MAX_WINDOW_BITS;

const encode = (body: Uint8Array, bits: number) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_LGWIN]: bits, [constants.BROTLI_PARAM_QUALITY]: 5 },
  });

const narrow = (stream: Uint8Array, exactBytes: number, size = stream.length) =>
  collect(withNarrowWindow(chunksOf(stream, size), exactBytes));

test('every window is reduced to what the bytes need (RFC 7932 9.1)', async () => {
  // Incompressible bytes, then all of them again: copies over a long distance.
  const body = Buffer.concat([noise(100_000), noise(100_000)]);
  for (let bits = constants.BROTLI_MIN_WINDOW_BITS; bits <= WIDEST; bits++) {
    const encoded = encode(body, bits);
    for (const [exactBytes, width] of [
      [200_000, 18],
      [262_128, 18],
      [262_129, 19],
      [4_096_000, 22],
      [64 << 20, 24],
    ] as const) {
      const stream = await narrow(encoded, exactBytes);
      expect(body.equals(brotliDecompressSync(stream)), `${bits} bits`).toBe(true);
      const [first = 0] = stream;
      const [before = 0] = encoded;
      const [narrower = 0] = encode(body, width);
      const window = bits > width ? narrower & 0x0f : before & 0x0f;
      expect(first, `${bits} bits, ${exactBytes}`).toBe((before & 0xf0) | window);
      expect(encoded.subarray(1).equals(stream.subarray(1))).toBe(true);
    }
  }
});

test('dictionary words are unchanged, because they are outside the window (RFC 7932 8)', async () => {
  const body = Buffer.from('the time of the government and the information about the world '.repeat(40));
  const stream = await narrow(encode(body, WIDEST), body.length, 1);
  expect(brotliDecompressSync(stream).equals(body)).toBe(true);
  expect((stream[0] ?? 0) & 15).toBe(0b0011);
});

test('empty chunks may precede the first byte', async () => {
  async function* chunks() {
    yield new Uint8Array();
    yield encode(Buffer.from('a'), WIDEST);
  }
  const stream = await collect(withNarrowWindow(chunks(), 1));
  expect((stream[0] ?? 0) & 15).toBe(0b0011);
  expect(brotliDecompressSync(stream).toString()).toBe('a');
});

test('the first exactBytes bytes are exact', async () => {
  const width = 18;
  const exactBytes = (1 << width) - 16;
  // The copy at the end reaches further back than the narrower window.
  const body = Buffer.concat([noise(exactBytes), noise(exactBytes)]);
  const stream = await narrow(encode(body, WIDEST), exactBytes);
  expect((stream[0] ?? 0) & 15).toBe(0b0011);
  const decoder = createBrotliDecompress();
  // The end no longer matches its references.
  decoder.on('error', () => {});
  decoder.end(stream);
  let decoded = Buffer.alloc(0);
  for await (const chunk of decoder) {
    decoded = Buffer.concat([decoded, chunk]);
    if (decoded.length >= exactBytes) break;
  }
  expect(decoded.subarray(0, exactBytes).equals(body.subarray(0, exactBytes))).toBe(true);
});

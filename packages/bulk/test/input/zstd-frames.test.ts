import { constants, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isSkippable, ZstdFrames } from '../../src/input/zstd-frames.js';

async function* chunksOf(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const RANDOM = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n * 31 + n) % 251));
const FRAMES = [
  zstdCompressSync('a'),
  zstdCompressSync(RANDOM, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
  zstdCompressSync('x'.repeat(1_000_000)),
  zstdCompressSync(RANDOM, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }),
];
const SKIPPED = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);

async function framesIn(bytes: Uint8Array, size: number) {
  const frames = new ZstdFrames(chunksOf(bytes, size));
  const found: Buffer[] = [];
  while (await frames.next()) found.push(Buffer.from(await collect(frames.bytes())));
  return found;
}

test('RFC 8878 3.1: each frame is found, however the input is split', async () => {
  const bytes = Buffer.concat(FRAMES.flatMap((frame) => [frame, SKIPPED]));
  for (const size of [1000, 65_536, bytes.length]) {
    expect((await framesIn(bytes, size)).map((frame) => frame.length)).toEqual(FRAMES.map((frame) => frame.length));
  }
  const small = Buffer.concat([FRAMES[0], SKIPPED]);
  expect(await framesIn(small, 1)).toEqual([FRAMES[0]]);
});

test('blocks that arrive together are yielded together', async () => {
  const emptyBlocks = Buffer.alloc(3 * 10_000);
  const lastBlock = Buffer.from([1, 0, 0]);
  const frame = Buffer.concat([FRAMES[0].subarray(0, 4), Buffer.from([0, 0x38]), emptyBlocks]);
  const frames = new ZstdFrames(chunksOf(Buffer.concat([frame, lastBlock, SKIPPED])));
  expect(await frames.next()).toBe(true);
  const pieces: Uint8Array[] = [];
  for await (const piece of frames.bytes()) pieces.push(piece);
  expect(pieces.length).toBeLessThan(3);
  expect(Buffer.concat(pieces)).toHaveLength(frame.length + 3);
  expect(await frames.next()).toBe(false);
});

test('a truncated frame throws', async () => {
  const bytes = Buffer.concat([FRAMES[0], SKIPPED]);
  for (let length = 1; length < bytes.length; length++) {
    if (length === FRAMES[0].length) continue;
    await expect(framesIn(bytes.subarray(0, length), 4)).rejects.toThrow('in the middle');
  }
});

test('RFC 8878 3.1.2: sixteen magic numbers mark skippable frames', () => {
  for (let last = 0; last < 16; last++) {
    expect(isSkippable(Uint8Array.of(0x50 + last, 0x2a, 0x4d, 0x18))).toBe(true);
  }
  expect(isSkippable(Uint8Array.of(0x60, 0x2a, 0x4d, 0x18))).toBe(false);
  expect(isSkippable(new Uint8Array())).toBe(false);
});

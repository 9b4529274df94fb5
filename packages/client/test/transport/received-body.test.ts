import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { receiveBody } from '../../src/transport/received-body.js';
import { chunksOf, noise } from '../support/bytes.js';

const LIMIT = 1000;

describe('reading stops one byte beyond the limit (RFC 9309 2.5)', () => {
  test.each([
    [0, 0, false],
    [LIMIT - 1, LIMIT - 1, false],
    [LIMIT, LIMIT, false],
    [LIMIT + 1, LIMIT + 1, true],
    [LIMIT + 2, LIMIT + 1, true],
    [100 * LIMIT, LIMIT + 1, true],
  ])('of %i bytes, %i are stored; truncated: %s', async (length, kept, truncated) => {
    const body = Uint8Array.from({ length }, (_, index) => index % 251);
    for (const size of [1, 7, LIMIT, LIMIT + 1, length + 1]) {
      const form = { codings: [], contentType: undefined };
      const received = await receiveBody(chunksOf(body, size), form, LIMIT);
      expect(received).toEqual({
        bytes: body.slice(0, kept),
        truncated,
        charset: { name: 'utf-8', from: 'default' },
        wireBytes: truncated ? Math.min(length, size * Math.ceil(kept / size)) : length,
      });
    }
  });

  test('the limit applies to decoded bytes, and wire bytes are counted', async () => {
    const wire = gzipSync(brotliCompressSync(Buffer.alloc(10 * LIMIT, 'a')));
    const form = { codings: ['br', 'gzip'], contentType: 'text/plain' } as const;
    const received = await receiveBody(chunksOf(wire, 1e6), form, LIMIT);
    expect(received.bytes).toEqual(new Uint8Array(LIMIT + 1).fill(0x61));
    expect(received).toMatchObject({ truncated: true, wireBytes: wire.length });
  });

  test.each([
    // Two bytes of UTF-16 become one of UTF-8: the limit applies to the output.
    ['utf-16le', Buffer.from('a'.repeat(LIMIT), 'utf16le'), LIMIT, false],
    ['utf-16le', Buffer.from('a'.repeat(LIMIT + 1), 'utf16le'), LIMIT + 1, true],
    // Two bytes become three: the output counts.
    ['utf-16le', Buffer.from(`#${'\u4e2d'.repeat(LIMIT / 2)}`, 'utf16le'), LIMIT + 1, true],
    ['windows-1252', Buffer.alloc(LIMIT / 2, 0xe9), LIMIT, false],
    ['windows-1252', Buffer.alloc(LIMIT / 2 + 1, 0xe9), LIMIT + 1, true],
  ])('%s is counted in UTF-8', async (charset, body, length, truncated) => {
    const form = { codings: [], contentType: `text/plain; charset=${charset}` };
    for (const size of [1, 7, 1e6]) {
      const received = await receiveBody(chunksOf(body, size), form, LIMIT);
      expect(received.bytes).toHaveLength(length);
      expect(received).toMatchObject({ truncated, charset: { name: charset } });
    }
  });
});

describe('an incomplete body', () => {
  async function* broken(body: Uint8Array) {
    yield* chunksOf(body, 100);
    throw new Error('lost');
  }
  const form = { codings: [], contentType: undefined };

  test('within the limit is a failure', async () => {
    await expect(receiveBody(broken(new Uint8Array(LIMIT)), form, LIMIT)).rejects.toThrow('lost');
  });

  test('beyond the limit is ignored', async () => {
    const received = await receiveBody(broken(new Uint8Array(LIMIT + 1)), form, LIMIT);
    expect(received).toMatchObject({ truncated: true });
  });

  test('beyond the limit of a compressed body is ignored', async () => {
    const wire = gzipSync(noise(10 * LIMIT));
    const coded = { ...form, codings: ['gzip'] } as const;
    const received = await receiveBody(broken(wire.subarray(0, wire.length / 2)), coded, LIMIT);
    expect(received).toMatchObject({ truncated: true });
  });
});

test('the bytes have their own buffer, because stores hold them', async () => {
  const form = { codings: [], contentType: undefined };
  const { bytes } = await receiveBody(chunksOf(Buffer.from('abc'), 3), form, LIMIT);
  expect(bytes.constructor).toBe(Uint8Array);
  expect(bytes.buffer.byteLength).toBe(3);
});

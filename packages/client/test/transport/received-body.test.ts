import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyCases } from '../../../../test/support/body-cases.js';
import { readable, receiveBody } from '../../src/transport/received-body.js';
import { receiveStoredBody } from '../../src/transport/stored-body.js';
import { chunksOf, noise } from '../support/bytes.js';

const LIMIT = 1000;

const receive = async (...call: Parameters<typeof receiveBody>) => readable(await receiveBody(...call));

describe('reading stops one byte beyond the limit (RFC 9309 2.5)', () => {
  test.each([
    [0, 0, false],
    [LIMIT - 1, LIMIT - 1, false],
    [LIMIT, LIMIT, false],
    [LIMIT + 1, LIMIT + 1, true],
    [LIMIT + 2, LIMIT + 1, true],
    [100 * LIMIT, LIMIT + 1, true],
  ])('of %i bytes, %i are stored; truncated: %s', async (length, kept, truncated) => {
    const body = Uint8Array.from({ length }, (_, index) => 1 + (index % 250));
    for (const size of [1, 7, LIMIT, LIMIT + 1, length + 1]) {
      const form = {};
      const received = await receive(chunksOf(body, size), form, LIMIT);
      expect(received).toEqual({
        bytes: body.slice(0, kept),
        truncated,
        charset: { name: 'utf-8', from: 'default' },
        wireBytes: truncated ? Math.min(length, size * Math.ceil(kept / size)) : length,
      });
    }
  });

  test('the limit applies to decoded bytes, and wire bytes are counted', async () => {
    const wire = gzipSync(Buffer.alloc(10 * LIMIT, 'a'));
    const form = { contentEncoding: 'gzip', contentType: 'text/plain' };
    const received = await receive(chunksOf(wire, 1e6), form, LIMIT);
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
    const form = { contentType: `text/plain; charset=${charset}` };
    for (const size of [1, 7, 1e6]) {
      const received = await receive(chunksOf(body, size), form, LIMIT);
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
  const form = {};

  test('within the limit is a failure', async () => {
    await expect(receive(broken(Buffer.alloc(LIMIT, 'a')), form, LIMIT)).rejects.toThrow('lost');
  });

  test('beyond the limit is ignored', async () => {
    const received = await receive(broken(Buffer.alloc(LIMIT + 1, 'a')), form, LIMIT);
    expect(received).toMatchObject({ truncated: true });
  });

  test('beyond the limit of a compressed body is ignored', async () => {
    const wire = gzipSync(noise(10 * LIMIT));
    const coded = { ...form, contentEncoding: 'gzip' };
    const received = await receive(broken(wire.subarray(0, wire.length / 2)), coded, LIMIT);
    expect(received).toMatchObject({ truncated: true });
  });
});

test('the bytes have their own buffer, because stores hold them', async () => {
  const form = {};
  const { bytes } = await receive(chunksOf(Buffer.from('abc'), 3), form, LIMIT);
  expect(bytes.constructor).toBe(Uint8Array);
  expect(bytes.buffer.byteLength).toBe(3);
});

describe('what a received body is', () => {
  const TEXT = Buffer.from('User-agent: *\nDisallow: /a\n');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const image = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  const latin1 = Buffer.from('# caf\xe9\nDisallow: /a\n', 'latin1');
  const lateNul = Buffer.concat([Buffer.alloc(1024, '#'), Buffer.from([0])]);
  const rows: readonly (readonly [name: string, body: Uint8Array, contentEncoding: string | undefined, kind: string])[] = [
    ['text without a label', TEXT, undefined, 'text'],
    ['text', TEXT, 'identity', 'text'],
    ['text', TEXT, 'none', 'text'],
    ['text with a wrong label', TEXT, 'utf-8', 'text'],
    ['text with a wrong label', TEXT, 'deflate', 'text'],
    ['text with a wrong label', TEXT, 'gzip, br', 'text'],
    ['text in ISO-8859-1 with a wrong label', latin1, 'text/plain', 'text'],
    ['text in UTF-16 with a byte-order mark', utf16('Disallow: /a\n'), undefined, 'text'],
    ['NUL after the first 1,024 bytes', lateNul, undefined, 'text'],
    ['an empty body', Buffer.alloc(0), undefined, 'text'],
    ['an empty body', Buffer.alloc(0), 'gzip', 'text'],
    ['gzip', gzipSync(TEXT), 'gzip', 'text'],
    ['gzip', gzipSync(TEXT), 'x-gzip', 'text'],
    ['gzip with bytes after its end', Buffer.concat([gzipSync(TEXT), TEXT]), 'gzip', 'text'],
    ['gzip without a label', gzipSync(TEXT), undefined, 'unreadable'],
    ['gzip in gzip', gzipSync(gzipSync(TEXT)), 'gzip, gzip', 'unreadable'],
    ['text', TEXT, 'gzip', 'unreadable'],
    ['text', TEXT, 'br', 'unreadable'],
    ['an incomplete gzip', gzipSync(TEXT).subarray(0, -4), 'gzip', 'unreadable'],
    ['zlib', deflateSync(TEXT), 'deflate', 'unreadable'],
    ['raw deflate, which has no signature', deflateRawSync(TEXT), 'deflate', 'unreadable'],
    ['zstd', zstdCompressSync(TEXT), 'zstd', 'unreadable'],
    ['zstd without a label', zstdCompressSync(TEXT), undefined, 'unreadable'],
    ['zlib without a label', deflateSync(TEXT, { level: 1 }), undefined, 'unreadable'],
    ...['x', 'x: y', 'xy', '(µ'].map(
      (text) => ['text that begins like compressed data', Buffer.from(text), undefined, 'text'] as const,
    ),
    ['an image', image, undefined, 'unreadable'],
    ['an image', image, 'identity', 'unreadable'],
    ['NUL in the last examined byte', lateNul.subarray(1), undefined, 'unreadable'],
  ];
  test.each([
    ['NUL bytes under a charset with NUL bytes', [0xab, 0, 0], 'compress', 'unreadable'],
    ['UTF-16 without a coding', [...Buffer.from('Disallow: /', 'utf16le')], undefined, 'text'],
    ['UTF-16 under an unknown coding', [...Buffer.from('Disallow: /', 'utf16le')], 'compress', 'unreadable'],
  ])('%s', async (_, bytes, contentEncoding, kind) => {
    const contentType = 'text/plain; charset=utf-16le';
    const wire = [Uint8Array.from(bytes)];
    expect((await receiveBody(wire, { contentEncoding, contentType }, 10_000)).kind).toBe(kind);
  });

  test.each(rows)('%s, Content-Encoding %2$s: %3$s', async (_, body, contentEncoding, kind) => {
    for (const size of [1, Math.max(1, body.length)]) {
      const result = await receiveBody(chunksOf(body, size), { contentEncoding }, 10_000);
      expect(result.kind).toBe(kind);
      if (result.kind === 'unreadable') expect(result.detail).not.toBe('');
    }
  });

  test("with content 'any', a file that is compressed itself is returned unchanged", async () => {
    const file = gzipSync(TEXT);
    const result = await receiveBody([file], {}, 10_000, 'any');
    expect(result).toMatchObject({ kind: 'text', body: { bytes: new Uint8Array(file) } });
  });

  test('bytes may be given at once', async () => {
    expect(await receive([TEXT], {}, LIMIT)).toMatchObject({ bytes: new Uint8Array(TEXT) });
  });
});

describe('the cases of all readers of bodies', () => {
  const TEXT = 'User-agent: *\nDisallow: /private/\n';
  const textOf = (result: Awaited<ReturnType<typeof receiveBody>>) =>
    result.kind === 'text' ? Buffer.from(result.body.bytes).toString() : result.kind;

  test.each(bodyCases(TEXT))('$name, $contentEncoding', async (row) => {
    const { body, contentEncoding, received, stored } = row;
    for (const size of [1, 1000]) {
      const result = await receiveBody(chunksOf(body, size), { contentEncoding }, LIMIT);
      expect(textOf(result)).toBe(received === 'text' ? TEXT : received);
    }
    const result = await receiveStoredBody(body, { contentEncoding }, LIMIT);
    expect(textOf(result)).toBe(stored === 'text' ? TEXT : stored);
  });

  test('a stored bomb is read up to the limit, or unreadable', async () => {
    const bomb = Buffer.alloc(1_000_000, 'a');
    const gzip = await receiveStoredBody(gzipSync(bomb), { contentEncoding: 'gzip' }, LIMIT);
    expect(gzip).toMatchObject({ kind: 'text', body: { truncated: true } });
    const zlib = await receiveStoredBody(deflateSync(bomb), { contentEncoding: 'deflate' }, LIMIT);
    expect(zlib.kind).toBe('unreadable');
    const nothing = Buffer.concat(Array(9000).fill(gzipSync('')));
    const empty = await receiveStoredBody(nothing, { contentEncoding: 'gzip' }, LIMIT);
    expect(empty.kind).toBe('unreadable');
  });
});

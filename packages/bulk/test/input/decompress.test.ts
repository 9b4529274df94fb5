import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InputError } from '../../src/bytes/input-error.js';
import { decompress } from '../../src/input/decompress.js';
import { joined, pieces } from '../support/blocks.js';

const TEXT = 'https://example.com/\n'.repeat(5000);

test.each([
  ['plain', Buffer.from(TEXT)],
  ['gzip (RFC 1952)', gzipSync(TEXT)],
  ['gzip of several members (RFC 1952 2.2)', Buffer.concat([gzipSync(TEXT.slice(0, 999)), gzipSync(TEXT.slice(999))])],
  ['gzip with padding', Buffer.concat([gzipSync(TEXT), Buffer.alloc(300_000)])],
  ['zstd (RFC 8878)', zstdCompressSync(TEXT)],
  [
    'zstd of several frames, and some to be skipped (RFC 8878 3.1)',
    Buffer.concat([
      Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]),
      zstdCompressSync(TEXT.slice(0, 999)),
      Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]),
      zstdCompressSync(''),
      zstdCompressSync(TEXT.slice(999), { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    ]),
  ],
])('%s', async (_what, bytes) => {
  for (const size of [1, 3, 100_000]) {
    expect(await joined(decompress('x', pieces(bytes, size)))).toBe(TEXT);
  }
});

test.each([
  ['xz', '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj'],
  ['bzip2', 'QlpoOTFBWSZTWVhY'],
  ['zip', 'UEsDBBQAAAAIAA=='],
])('rejects %s instead of reading it as text', async (by, base64) => {
  await expect(joined(decompress('x', pieces(Buffer.from(base64, 'base64'), 3)))).rejects.toThrow(
    `"x" is compressed with ${by}, which is not supported. Decompress it`,
  );
});

test.each(['', 'a', '\x1f\n'])('passes through input shorter than a signature: %j', async (text) => {
  expect(await joined(decompress('x', pieces(text, 1)))).toBe(text);
});

test.each([
  ['gzip', gzipSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('incomplete %s is an error', async (_what, bytes) => {
  const cut = joined(decompress('urls.x', pieces(bytes.subarray(0, bytes.length - 9))));
  await expect(cut).rejects.toThrow(InputError);
  await expect(cut).rejects.toThrow(/"urls.x" is damaged or incomplete .* Use a complete copy/);
});

test('other data after a zstd frame is an error', async () => {
  const bytes = Buffer.concat([zstdCompressSync(TEXT), Buffer.from('more')]);
  await expect(joined(decompress('x.zst', pieces(bytes, 100_000)))).rejects.toThrow(
    '"x.zst" is damaged or incomplete (a frame is followed by data that is not zstd)',
  );
});

test.each([
  ['a member after padding', 3, gzipSync(TEXT)],
  ['a member after much padding', 1_000_000, gzipSync(TEXT)],
  ['other data after padding', 3, Buffer.from('more')],
  ['other data', 0, Buffer.from('more')],
])('gzip with %s is an error', async (_, zeros, more) => {
  const bytes = Buffer.concat([gzipSync(TEXT), Buffer.alloc(zeros), more]);
  for (const size of [1, 100_000]) {
    if (zeros > 1000 && size === 1) continue;
    await expect(joined(decompress('x.gz', pieces(bytes, size)))).rejects.toThrow('"x.gz" is damaged or incomplete');
  }
});

test.each(['gzip', 'zstd'])('closes the input if the consumer stops: %s', async (format) => {
  let isClosed = false;
  async function* input() {
    try {
      const compress = format === 'gzip' ? gzipSync : zstdCompressSync;
      for (;;) yield compress(TEXT);
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of decompress('x', input())) break;
  await new Promise(setImmediate);
  expect(isClosed).toBe(true);
});

test('an error of the file is unchanged', async () => {
  async function* failing() {
    yield gzipSync(TEXT).subarray(0, 30);
    throw Object.assign(new Error('read failed'), { code: 'EIO' });
  }
  await expect(joined(decompress('x', failing()))).rejects.toThrow('read failed');
});

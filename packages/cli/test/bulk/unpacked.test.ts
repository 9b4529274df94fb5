import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from '../../src/bulk/unpacked.js';
import { CommandError } from '../../src/command-error.js';
import { joined, pieces } from '../support/blocks.js';

const TEXT = 'https://example.com/\n'.repeat(5000);

test.each([
  ['plain', Buffer.from(TEXT)],
  ['gzip (RFC 1952)', gzipSync(TEXT)],
  [
    'gzip of several members (RFC 1952 2.2)',
    Buffer.concat([gzipSync(TEXT.slice(0, 999)), gzipSync(TEXT.slice(999))]),
  ],
  ['zstd (RFC 8878)', zstdCompressSync(TEXT)],
])('%s', async (_what, octets) => {
  for (const size of [1, 3, 100_000]) {
    expect(await joined(unpacked('x', pieces(octets, size)))).toBe(TEXT);
  }
});

test.each(['', 'a', '\x1f\n'])('input shorter than a signature: %j', async (text) => {
  expect(await joined(unpacked('x', pieces(text, 1)))).toBe(text);
});

test.each([
  ['gzip', gzipSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('%s that is cut short is no end of the input', async (_what, octets) => {
  const cut = joined(unpacked('urls.x', pieces(octets.subarray(0, octets.length - 9))));
  await expect(cut).rejects.toThrow(CommandError);
  await expect(cut).rejects.toThrow(/"urls.x" is damaged or cut short .* get a whole copy/);
});

test('a second frame of zstd is not passed over in silence (RFC 8878 3.1)', async () => {
  const frames = Buffer.concat([zstdCompressSync(TEXT), zstdCompressSync(TEXT)]);
  const read = joined(unpacked('urls.zst', pieces(frames, 100_000)));
  await expect(read).rejects.toThrow('"urls.zst" has several frames of zstd');
});

test('an error of the file remains that', async () => {
  async function* failing() {
    yield gzipSync(TEXT).subarray(0, 30);
    throw Object.assign(new Error('read failed'), { code: 'EIO' });
  }
  await expect(joined(unpacked('x', failing()))).rejects.toThrow('read failed');
});

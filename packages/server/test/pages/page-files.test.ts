import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { chosenEncoding, readPageFiles } from '../../src/pages/add-pages.js';

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'repkit-pages-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

test('readPageFiles returns paths, types, immutability and encodings', async () => {
  const at = folder({ 'index.html': '<p>', 'assets/a-1.js': 'let a;'.repeat(100), 'a.svg': 'x' });
  const files = await readPageFiles(at);
  expect(files.map(({ path, type, isImmutable }) => [path, type, isImmutable])).toEqual([
    ['/a.svg', 'image/svg+xml', false],
    ['/assets/a-1.js', 'text/javascript; charset=utf-8', true],
    ['/', 'text/html; charset=utf-8', false],
  ]);
  const { identity, br, gzip } = files[1]?.bytes ?? {};
  if (br === undefined || gzip === undefined) throw new Error('it was not compressed');
  expect(brotliDecompressSync(br)).toEqual(identity);
  expect(gunzipSync(gzip)).toEqual(identity);
});

test('a missing folder has no files; any other that cannot be read is an error', async () => {
  expect(await readPageFiles('no-such-folder')).toEqual([]);
  const at = folder({ file: 'x' });
  await expect(readPageFiles(join(at, 'file'))).rejects.toThrow('ENOTDIR');
});

test('RFC 9110 12.5.3: brotli is preferred over gzip among the accepted encodings', () => {
  expect(chosenEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(chosenEncoding('gzip;q=0.5, br;q=0')).toBe('gzip');
  expect(chosenEncoding('GZIP')).toBe('gzip');
  expect(chosenEncoding('')).toBe('identity');
  expect(chosenEncoding()).toBe('identity');
});

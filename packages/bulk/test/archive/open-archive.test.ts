import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz, warcRecord } from '../../../../test/support/warc.js';
import { archiveKind, openArchive } from '../../src/archive/open-archive.js';

const ROW = '{"host":"a.example","robotsTxt":""}\n';
const RESPONSE = { url: 'http://a.example/robots.txt', body: 'x'.repeat(9999) };

test.each([
  ['a', warcRecord(RESPONSE), 'warc'],
  ['b', warcGz([RESPONSE]), 'warc'],
  ['c', Buffer.from(ROW), 'ndjson'],
  ['c-with-mark', Buffer.from(`\ufeff ${ROW}`), 'ndjson'],
  ['d', gzipSync(ROW.repeat(999)), 'ndjson'],
  ['e.ndjson.zst', zstdCompressSync(ROW), 'ndjson'],
] as const)('%s: detects the format by the first bytes', async (name, bytes, kind) => {
  const path = `${temporaryFolder()}/${name}`;
  writeFileSync(path, bytes);
  expect(archiveKind(path)).toBe(kind);
  const archive = await openArchive(path);
  expect(archive.file).toBe(path);
  archive.close();
});

test('detects folders', () => {
  expect(archiveKind(temporaryFolder())).toBe('folder');
});

test.each(['User-agent: *\n', '', Buffer.from([0x1f, 0x8b, 7]), 'SQLite format 3\0'])('rejects other files', (bytes) => {
  const path = `${temporaryFolder()}/file`;
  writeFileSync(path, bytes);
  expect(() => archiveKind(path)).toThrow('is not a robots.txt archive. Use a folder');
});

test('a missing file is an error', async () => {
  const path = `${temporaryFolder()}/nothing`;
  await expect(openArchive(path)).rejects.toThrow('no such file or folder');
});

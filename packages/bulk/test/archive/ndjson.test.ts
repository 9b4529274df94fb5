import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import type { ArchiveEntry } from '../../src/archive/entry.js';
import { NdjsonArchive } from '../../src/archive/ndjson.js';
import { inShort, readAll } from '../support/archive-entries.js';

function archiveOf(bytes: string | Uint8Array): NdjsonArchive {
  const path = `${temporaryFolder()}/a.ndjson`;
  writeFileSync(path, bytes);
  const archive = new NdjsonArchive(path);
  onTestFinished(() => archive.close());
  return archive;
}

const ROWS = [
  { url: 'HTTP://A.example:80/robots.txt', status: 200, robotsTxt: 'é' },
  { origin: 'https://b.example', robotsTxtBase64: Buffer.from('b').toString('base64') },
  { host: 'C.example:8080', robotsTxt: 'c' },
  { host: 'd.example', status: 404 },
];
const TEXT = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');
const EXPECTED = [
  'http://a.example 200 é',
  'https://b.example undefined b',
  'c.example:8080 undefined c',
  'd.example 404 ',
];

test.each([
  ['uncompressed', TEXT],
  ['without a final line end', TEXT.trimEnd()],
  ['with CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['gzip', gzipSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('%s', async (_, bytes) => {
  const { entries, report } = await readAll(archiveOf(bytes));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults).toEqual([]);
});

test('reads each line again by its position', async () => {
  const archive = archiveOf(TEXT);
  const { entries } = await readAll(archive);
  for (const entry of entries.toReversed())
    expect(await archive.readAt(entry.position)).toEqual(entry);
});

test('looking up a line in a compressed file is an error that suggests decompressing it', async () => {
  const archive = archiveOf(gzipSync(TEXT));
  const { entries } = await readAll(archive);
  const position = entries[0]?.position ?? { file: '', offset: 0, memberOffset: 0 };
  await expect(archive.readAt(position)).rejects.toThrow('Decompress it');
});

test('all sections together yield all entries', async () => {
  const archive = archiveOf(TEXT.repeat(20));
  const parts = [];
  for (const section of archive.sections(100))
    parts.push(...(await readAll(archive, section)).entries);
  expect(inShort(parts)).toEqual(Array.from({ length: 20 }, () => EXPECTED).flat());
});

test('invalid lines are reported with their numbers and skipped', async () => {
  const bad = ['[]', '{', '{"url":"mailto:a"}', '', '{"host":"a.example"}', '{"host":"a b"}'];
  const { entries, report } = await readAll(archiveOf(`${bad.join('\n')}\n${TEXT}`));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '1 not a JSON object',
    '2 not a JSON object',
    '3 no valid "url", "origin" or "host"',
    '5 no "robotsTxt", "robotsTxtBase64" or "status"',
    '6 no valid "url", "origin" or "host"',
  ]);
});

test('a cut compressed file is reported and yields the entries before the cut', async () => {
  const text = TEXT.repeat(2000);
  const packed = gzipSync(text);
  const { entries, report } = await readAll(archiveOf(packed.subarray(0, packed.length - 100)));
  expect(entries.length).toBeGreaterThan(4000);
  expect(report.faults).toMatchObject([
    { reason: expect.stringContaining('damaged or incomplete') },
  ]);
});

/** Entries before and after a line that is too long. */
const LONG = `${TEXT}{"host":"long.example","robotsTxt":"${'x'.repeat(16 * 1024 * 1024)}"}\n${TEXT}`;

test.each([
  ['uncompressed', LONG, 2 ** 40],
  ['in sections', LONG, 1024 * 1024],
  ['gzip', gzipSync(LONG), 2 ** 40],
  ['zstd', zstdCompressSync(LONG), 2 ** 40],
])('a line over 16 MiB is reported and loses no other line: %s', async (_, bytes, size) => {
  const archive = archiveOf(bytes);
  const found: ArchiveEntry[] = [];
  const faults: string[] = [];
  for (const section of archive.sections(size)) {
    const { entries, report } = await readAll(archive, section);
    found.push(...entries);
    faults.push(...report.faults.map(({ reason }) => reason));
  }
  expect(inShort(found)).toEqual([...EXPECTED, ...EXPECTED]);
  expect(faults).toEqual(['the line is longer than 16 MiB']);
});

import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
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

test('invalid lines are reported with their numbers and skipped', async () => {
  const bad = [
    '[]',
    '{',
    '{"url":"mailto:a"}',
    '',
    '{"host":"a.example"}',
    '{"host":"a b"}',
    '{"host":"a.example","status":200,"robots":"User-agent: *"}',
    '{"host":"a.example","robotsTxtBase64":"!"}',
  ];
  const { entries, report } = await readAll(archiveOf(`${bad.join('\n')}\n${TEXT}`));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '1 not a JSON object',
    '2 not a JSON object',
    '3 no valid "url", "origin" or "host"',
    '5 no "robotsTxt" or "robotsTxtBase64", and no "status"',
    '6 no valid "url", "origin" or "host"',
    '7 no "robotsTxt" or "robotsTxtBase64" for status 200',
    '8 "robotsTxtBase64" is not base64',
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
  ['uncompressed', LONG],
  ['gzip', gzipSync(LONG)],
  ['zstd', zstdCompressSync(LONG)],
])('a line over 16 MiB is reported and loses no other line: %s', async (_, bytes) => {
  const { entries, report } = await readAll(archiveOf(bytes));
  expect(inShort(entries)).toEqual([...EXPECTED, ...EXPECTED]);
  expect(report.faults).toMatchObject([{ line: 5, reason: 'the line is longer than 16 MiB' }]);
});

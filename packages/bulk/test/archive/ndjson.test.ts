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
  { host: 'https://e.example', status: 404 },
];
const TEXT = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');
const EXPECTED = [
  'http://a.example 200 é',
  'https://b.example undefined b',
  'c.example:8080 undefined c',
  'd.example 404 ',
  'https://e.example 404 ',
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
  for (const entry of entries.toReversed()) expect(await archive.readAt(entry.position)).toEqual(entry);
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
    '{"host":"a.example","robotsTxtBase64":"QUFB\\nQ=="}',
    '{"host":"a.example","status":203}',
    '{"host":"a.example","status":"503","robotsTxt":""}',
    '{"host":"a.example","status":200.5,"robotsTxt":""}',
    '{"host":"a.example","status":1000,"robotsTxt":""}',
    `{"host":"a.example","robotsTxtBase64":"${gzipSync('User-agent: *').toString('base64')}"}`,
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
    '9 "robotsTxtBase64" is not base64',
    '10 no "robotsTxt" or "robotsTxtBase64" for status 203',
    '11 "status" is not an integer below 1000',
    '12 "status" is not an integer below 1000',
    '13 "status" is not an integer below 1000',
    '14 the robots.txt is compressed',
  ]);
});

test('white space in base64 is read in linear time', async () => {
  const space = ' '.repeat(4_000_000);
  const row = (robotsTxtBase64: string) => JSON.stringify({ host: 'a.example', robotsTxtBase64 });
  const { entries, report } = await readAll(archiveOf(`${row(`${space}!`)}\n${row(`Y${space}Q=${space}=`)}\n`));
  expect(inShort(entries)).toEqual(['a.example undefined a']);
  expect(report.faults).toMatchObject([{ line: 1, reason: '"robotsTxtBase64" is not base64' }]);
});

test.each([
  ['no content', 204],
  ['a partial body', 206],
  ['a failed fetch', 0],
  ['a failed fetch', -1],
])('an entry with a status that decides by itself needs no body: %s', async (_, status) => {
  const { entries, report } = await readAll(archiveOf(JSON.stringify({ host: 'a.example', status })));
  expect(inShort(entries)).toEqual([`a.example ${status} `]);
  expect(report.faults).toEqual([]);
});

test('a byte-order mark and white space may precede an object', async () => {
  const { entries, report } = await readAll(archiveOf(`\ufeff${TEXT.replaceAll('\n', '\n \t')}`));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults).toEqual([]);
});

test('a cut compressed file is reported and yields the entries before the cut', async () => {
  const text = TEXT.repeat(2000);
  const packed = gzipSync(text);
  const { entries, report } = await readAll(archiveOf(packed.subarray(0, packed.length - 100)));
  expect(entries.length).toBeGreaterThan(4000);
  expect(report.faults).toMatchObject([{ reason: expect.stringContaining('damaged or incomplete') }]);
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
  expect(report.faults).toMatchObject([{ line: 6, reason: 'the line is longer than 16 MiB' }]);
});

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
  ['as it is', TEXT],
  ['without a last line end', TEXT.trimEnd()],
  ['with the line ends of Windows', TEXT.replaceAll('\n', '\r\n')],
  ['gzip', gzipSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
])('%s', async (_, bytes) => {
  const { entries, report } = await readAll(archiveOf(bytes));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults).toEqual([]);
});

test('each line by its place', async () => {
  const archive = archiveOf(TEXT);
  const { entries } = await readAll(archive);
  for (const entry of entries.toReversed())
    expect(await archive.readAt(entry.place)).toEqual(entry);
});

test('compressed, a line cannot be looked up, and the error says the mend', async () => {
  const archive = archiveOf(gzipSync(TEXT));
  const { entries } = await readAll(archive);
  const place = entries[0]?.place ?? { file: '', offset: 0, within: 0 };
  await expect(archive.readAt(place)).rejects.toThrow('unpack it');
});

test('sections together are the whole', async () => {
  const archive = archiveOf(TEXT.repeat(20));
  const parts = [];
  for (const section of archive.sections(100))
    parts.push(...(await readAll(archive, section)).entries);
  expect(inShort(parts)).toEqual(Array.from({ length: 20 }, () => EXPECTED).flat());
});

test('bad lines are reported with their numbers, and cost themselves alone', async () => {
  const bad = ['[]', '{', '{"url":"mailto:a"}', '', '{"host":"a.example"}', '{"host":"a b"}'];
  const { entries, report } = await readAll(archiveOf(`${bad.join('\n')}\n${TEXT}`));
  expect(inShort(entries)).toEqual(EXPECTED);
  expect(report.faults.map(({ line, why }) => `${line} ${why}`)).toEqual([
    '1 it is no JSON object',
    '2 it is no JSON object',
    '3 it has no "url", "origin" or "host" of a site',
    '5 it has neither "robotsTxt" nor "robotsTxtBase64", and no "status"',
    '6 it has no "url", "origin" or "host" of a site',
  ]);
});

test('a packed file that is cut keeps what came, and is reported', async () => {
  const text = TEXT.repeat(2000);
  const packed = gzipSync(text);
  const { entries, report } = await readAll(archiveOf(packed.subarray(0, packed.length - 100)));
  expect(entries.length).toBeGreaterThan(4000);
  expect(report.faults).toMatchObject([{ why: expect.stringContaining('damaged or cut short') }]);
});

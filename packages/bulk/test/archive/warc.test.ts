import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { type Response, warcGz, warcRecord } from '../../../../test/support/warc.js';
import { MAX_RECORD_BYTES } from '../../src/archive/entry.js';
import { WarcArchive } from '../../src/archive/warc.js';
import { inShort, readAll } from '../support/archive-entries.js';

function archiveOf(bytes: Uint8Array): WarcArchive {
  const path = `${temporaryFolder()}/crawl.warc`;
  writeFileSync(path, bytes);
  const archive = new WarcArchive(path);
  onTestFinished(() => archive.close());
  return archive;
}

const RESPONSES: Response[] = Array.from({ length: 40 }, (_, index) => ({
  url: `http://h${index}.example/robots.txt`,
  status: index % 3 === 0 ? 404 : 200,
  body: `# ${index} ${'x'.repeat(index * 10)}`,
}));

const plain = Buffer.concat(RESPONSES.map(warcRecord));
const FORMS = { uncompressed: plain, 'one member per record': warcGz(RESPONSES) };
const EXPECTED = RESPONSES.map(({ url, status, body }) => `${url.slice(0, -'/robots.txt'.length)} ${status} ${body}`);

describe.each(Object.entries({ ...FORMS, 'one member': gzipSync(plain) }))('%s', (_, bytes) => {
  test('yields all responses in order, and each again by its position', async () => {
    const archive = archiveOf(bytes);
    const { entries, report } = await readAll(archive);
    expect(inShort(entries)).toEqual(EXPECTED);
    expect(report).toMatchObject({ faults: [], skipped: 0 });
    for (const entry of [entries[39], entries[0], entries[7]]) {
      expect(entry && (await archive.readAt(entry.position))).toEqual(entry);
    }
  });

  test('a cut end is reported and loses only its record', async () => {
    const { entries, report } = await readAll(archiveOf(bytes.subarray(0, -20)));
    const isMember = bytes[0] === 0x1f && entries.length < 39;
    expect(inShort(entries)).toEqual(EXPECTED.slice(0, isMember ? 0 : 39));
    expect(report.faults).toMatchObject([{ reason: 'the file ends in the middle of a record' }]);
  });
});

describe.each(Object.entries(FORMS))('damage: %s', (_, bytes) => {
  test('in the middle is reported with its offset and loses only the damaged record', async () => {
    const { entries: whole } = await readAll(archiveOf(bytes));
    const start = whole[20]?.position.offset ?? 0;
    const damaged = Buffer.from(bytes);
    damaged.fill(0xaa, start, start + 40);
    const { entries, report } = await readAll(archiveOf(damaged));
    expect(inShort(entries)).toEqual(EXPECTED.toSpliced(20, 1));
    expect(report.faults).toMatchObject([{ offset: start, reason: expect.stringContaining('damaged') }]);
  });

  test('of noise at the end is reported once', async () => {
    const noise = Buffer.alloc(5000, 0x1f);
    const { entries, report } = await readAll(archiveOf(Buffer.concat([bytes, noise])));
    expect(inShort(entries)).toEqual(EXPECTED);
    expect(report).toMatchObject({ faultCount: 1, isCut: true });
  });

  test.each(Object.entries(FORMS))(
    '%s records after it are read, or their loss makes the archive incomplete',
    async (_form, more) => {
      const { entries, report } = await readAll(archiveOf(Buffer.concat([bytes, more])));
      expect(report.isCut || entries.length === 2 * EXPECTED.length).toBe(true);
    },
  );
});

const unreadable = (reason: string) => ({
  site: 'http://a.example',
  reason: `the response of http://a.example is unreadable: ${reason}`,
});

test.each<[string, Partial<Response>, { site?: string; reason: string }]>([
  ['without a status line', { httpVersion: 'HTTPX/1.1' }, unreadable('it has no HTTP status line')],
  ['that is a revisit', { type: 'revisit' }, unreadable('it is a revisit record, so its body is in another record')],
  ['with an invalid URL', { url: 'http://[a/robots.txt' }, { reason: 'the URL of a robots.txt response is invalid' }],
])('a response %s is reported as unreadable, not skipped', async (_, given, fault) => {
  const response = { url: 'http://a.example/robots.txt', ...given };
  const { entries, report } = await readAll(archiveOf(warcGz([response])));
  expect(entries).toEqual([]);
  expect(report).toMatchObject({ skipped: 0, faults: [fault] });
});

test('counts and skips records of other types and URLs', async () => {
  const url = 'http://a.example/robots.txt';
  const others = [
    { url, type: 'request' },
    { url, type: 'warcinfo' },
    { url: 'http://a.example/page' },
    { url: 'http://a.example/deep/robots.txt' },
    { url: 'file:///robots.txt' },
  ];
  const { entries, report } = await readAll(archiveOf(warcGz([...others, { url }])));
  expect([entries.length, report.skipped]).toEqual([1, others.length]);
});

test('normalizes the site to an origin and reads the location of a redirect', async () => {
  const responses = [{ url: 'HTTPS://WWW.Example:443/robots.txt', status: 301, fields: 'Location: /r\r\n' }];
  const { entries } = await readAll(archiveOf(warcGz(responses)));
  expect(entries).toMatchObject([{ site: 'https://www.example', status: 301, location: '/r' }]);
});

test('reads a member that is too large for memory record by record', async () => {
  const long = { url: 'http://long.example/robots.txt', body: Buffer.alloc(MAX_RECORD_BYTES, '#') };
  const bytes = Buffer.concat([gzipSync(Buffer.concat([warcRecord(long), plain])), warcGz(RESPONSES.slice(0, 1))]);
  const archive = archiveOf(bytes);
  const { entries, report } = await readAll(archive);
  const [first, ...rest] = entries;
  expect(first).toMatchObject({ site: 'http://long.example', truncated: true });
  expect(inShort(rest)).toEqual([...EXPECTED, EXPECTED[0]]);
  expect(report.faults).toEqual([]);
  expect(rest[5] && (await archive.readAt(rest[5].position))).toEqual(rest[5]);
});

test('an empty file has no entries', async () => {
  expect(await readAll(archiveOf(Buffer.alloc(0)))).toMatchObject({
    entries: [],
    report: { faults: [] },
  });
});

test.each([
  ['uncompressed', warcRecord],
  ['a member per record', (response: Response) => gzipSync(warcRecord(response))],
])('NUL bytes between records lose no record: %s', async (_, record) => {
  const padding = Buffer.alloc(1000);
  const bytes = Buffer.concat(RESPONSES.flatMap((response) => [record(response), padding]));
  const archive = archiveOf(bytes);
  const { entries } = await readAll(archive);
  expect(inShort(entries)).toEqual(EXPECTED);
  for (const entry of entries) expect(await archive.readAt(entry.position)).toEqual(entry);
});

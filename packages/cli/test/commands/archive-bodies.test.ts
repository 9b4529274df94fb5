import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bodyCases } from '../../../../test/support/body-cases.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { type Response, warcGz, warcRecord } from '../../../../test/support/warc.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const RULES = 'User-agent: *\nDisallow: /\n# and some text\n';
const URL = 'https://a.example/robots.txt';

interface Case extends Omit<Response, 'url'> {
  readonly name: string;
  readonly reason?: RegExp;
}

const codings: Case[] = bodyCases(RULES).map(({ name, body, contentEncoding, stored }) => ({
  name: `${name}, ${contentEncoding}`,
  body,
  fields: contentEncoding === undefined ? '' : `Content-Encoding: ${contentEncoding}\r\n`,
  ...(stored === 'unreadable' && { reason: /unreadable: the / }),
}));

const TOO_EARLY = /unreadable: the body ends too early/;

const cut: Case[] = [
  { name: 'whole', fields: `Content-Length: ${RULES.length}\r\n`, body: RULES },
  { name: 'shorter', fields: 'Content-Length: 99\r\n', body: RULES, reason: TOO_EARLY },
  { name: 'empty', fields: 'Content-Length: 99\r\n', reason: TOO_EARLY },
  { name: 'truncated', warcFields: 'WARC-Truncated: length\r\n', body: RULES, reason: TOO_EARLY },
  { name: 'truncated, empty', warcFields: 'WARC-Truncated: time\r\n', reason: TOO_EARLY },
  {
    name: 'truncated beyond the limit',
    warcFields: 'WARC-Truncated: length\r\n',
    body: RULES.padEnd(600_000, '#'),
  },
];

describe.each([...codings, ...cut])('a body in an archive: $name', ({ name: _, reason, ...response }) => {
  const archive = (bytes: Uint8Array) => {
    const file = `${temporaryFolder()}/a.warc`;
    writeFileSync(file, bytes);
    return file;
  };
  const record = { url: URL, ...response };

  test('survey', async () => {
    const io = fakeIo();
    await run(['survey', '--jobs', '1', archive(warcRecord(record))], io);
    const { out, err } = io.written;
    if (reason === undefined) {
      expect(err).toBe('');
      expect(JSON.parse(out)).toMatchObject({ status: 200, verdict: 'disallowed' });
    } else {
      expect(out).toBe('');
      expect(err).toMatch(/byte 0: the response of https:\/\/a\.example is/);
      expect(err).toMatch(reason);
    }
  });

  test('filter', async () => {
    const io = fakeIo({ stdin: 'https://a.example/x\n' });
    const file = archive(warcGz([record]));
    await run(['filter', '--jobs', '1', '--archive', file, '--missing', 'allowed'], io);
    const { out, err } = io.written;
    const verdict = reason === undefined ? 'disallowed' : 'unreachable';
    expect(out).toBe(`https://a.example/x\t*\t${verdict}\n`);
    if (reason !== undefined) expect(err).toMatch(reason);
  });
});

test.each([
  ['no body', '{"host":"a.example"}', 'unreachable'],
  ['a body that is not base64', '{"host":"a.example","robotsTxtBase64":"%"}', 'unreachable'],
  ['an invalid status', '{"host":"a.example","status":"x","robotsTxt":""}', 'unreachable'],
  ['another record', `{"host":"a.example"}\n{"host":"a.example","robotsTxt":""}`, 'allowed'],
  ['no name', '{"status":200}', 'allowed'],
])('a site whose record is damaged counts as missing, but --missing allowed does not allow it: %s', async (_, lines, verdict) => {
  const file = `${temporaryFolder()}/a.ndjson`;
  writeFileSync(file, `${lines}\n{"host":"b.example","robotsTxt":""}\n`);
  for (const missing of ['allowed', 'disallowed', 'unreachable']) {
    const io = fakeIo({ stdin: 'https://a.example/x\nhttps://c.example/x\n' });
    await run(['filter', '--jobs', '1', '--archive', file, '--missing', missing], io);
    const expected = missing === 'allowed' || lines.includes('\n') ? verdict : missing;
    expect(io.written.out).toBe(`https://a.example/x\t*\t${expected}\nhttps://c.example/x\t*\t${missing}\n`);
  }
});

test('survey names the encoding of a body', async () => {
  const file = `${temporaryFolder()}/a.warc`;
  const body = Buffer.from(`\ufeff${RULES}`, 'utf16le');
  writeFileSync(file, warcRecord({ url: URL, body }));
  const io = fakeIo();
  expect(await run(['survey', '--jobs', '1', file], io)).toBe(0);
  expect(JSON.parse(io.written.out)).toMatchObject({
    encoding: 'utf-16le',
    verdict: 'disallowed',
  });
});

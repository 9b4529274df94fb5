/** Each reader reports input that ends too early, shows what was read, and the exit code is 2. */
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz, warcRecord } from '../../../../test/support/warc.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /\n';
const A = 'https://a.example/';
const B = 'https://b.example/';
/** A site that may be in the part that was cut. */
const OTHER = 'https://c.example/';

async function repkit(argv: readonly string[], stdin: Uint8Array | string, files = {}) {
  const io = fakeIo({ stdin, files: { robots: ROBOTS_TXT, ...files } });
  return { code: await run(argv, io), ...io.written };
}

interface Input {
  readonly name: string;
  readonly argv: readonly string[];
  /** Whole, and cut; a number is how many bytes to cut off. */
  readonly whole: string | Uint8Array;
  readonly cut: string | Uint8Array | number;
  readonly message: RegExp;
  /** What the cut input shows all the same. */
  readonly shows?: string;
}

const filter = ['filter', '--robots', 'robots', '--format'];
const coverage = ['coverage', 'robots'];
const page = ['page', '--robots', 'robots', '--response', '-', A];
const json = (url: string) => JSON.stringify({ url });
const log = (path: string) => `1.2.3.4 - - [22/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 12`;
const cell = `"${ROBOTS_TXT}"`;
const html = '<title>x</title><p>text</p>';
const response = (fields: string) => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${fields}\r\n`;
const many = Array.from({ length: 20_000 }, (_, at) => `${A}${at}\n`).join('');

const INPUTS: readonly Input[] = [
  {
    name: 'rows in ndjson',
    argv: [...filter, 'ndjson'],
    whole: `${json(A)}\n${json(B)}`,
    cut: 3,
    message: /"-" is incomplete: it ends within a row\./,
    shows: '"verdict":"disallowed"',
  },
  {
    name: 'rows in csv',
    argv: [...filter, 'csv'],
    whole: `url,x\n${A},1\n"${B}",2`,
    cut: 4,
    message: /ends within a quoted cell/,
    shows: `${A},1,*,disallowed`,
  },
  {
    name: 'rows in csv with their robots.txt',
    argv: ['filter', '--format', 'csv', '--robots-column', 'r'],
    whole: `url,r\n${A},${cell}\n${B},${cell}\n`,
    cut: 4,
    message: /ends within a quoted cell/,
    shows: `${A},*,disallowed`,
  },
  {
    name: 'rows in gzip',
    argv: [...filter, 'tsv'],
    whole: gzipSync(many),
    cut: 100,
    message: /damaged or incomplete/,
    shows: `${A}1\t*\tdisallowed`,
  },
  {
    name: 'rows in zstd',
    argv: [...filter, 'tsv'],
    whole: zstdCompressSync(many),
    cut: 10,
    message: /damaged or incomplete/,
  },
  {
    name: 'a sitemap, filtered',
    argv: [...filter, 'tsv'],
    whole: `<urlset><url><loc>${A}</loc></url></urlset>`,
    cut: 12,
    message: /"-" is damaged or incomplete/,
    shows: `${A}\t*\tdisallowed`,
  },
  {
    name: 'a sitemap, counted',
    argv: coverage,
    whole: `<urlset><url><loc>${A}</loc></url></urlset>`,
    cut: 12,
    message: /"-" is damaged or incomplete/,
    shows: '1 disallowed',
  },
  {
    name: 'a feed',
    argv: coverage,
    whole: `<feed><entry><link href="${A}"/></entry></feed>`,
    cut: 3,
    message: /"-" is damaged or incomplete/,
    shows: '1 disallowed',
  },
  {
    name: 'an access log',
    argv: coverage,
    whole: `${log('/a')}\n${log('/b')}`,
    cut: 12,
    message: /"-" is incomplete: it ends in the middle of a line/,
    shows: '1 disallowed',
  },
  {
    name: 'a saved page',
    argv: page,
    whole: `${response(`Content-Length: ${html.length}\r\n`)}${html}`,
    cut: 3,
    message: /cannot be read: it has 24 of 27 bytes/,
  },
  {
    name: 'a saved page in gzip',
    argv: page,
    whole: Buffer.concat([Buffer.from(response('Content-Encoding: gzip\r\n')), gzipSync(html)]),
    cut: 3,
    message: /cannot be read: the compressed body is corrupt/,
  },
  {
    name: 'the header of a saved page',
    argv: page,
    whole: response(''),
    cut: 3,
    message: /is not an HTTP response/,
  },
];

describe.each(INPUTS)('$name', ({ argv, whole, cut, message, shows = '' }) => {
  const bytes = Buffer.from(whole as string);
  test('whole', async () => {
    const { code, err } = await repkit(argv, bytes);
    expect(err).not.toMatch(message);
    expect(code).toBeLessThan(2);
  });
  test('cut', async () => {
    const { code, out, err } = await repkit(argv, typeof cut === 'number' ? bytes.subarray(0, -cut) : cut);
    expect(err).toMatch(message);
    expect(out).toContain(shows);
    expect(code).toBe(2);
  });
});

test('an input in csv that is cut hides no row of the next one', async () => {
  const files = { one: `url,x\n${A},1\n${A},"2`, two: `url,x\n${B},3\n${B},"4"\n` };
  const { code, out, err } = await repkit([...filter, 'csv', 'one', 'two'], '', files);
  expect(err).toContain('"one" ends within a quoted cell');
  expect(out).toBe(`url,x,token,verdict\n${A},1,*,disallowed\n`);
  expect(code).toBe(2);
  const whole = { ...files, one: `${files.one}"` };
  const rows = await repkit([...filter, 'csv', 'one', 'two'], '', whole);
  expect(rows.out.trimEnd().split('\n')).toHaveLength(5);
  expect(rows.code).toBe(0);
});

const responses = [A, B].map((site) => ({ url: `${site}robots.txt`, body: ROBOTS_TXT }));
const rows = responses.map(({ url, body }) => JSON.stringify({ url, status: 200, robotsTxt: body })).join('\n');

describe.each([
  ['WARC', Buffer.concat(responses.map(warcRecord)), 20, 'in the middle of a record'],
  ['WARC in members', warcGz(responses), 20, 'in the middle of a record'],
  [
    'WARC in a large member',
    gzipSync(Buffer.concat([...responses.map(warcRecord), warcRecord({ url: `${A}x`, body: Buffer.alloc(9_000_000, 'x') })])),
    5,
    'in the middle of a record',
  ],
  ['NDJSON', Buffer.from(rows), 5, 'the file ends in the middle of a line'],
])('an archive: %s', (_name, bytes, cut, message) => {
  const fileOf = (content: Uint8Array) => {
    const file = `${temporaryFolder()}/archive`;
    writeFileSync(file, content);
    return file;
  };

  test('survey', async () => {
    const whole = await repkit(['survey', '--jobs', '1', fileOf(bytes)], '');
    expect(whole.code).toBe(0);
    const file = fileOf(bytes.subarray(0, -cut));
    const { code, out, err } = await repkit(['survey', '--jobs', '1', file], '');
    expect(err).toContain(message);
    expect(out).toContain('"site":"https://a.example"');
    expect(code).toBe(2);
    const io = fakeIo();
    expect(await run(['survey', '--jobs', '1', '--output', 'rows', '--html', 'page', file], io)).toBe(2);
    expect([...io.files.keys()]).toEqual(['rows.partial', 'page']);
    expect(io.written.err).toContain('Not all archives were complete.');
  });

  test('filter', async () => {
    const argv = (content: Uint8Array) => ['filter', '--jobs', '1', '--archive', fileOf(content)];
    expect((await repkit(argv(bytes), `${A}\n`)).code).toBe(0);
    const missing = [...argv(bytes.subarray(0, -cut)), '--missing', 'allowed'];
    const { code, out, err } = await repkit(missing, `${A}\n${OTHER}\n`);
    expect(out).toBe(`${A}\t*\tdisallowed\n${OTHER}\t*\tunreachable\n`);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

test('an archive in compressed NDJSON', async () => {
  const file = `${temporaryFolder()}/archive`;
  writeFileSync(file, gzipSync(`${rows}\n`.repeat(5000)).subarray(0, -5));
  const { code, out, err } = await repkit(['survey', '--jobs', '1', file], '');
  expect(out).toContain('"site":"https://a.example"');
  expect(err).toContain('damaged or incomplete');
  expect(code).toBe(2);
});

test.each([
  ['a baseline', ['lint', '--baseline', 'b.json', 'robots'], '{"version":1,"files":{}'],
  ['a configuration', ['lint', '--config', 'b.json', 'robots'], '{"lint":{}'],
])('%s', async (_name, argv, content) => {
  const whole = await repkit(argv, '', { 'b.json': `${content}}` });
  expect(whole.code).toBeLessThan(2);
  const { code, err } = await repkit(argv, '', { 'b.json': content });
  expect(err).toContain('b.json"');
  expect(code).toBe(2);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz } from '../../../../test/support/warc.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

function archive(): string {
  const file = `${temporaryFolder()}/a.warc.gz`;
  const blocking = 'User-agent: GPTBot\nDisallow: /\n';
  const bytes = warcGz([
    { url: 'https://a.example/robots.txt', body: blocking },
    { url: 'https://a.example/', body: 'x' },
    { url: 'https://b.example/robots.txt', status: 404, body: 'none' },
    { url: 'https://c.example/robots.txt', body: blocking },
  ]);
  writeFileSync(file, bytes.subarray(0, -9));
  return file;
}

async function survey(...argv: string[]) {
  const io = fakeIo();
  const code = await run(['survey', '--jobs', '1', ...argv], io);
  return { code, ...io.written, files: io.files };
}

test('one row per file and token, in order; a truncated tail is reported with its location', async () => {
  const file = archive();
  const { code, out, err } = await survey('--agent', 'GPTBot', '--agent', 'x', file);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ site, token, verdict }) => `${site} ${token} ${verdict}`)).toEqual([
    'https://a.example GPTBot disallowed',
    'https://a.example x allowed',
    'https://b.example GPTBot allowed',
    'https://b.example x allowed',
  ]);
  expect(code).toBe(2);
  expect(err).toMatch(/^repkit survey: ".*a\.warc\.gz", byte \d+: the file ends in the middle of a record\.\n/);
  expect(err).toContain('Surveyed 2 robots.txt, 1 unreadable, skipped 1 other record.\n');
});

test('shells of Windows pass on patterns', async () => {
  const path = archive();
  const io = { ...fakeIo(), findFiles: (name: string) => (name === 'a-*.gz' ? [path, path] : []) };
  expect(await run(['survey', '--jobs', '1', 'a-*.gz'], io)).toBe(2);
  const { out } = await survey(path, path);
  expect(io.written.out).toBe(out);
  expect(await run(['survey', 'b-*.gz'], io)).toBe(2);
  expect(io.written.err).toContain('repkit survey: No file matches "b-*.gz". Check the path.\n');
});

test('--quiet', async () => {
  const { err } = await survey('--quiet', archive());
  expect(err).toBe('repkit survey: Not all archives were complete. What was read was surveyed.\n');
});

test('--format csv and parquet, to a file', async () => {
  const csv = await survey('--quiet', '--format', 'csv', '--output', 'o.csv', archive());
  expect(
    Buffer.from(csv.files.get('o.csv.partial') ?? '')
      .toString()
      .split('\r\n'),
  ).toHaveLength(4);
  const parquet = await survey('--quiet', '--format', 'parquet', '--output', 'o', archive());
  expect(
    Buffer.from(parquet.files.get('o.partial') ?? '')
      .subarray(0, 4)
      .toString(),
  ).toBe('PAR1');
  expect(parquet.out).toBe('');
});

test('--html', async () => {
  const { files } = await survey('--quiet', '--html', 'o.html', archive());
  expect(Buffer.from(files.get('o.html') ?? '').toString()).toContain('<td>2</td>');
});

test.each([
  [],
  ['--policy', 'google'],
  ['--policy', 'google-2026'],
  ['--policy', 'koster1996'],
  ['--treat-429', 'unavailable'],
  ['--soft-not-found'],
])('RFC 9309 2.3.1: survey and filter treat status %s alike: %s', async (...policy) => {
  const statuses = [0, 200, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 499, 500, 503];
  const file = `${temporaryFolder()}/archive.ndjson`;
  const rules = 'User-agent: *\nDisallow: /\n';
  const rows = [
    ...statuses.map((status) => ({ host: `s${status}.example`, status, robotsTxt: rules })),
    { host: 'page.example', status: 500, robotsTxt: 'Page not found' },
  ];
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { out } = await survey(...policy, file);
  const lines = out.trim().split('\n');
  const surveyed = lines.map((line) => JSON.parse(line).verdict);
  const io = fakeIo({ stdin: rows.map(({ host }) => `http://${host}/\n`).join('') });
  expect(await run(['filter', '--archive', file, ...policy], io)).toBe(0);
  const filtered = io.written.out.trim().split('\n');
  expect(filtered.map((line) => line.split('\t')[2])).toEqual(surveyed);
  expect(surveyed[statuses.indexOf(429)]).toBe(policy[0] === '--treat-429' ? 'allowed' : 'unreachable');
  expect(surveyed[statuses.indexOf(500)]).toBe('unreachable');
  expect(surveyed.at(-1)).toBe(policy[0] === '--soft-not-found' ? 'allowed' : 'unreachable');
  expect(surveyed[statuses.indexOf(403)]).toBe(policy[1] === 'koster1996' ? 'disallowed' : 'allowed');
});

test.each(['--quiet', '--format=csv'])('no entry that can be read is an error: %s', async (option) => {
  const file = `${temporaryFolder()}/archive.ndjson`;
  writeFileSync(file, '{"host":"a.example"}\noops\n');
  const { code, out, err, files } = await survey(option, '--output', 'o', '--html', 'page', file);
  expect([code, out, [...files.keys()]]).toEqual([2, '', ['o.partial']]);
  expect(err).toContain('No entry could be read. Check the format of the archive.\n');
  const io = fakeIo({ stdin: 'https://a.example/\n' });
  expect(await run(['filter', '--archive', file], io)).toBe(2);
  expect(io.written.err).toContain('Not all inputs and archives were complete.');
});

test.each([
  [[], 'Missing argument. Write "repkit survey ARCHIVE…".'],
  [['--format', 'xml', 'a'], 'Use one of ndjson, csv, parquet'],
  [['/no/such/archive'], 'no such file or folder'],
  [['--html', 'a', 'a'], '--html "a" would overwrite "a".'],
  [['--dialect', 'gogle', 'a'], 'Did you mean "google"?'],
  [['--treat-429', 'allowed', 'a'], 'Use one of unavailable, unreachable.'],
])('%j is rejected', async (argv, sentence) => {
  const { code, err } = await survey(...argv);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('invalid options create no output file', async () => {
  await survey('--output', 'x', '/no/such');
  expect(existsSync('x')).toBe(false);
  expect(readFileSync(archive()).length).toBeGreaterThan(0);
});

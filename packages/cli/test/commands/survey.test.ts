import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';
import { temporaryFolder } from '../support/temporary.js';
import { warcGz } from '../support/warc.js';

function archive(): string {
  const file = `${temporaryFolder()}/a.warc.gz`;
  const blocking = 'User-agent: GPTBot\nDisallow: /\n';
  const octets = warcGz([
    { url: 'https://a.example/robots.txt', body: blocking },
    { url: 'https://a.example/', body: 'x' },
    { url: 'https://b.example/robots.txt', status: 404, body: 'none' },
    { url: 'https://c.example/robots.txt', body: blocking },
  ]);
  writeFileSync(file, octets.subarray(0, -9));
  return file;
}

async function survey(...argv: string[]) {
  const io = fakeIo();
  const code = await run(['survey', '--jobs', '1', ...argv], io);
  return { code, ...io.written, files: io.files };
}

test('a row a file and token, in order, and a tail that is cut is told with its place', async () => {
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
  expect(code).toBe(0);
  expect(err).toMatch(
    /^repkit survey: ".*a\.warc\.gz", octet \d+: the file ends in the middle of a record\.\n/,
  );
  expect(err).toContain(
    '2 robots.txt surveyed, 1 place could not be read, 1 record is of something else.\n',
  );
});

test('--quiet', async () => expect((await survey('--quiet', archive())).err).toBe(''));

test('--format csv and parquet, to a file', async () => {
  const csv = await survey('--quiet', '--format', 'csv', '--output', 'o.csv', archive());
  expect(
    Buffer.from(csv.files.get('o.csv') ?? '')
      .toString()
      .split('\r\n'),
  ).toHaveLength(4);
  const parquet = await survey('--quiet', '--format', 'parquet', '--output', 'o', archive());
  expect(
    Buffer.from(parquet.files.get('o') ?? '')
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
  [[], 'no archive is named'],
  [['--format', 'xml', 'a'], 'choose one of ndjson, csv, parquet'],
  [['/no/such/archive'], 'there is no such file'],
  [['--html', 'a', 'a'], '--html "a" is the same file as "a"'],
  [['--dialect', 'gogle', 'a'], 'was google meant?'],
])('%j is a mistake', async (argv, sentence) => {
  const { code, err } = await survey(...argv);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('nothing is left behind by a mistake', async () => {
  await survey('--output', 'x', '/no/such');
  expect(existsSync('x')).toBe(false);
  expect(readFileSync(archive()).length).toBeGreaterThan(0);
});

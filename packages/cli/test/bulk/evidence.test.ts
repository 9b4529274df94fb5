import { DatabaseSync } from 'node:sqlite';
import type { Finding } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { Evidence } from '../../src/bulk/evidence.js';
import { fakeIo } from '../support/fake-io.js';

const URLS = ['/a', '/b"c', '/line\nfeed', '/ü', '/\ud800', '/a\0b', '/,', ''];

/** In no order. */
const FINDINGS = Array.from({ length: 100 }, (_, index): Finding => {
  const second = (index * 37) % 60;
  return {
    class: 'violation',
    time: `2026-11-28T10:00:${String(second).padStart(2, '0')}.000Z`,
    address: `192.0.2.${index % 9}`,
    crawler: 'GPTBot',
    verification: 'verified',
    url: `https://example.com${URLS[index % URLS.length]}`,
    status: 200,
    rule: 'Disallow: /',
    line: 2,
    file: 'robots.txt',
    versions: 1,
  };
});

async function written(findings: readonly Finding[], stop?: AbortSignal) {
  const io = fakeIo();
  const evidence = await Evidence.open(io.openOutput('e.csv'));
  try {
    for (const finding of findings) evidence.add(finding);
    await evidence.write(stop);
  } finally {
    evidence.close();
  }
  return String(io.files.get('e.csv.partial'));
}

test('rows are in order, whatever the order of findings', async () => {
  const text = await written(FINDINGS);
  const rows = text.split('\r\n');
  expect(rows).toHaveLength(102);
  expect(rows.slice(1, -1)).toEqual(rows.slice(1, -1).sort());
  for (const url of ['/line\nfeed"', '/b""c"', '/a\0b', '/ü']) expect(text).toContain(url);
  expect(await written(FINDINGS.toReversed())).toBe(text);
});

test('more rows than the cache of SQLite holds', async () => {
  const long = FINDINGS.map((finding) => ({ ...finding, url: finding.url + 'ü'.repeat(50_000) }));
  const rows = (await written(long)).split('\r\n');
  expect(rows).toHaveLength(102);
  expect(rows.slice(1, -1)).toEqual(rows.slice(1, -1).sort());
});

test('evidence without findings is a header', async () => {
  expect(await written([])).toMatch(/^time,address,.*,versions\r\n$/);
});

test('a full disk is reported', () => {
  const database = new DatabaseSync('');
  const evidence = new Evidence(fakeIo().openOutput('e.csv'), database);
  database.exec('PRAGMA max_page_count = 3');
  const add = () => {
    for (const finding of FINDINGS) evidence.add(finding);
  };
  expect(add).toThrow('A temporary file of --evidence cannot be written: database or disk is full. Free some space');
  evidence.close();
});

test('writing can be stopped', async () => {
  const many = Array.from({ length: 20 }, () => FINDINGS).flat();
  await expect(written(many, AbortSignal.abort('SIGINT'))).rejects.toBe('SIGINT');
});

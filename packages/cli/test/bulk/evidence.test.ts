import type { Finding } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { Evidence } from '../../src/bulk/evidence.js';
import { fakeIo } from '../support/fake-io.js';

const URLS = ['/a', '/b"c', '/line\nfeed', '/ü', '/\ud800', '/,', ''];

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

function evidenceOf(findings: readonly Finding[], maxSorted: number, io = fakeIo()) {
  const evidence = new Evidence(io.openOutput('e.csv'), io, maxSorted);
  for (const finding of findings) evidence.add(finding);
  return { evidence, io };
}

async function written(findings: readonly Finding[], maxSorted: number) {
  const { evidence, io } = evidenceOf(findings, maxSorted);
  await evidence.write(undefined);
  evidence.close();
  return { text: String(io.files.get('e.csv.partial')), names: [...io.files.keys()] };
}

test.each([1, 2, 7, 50, 99, 100, 101])('runs of %i rows are merged in order', async (maxSorted) => {
  const { text } = await written(FINDINGS, 1_000_000);
  const rows = text.split('\r\n');
  expect(rows).toHaveLength(102);
  expect(rows.slice(1, -1)).toEqual(rows.slice(1, -1).sort());
  const merged = await written(FINDINGS.toReversed(), maxSorted);
  expect(merged.text).toBe(text);
  // The temporary file is removed.
  expect(merged.names).toEqual(['e.csv.partial']);
});

test('rows of more bytes than are read at a time', async () => {
  const long = FINDINGS.map((finding) => ({ ...finding, url: finding.url + 'ü'.repeat(50_000) }));
  expect(await written(long, 9)).toEqual(await written(long, 1000));
});

test('evidence without findings is a header', async () => {
  expect((await written([], 1)).text).toMatch(/^time,address,.*,versions\r\n$/);
});

test('a full disk is reported, and the temporary file is removed', async () => {
  const io = fakeIo();
  const { openTemporary } = io;
  const full = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const failing = { ...io, openTemporary: () => ({ ...openTemporary(), write: full }) };
  const evidence = new Evidence(io.openOutput('e.csv'), failing, 2);
  const add = () => {
    for (const finding of FINDINGS) evidence.add(finding);
  };
  expect(add).toThrow('The temporary file of --evidence cannot be written: the disk is full');
  evidence.close();
  expect([...io.files.keys()]).toEqual(['e.csv.partial']);
});

test('writing can be stopped', async () => {
  const many = Array.from({ length: 20 }, () => FINDINGS).flat();
  const { evidence } = evidenceOf(many, 500);
  await expect(evidence.write(AbortSignal.abort('SIGINT'))).rejects.toBe('SIGINT');
});

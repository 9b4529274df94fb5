import { byteText } from '@repkit/bulk/blocks';
import { expect, test } from 'vitest';
import { BUCKETS, cachedOriginOf, linesOf, Scatter } from '../src/scatter.js';

test('files return their lines in order, whatever the chunks', () => {
  const scatter = new Scatter();
  const long = '\xe9'.repeat(200_000);
  for (let n = 0; n < 1000; n++) scatter.add(n % 3 === 0 ? 0 : BUCKETS - 1, `line ${n}`);
  scatter.add(0, long);
  scatter.add(0, '');
  scatter.add(0, long);
  const files = scatter.files();
  expect(files.filter((file) => file !== undefined)).toHaveLength(2);
  const [first] = files;
  if (first === undefined) throw new Error('expected a file');
  const lines = Array.from({ length: 334 }, (_, n) => `line ${3 * n}`).concat(long, '', long);
  expect([...linesOf(first)]).toEqual(lines);
  const bytes = Buffer.concat([...first.read()]);
  for (const size of [1009, 65_536]) {
    const read = function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    expect([...linesOf({ read })]).toEqual(lines);
  }
});

test('normalizes origins (RFC 9309 2.3, RFC 3986 6.2)', () => {
  const read = cachedOriginOf();
  const spellings = [
    'http://example.com/a',
    'http://example.com/b',
    'HTTP://EXAMPLE.com:80',
    'http://user@example.com?q',
    'http://example.com./',
  ];
  for (const url of spellings) expect(read(url)).toEqual(read('http://example.com/'));
  expect(read(byteText('http://b\u00fccher.example/'))).toEqual(
    read('http://xn--bcher-kva.example/'),
  );
  for (const url of ['https://example.com/', 'http://example.com:81/', 'http://a.example.com/']) {
    expect(read(url).origin).not.toBe(read('http://example.com/').origin);
  }
});

test.each(['', '/a', 'mailto:a@b.example', 'http://', 'http://\xff.example/'])(
  '%j has no origin',
  (url) => {
    expect(cachedOriginOf()(url)).toEqual({ origin: '', hash: 0 });
  },
);

test('hashes use all files', () => {
  const read = cachedOriginOf();
  const buckets = Array.from(
    { length: 2000 },
    (_, n) => read(`http://127.0.0.1:${n + 1024}/`).hash & 63,
  );
  expect(new Set(buckets).size).toBe(64);
});

import { byteText } from '@repkit/bulk/blocks';
import { expect, test } from 'vitest';
import { originReader } from '../src/scatter.js';

test('spellings of an origin are one origin (RFC 9309 2.3, RFC 3986 6.2)', () => {
  const read = originReader();
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
  '%j has none',
  (url) => {
    expect(originReader()(url)).toEqual({ origin: '', hash: 0 });
  },
);

test('hashes spread over all files', () => {
  const read = originReader();
  const ways = Array.from(
    { length: 2000 },
    (_, n) => read(`http://127.0.0.1:${n + 1024}/`).hash & 63,
  );
  expect(new Set(ways).size).toBe(64);
});

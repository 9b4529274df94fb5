import { expect, test } from 'vitest';
import { webTargetStart } from '../../src/match/web-origin.js';
import { bytes } from '../support/make.js';

const START = 4;

/** The URL from the start of the path; undefined if it is not plain. */
function pathOf(url: string): string | undefined {
  const memory = new Uint8Array(4 * Math.ceil((START + url.length) / 4 + 1)).fill(0x2f);
  memory.set(bytes(url), START);
  const words = new Int32Array(memory.buffer);
  const start = webTargetStart(memory, words, START, START + url.length);
  return start < 0 ? undefined : url.slice(start - START);
}

test.each([
  ['http://h/a/b?c', '/a/b?c'],
  ['https://h/', '/'],
  ['https://www.example.com:8080/a', '/a'],
  ['http://192.0.2.1/a', '/a'],
  ['http://a-b.example/a', '/a'],
  ['http://h', undefined],
  ['http://h?a/', undefined],
  ['http://h#a/', undefined],
  ['http://h\\a/', undefined],
  ['http://user@h/', undefined],
  ['http://[::1]/', undefined],
  ['http://b\u00FCcher/', undefined],
  ['http:///a', undefined],
  ['http:/h/a', undefined],
  ['httpx://h/a', undefined],
  ['HTTP://h/a', undefined],
  ['ftp://h/a', undefined],
  ['//h/a', undefined],
  ['/a', undefined],
  ['', undefined],
])('row 19: the path of %j: %j', (url, path) => {
  expect(pathOf(url)).toBe(path);
});

test('the cached origin matches no other one', () => {
  const hosts = ['h', 'hh', 'h:80', 'www.example.com', 'www.example.net', 'wwwwexample.com', 'H'];
  const urls = hosts.flatMap((host) => [
    ['http', host, '/a'],
    ['https', host, '/'],
    ['http', host, ''],
    ['http', host, '?/'],
    ['http', `${host}.x`, '/b/'],
  ]);
  for (const [scheme, host, path] of urls) {
    for (const [otherScheme, otherHost, otherPath] of urls) {
      pathOf(`${scheme}://${host}${path}`);
      const expected = otherPath.startsWith('/') ? otherPath : undefined;
      expect(pathOf(`${otherScheme}://${otherHost}${otherPath}`)).toBe(expected);
    }
  }
});

test('ignores bytes after the end', () => {
  pathOf('http://example/');
  const memory = new Uint8Array(32);
  memory.set(bytes('http://example/'), START);
  const words = new Int32Array(memory.buffer);
  expect(webTargetStart(memory, words, START, START + 14)).toBe(-1);
  expect(webTargetStart(memory, words, START, START + 15)).toBe(START + 14);
});

test('a host of any length', () => {
  for (let length = 1; length < 200; length++) {
    const url = `https://${'h'.repeat(length)}/path`;
    for (const _again of [1, 2]) expect(pathOf(url)).toBe('/path');
  }
});

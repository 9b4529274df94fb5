import { describe, expect, test } from 'vitest';
import { readTarget, targetText } from '../../src/match/target.js';
import {
  googleTargetStart,
  NO_URL,
  plainHostEnd,
  targetStart,
} from '../../src/match/target-start.js';
import { bytes, tablesOf, utf8 } from '../support/make.js';

const START = 4;

/** The URL from the start of the path, among slashes; undefined if it is not plain. */
function plainPathOf(url: string): string | undefined {
  const memory = new Uint8Array(START + url.length + START).fill(0x2f);
  memory.set(bytes(url), START);
  const start = plainHostEnd(memory, START, START + url.length);
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
  ['http:/hh/a', undefined],
  ['http:h/h/a', undefined],
  ['httpx://h/a', undefined],
  ['httpx//h/a', undefined],
  ['xttp://h/a', undefined],
  ['hxtp://h/a', undefined],
  ['htxp://h/a', undefined],
  ['httx://h/a', undefined],
  ['/abc://h/a', undefined],
  ['HTTP://h/a', undefined],
  ['ftp://h/a', undefined],
  ['//h/a', undefined],
  ['/a', undefined],
  ['', undefined],
])('row 19: the path of %j: %j', (url, path) => {
  expect(plainPathOf(url)).toBe(path);
});

test('ignores bytes after the end', () => {
  const memory = bytes('http://example/');
  expect(plainHostEnd(memory, 0, 14)).toBe(-1);
  expect(plainHostEnd(memory, 0, 15)).toBe(14);
});

test('a host of any length', () => {
  for (let length = 1; length < 200; length++) {
    const url = `https://${'h'.repeat(length)}/path`;
    expect(plainPathOf(url)).toBe('/path');
  }
});

describe('targetStart', () => {
  const rest = (url: string, asUrlStandard: boolean) => {
    const start = targetStart(bytes(url), 0, url.length, asUrlStandard);
    return start === NO_URL ? undefined : url.slice(start);
  };

  test.each([
    // URL, URL Standard result, unchanged result
    ['http://h/a', '/a', '/a'],
    ['http://h', '', ''],
    ['http://h?a', '?a', '?a'],
    ['http://h#a', '#a', '#a'],
    ['http://h\\a', '\\a', ''],
    ['http:/h/a', '/a', undefined],
    ['http:h/a', '/a', undefined],
    ['http:h/g/a', '/g/a', undefined],
    ['httpx//h/a', undefined, undefined],
    ['x:ab', undefined, undefined],
    ['x:/', undefined, undefined],
    ['http:////h/a', '/a', '//h/a'],
    ['http://', undefined, ''],
    ['http:///', undefined, '/'],
    ['http:', undefined, undefined],
    ['WSS:\\\\h\\a', '\\a', undefined],
    ['x://h/a', '/a', '/a'],
    ['x:///a', '/a', '/a'],
    ['x://', '', ''],
    ['x:/a', undefined, undefined],
    ['x:a', undefined, undefined],
    ['x:\\\\h/a', undefined, undefined],
    ['x://h\\a/b', '/b', '/b'],
    ['httpx:h/a', undefined, undefined],
    ['a1+-.://h/a', '/a', '/a'],
    ['z://h/a', '/a', '/a'],
    ['1a://h/a', undefined, undefined],
    ['{://h/a', undefined, undefined],
    ['`://h/a', undefined, undefined],
    ['+a://h/a', undefined, undefined],
    ['a_b://h/a', undefined, undefined],
    ['://h/a', undefined, undefined],
    ['a', undefined, undefined],
    ['', undefined, undefined],
    ['/a', '/a', '/a'],
    ['/', '/', '/'],
    ['//h/a', '/a', '/a'],
    ['/\\h/a', '/a', '/\\h/a'],
    ['//', undefined, ''],
    ['///h/a', '/a', '/h/a'],
    ['/\\\\/h\\a', '\\a', '/\\\\/h\\a'],
    ['///', undefined, '/'],
    ['\\a', undefined, undefined],
    ['?a', undefined, undefined],
  ])('row 19: %j', (url, standard, written) => {
    expect(rest(url, true)).toBe(standard);
    expect(rest(url, false)).toBe(written);
  });
});

test.each(['', 'x', 'x:', 'x:/', '/'])('targetStart ignores bytes after the end: %j', (url) => {
  for (const asUrlStandard of [true, false]) {
    const expected = targetStart(bytes(url), 0, url.length, asUrlStandard);
    for (const after of ['://h/a', '//h/a', '/h/a']) {
      const memory = bytes(url + after);
      expect(targetStart(memory, 0, url.length, asUrlStandard)).toBe(expected);
    }
  }
});

/** The URL from the start of the path; undefined if there is none. */
function googlePathOf(url: string): string | undefined {
  const before = 'http://x/';
  const text = bytes(before + url);
  const end = text.length;
  const start = googleTargetStart(text, before.length, end);
  return start === end ? undefined : (before + url).slice(start);
}

const target = (url: string) => targetText(readTarget(url, tablesOf('google')), url);

describe('row 19: Google only: where the path starts', () => {
  test.each([
    ['http://www.example.com/a/b', '/a/b'],
    ['http://www.example.com', undefined],
    ['http://www.example.com?a', '?a'],
    ['http://www.example.com;a', ';a'],
    ['http://www.example.com/a?b;c', '/a?b;c'],
    ['www.example.com/a', '/a'],
    ['example.com', undefined],
    ['//h/a', '/a'],
    ['//h', undefined],
    ['//', undefined],
    ['/', '/'],
    ['///a', '/a'],
    ['/a//b', '/a//b'],
    ['a', undefined],
    ['', undefined],
    ['?a', '?a'],
    [';a', ';a'],
    ['://h/a', '/a'],
    ['h://g', undefined],
    ['h:/g', '/g'],
    ['h:///g', '/g'],
    ['a/b://c/d', '/b://c/d'],
    ['a?b://c/d', '?b://c/d'],
    ['http://h/a://b/c', '/a://b/c'],
    ['//a://b/c', '/c'],
  ])('%j: %j', (url, expected) => {
    expect(googlePathOf(url)).toBe(expected);
  });

  test.each(['http://h#a/b', 'h#/a', '#/a', '//#/a', 'ht#tp://h/a', 'http://h#?a'])(
    'no path if a fragment comes first: %j',
    (url) => {
      expect(googlePathOf(url)).toBeUndefined();
    },
  );

  test('reads only the bytes of the URL', () => {
    const text = bytes('h/a');
    expect(googleTargetStart(text, 0, 1)).toBe(1);
    expect(googleTargetStart(bytes('//'), 0, 1)).toBe(0);
    expect(googleTargetStart(bytes('h://x'), 0, 3)).toBe(2);
  });
});

describe('row 19: Google only: any text has a target', () => {
  test.each([
    ['http://h', '/'],
    ['http://h?a', '/?a'],
    ['http://h;a', '/;a'],
    ['http://h/a#b', '/a'],
    ['http://h/a?b#c/d', '/a?b'],
    ['example.com/a', '/a'],
    ['no url at all', '/'],
    ['', '/'],
    ['#', '/'],
    ['/a#', '/a'],
    [' http://h/a ', '/a '],
    ['http://h/é%7e', '/é%7e'],
    ['http://h/\n', '/\n'],
  ])('%j: %j', (url, expected) => {
    expect(target(url)).toBe(expected);
  });
});

test('worst case: linear: a megabyte without a path', () => {
  for (const unit of ['h', ':', '#', '@']) {
    const text = utf8(unit.repeat(1_000_000));
    expect(googleTargetStart(text, 0, text.length)).toBe(text.length);
  }
});

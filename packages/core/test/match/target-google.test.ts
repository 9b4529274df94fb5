import { describe, expect, test } from 'vitest';
import { readTarget, targetText } from '../../src/match/target.js';
import { googleTargetStart } from '../../src/match/target-google.js';
import { bytes, tablesOf, utf8 } from '../support/make.js';

/** The URL from the start of the path; undefined if there is none. */
function rest(url: string): string | undefined {
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
    expect(rest(url)).toBe(expected);
  });

  test.each(['http://h#a/b', 'h#/a', '#/a', '//#/a', 'ht#tp://h/a', 'http://h#?a'])(
    'no path if a fragment comes first: %j',
    (url) => {
      expect(rest(url)).toBeUndefined();
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

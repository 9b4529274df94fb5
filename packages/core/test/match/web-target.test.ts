import { describe, expect, test } from 'vitest';
import { readTarget, targetText } from '../../src/match/target.js';
import {
  hasWebMarks,
  resolveDotSegments,
  slashBeforeDot,
  strip,
  turnBackslashes,
} from '../../src/match/web-target.js';
import { latin1OfBytes } from '../naive/bytes.js';
import { bytes, tablesOf } from '../support/make.js';
import { wordsOf } from '../support/words.js';

/** The result of an in-place function, from after `<` to the returned end. */
function inPlace(
  work: (text: Uint8Array, start: number, end: number) => number,
  text: string,
): string {
  const memory = bytes(`<${text}>`);
  const end = work(memory, 1, 1 + text.length);
  expect(memory[0]).toBe('<'.charCodeAt(0));
  return latin1OfBytes(memory.subarray(1, end));
}

test.each([
  ['a', 'a'],
  ['', ''],
  [' \0\x1F a b \n', 'a b'],
  ['a\tb\nc\rd', 'abcd'],
  ['\0\t ', ''],
  ['a\x01b', 'a\x01b'],
  ['\xA0a\x7F', '\xA0a\x7F'],
])('row 20: strip: %j is %j', (text, expected) => {
  expect(inPlace(strip, text)).toBe(expected);
});

test('row 20: turns backslashes into slashes in the path but not in the query', () => {
  const text = bytes('\\a\\b?\\c');
  turnBackslashes(text, 0, text.length);
  expect(latin1OfBytes(text)).toBe('/a/b?\\c');
});

test.each([
  ['/a/b?c', false],
  ['', false],
  ['/a b', true],
  ['/a\\b', true],
  ['/a?\\', true],
  ['/a\t', true],
  ['\x1F/a', true],
  ['/\x7F\xFF', false],
])('row 20: hasWebMarks of %j: %s', (text, expected) => {
  expect(hasWebMarks(bytes(` ${text} `), 1, 1 + text.length)).toBe(expected);
});

const resolveAll = (text: Uint8Array, start: number, end: number) =>
  resolveDotSegments(text, start, start, end);

function resolveFromFirst(text: Uint8Array, start: number, end: number): number {
  const first = slashBeforeDot(text, start, end);
  return first < 0 ? end : resolveDotSegments(text, start, first, end);
}

describe('row 20: dot segments', () => {
  test.each([
    ['/', '/'],
    ['/.', '/'],
    ['/..', '/'],
    ['/./', '/'],
    ['/../', '/'],
    ['/a/.', '/a/'],
    ['/a/..', '/'],
    ['/a/../', '/'],
    ['/a/../b', '/b'],
    ['/a/./b', '/a/b'],
    ['/../../a', '/a'],
    ['/a//../b', '/a/b'],
    ['//..', '/'],
    ['/...', '/...'],
    ['/.a/..b/c./d..', '/.a/..b/c./d..'],
    ['/a/b/../../c', '/c'],
    ['/a/..?/../x', '/?/../x'],
    ['/a?..', '/a?..'],
    ['/a/../../..//b', '//b'],
  ])('%j is %j', (path, expected) => {
    expect(inPlace(resolveAll, path)).toBe(expected);
    expect(inPlace(resolveFromFirst, path)).toBe(expected);
  });

  test.each([
    ['/', -1],
    ['', -1],
    ['.', -1],
    ['/.', 0],
    ['/a/..b', 2],
    ['/a?/.', 3],
    ['/a./b', -1],
  ])('%j: the slash before the first dot is at %i', (path, place) => {
    expect(slashBeforeDot(bytes(`/.${path}/.`), 2, 2 + path.length)).toBe(
      place < 0 ? -1 : 2 + place,
    );
  });

  test('like `new URL`: every path of up to five of six pieces', () => {
    for (const path of wordsOf(['a', '.', '..', '/', '%2e', '?'], 5)) {
      const { pathname, search } = new URL(`http://h/${path}`);
      const query = search === '' && path.includes('?') ? '?' : search;
      const [canonical] = pathname.replaceAll('%2e', '.').split('?');
      expect([
        path,
        targetText(readTarget(`http://h/${path}`, tablesOf()), `http://h/${path}`),
      ]).toEqual([path, canonical + query.replaceAll('%2e', '.')]);
    }
  });

  test('worst case: linear: a megabyte of segments', () => {
    for (const unit of ['/..', '/.', '/', '/a', '/a/..']) {
      expect(inPlace(resolveAll, unit.repeat(1_000_000 / unit.length))[0]).toBe('/');
    }
  });
});

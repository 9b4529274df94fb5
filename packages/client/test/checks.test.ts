import { describe, expect, test } from 'vitest';
import {
  anything,
  type Check,
  checkMembers,
  data,
  either,
  flag,
  isOf,
  listOf,
  methods,
  numberFrom,
  oneOf,
  optional,
  text,
} from '../src/validate/checks.js';

/** Returns the error of a check for a value named `it`; undefined if it is accepted. */
function messageOf(check: Check, value: unknown): string | undefined {
  try {
    check(value, 'it');
    return undefined;
  } catch (error) {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
    throw error;
  }
}

const point = data({ x: numberFrom(0, 9), y: numberFrom(0, 9) }, 'a point');

describe('each check', () => {
  test.each<[string, Check, readonly unknown[]]>([
    ['anything', anything, [undefined, null, 5]],
    ['text', text, ['', 'a']],
    ['flag', flag, [true, false]],
    ['a function', isOf('function', 'a function'), [() => 5, class {}]],
    ['one of some', oneOf('a', 'b'), ['a', 'b']],
    ['a number', numberFrom(1, Number.POSITIVE_INFINITY), [1, 1.5, Number.POSITIVE_INFINITY]],
    ['a whole number', numberFrom(1, 3, 'whole'), [1, 3]],
    ['a list', listOf(text, 'texts'), [[], ['a', 'b']]],
    [
      'data',
      point,
      [
        { x: 0, y: 9 },
        { x: 1, y: 1, z: undefined },
      ],
    ],
    ['optional members', data(optional({ x: text }), 'an object'), [{}, { x: undefined }]],
    ['methods', methods(['next'], 'an iterator'), [[].values(), { next: () => {}, name: 'a' }]],
    ['either', either('string', point), ['a', { x: 0, y: 9 }]],
  ])('%s: accepts valid values', (_, check, values) => {
    for (const value of values) expect(messageOf(check, value)).toBeUndefined();
  });

  test.each<[Check, unknown, string]>([
    [text, undefined, 'TypeError: it must be a string (received undefined).'],
    [text, null, 'TypeError: it must be a string (received null).'],
    [text, [], 'TypeError: it must be a string (received Array).'],
    [flag, 'secret', 'TypeError: it must be true or false (received string).'],
    [flag, new URL('https://secret@a'), 'TypeError: it must be true or false (received URL).'],
    [oneOf('a', 'b'), 'c', 'RangeError: it must be "a" or "b" (received "c").'],
    [oneOf('a', 'b'), 5, 'TypeError: it must be "a" or "b" (received number).'],
    [numberFrom(1, 3), 0, 'RangeError: it must be a number from 1 to 3 (received 0).'],
    [numberFrom(1, 3), Number.NaN, 'RangeError: it must be a number from 1 to 3 (received NaN).'],
    [numberFrom(1, 3), 2n, 'TypeError: it must be a number from 1 to 3 (received bigint).'],
    [numberFrom(1, 3, 'whole'), 1.5, 'RangeError: it must be a whole number from 1 to 3 (received 1.5).'],
    [listOf(text, 'texts'), 'a', 'TypeError: it must be texts (received string).'],
    [listOf(text, 'texts'), ['a', 5], 'TypeError: it[1] must be a string (received number).'],
    [listOf(text, 'texts'), new Array(1), 'TypeError: it[0] must be a string (received undefined).'],
    [point, null, 'TypeError: it must be a point (received null).'],
    [point, { x: 1 }, 'TypeError: it.y must be a number from 0 to 9 (received undefined).'],
    [point, { x: 1, y: 10 }, 'RangeError: it.y must be a number from 0 to 9 (received 10).'],
    [point, { x: 1, y: 1, z: 1 }, 'TypeError: Unknown option it.z. Valid options: x, y.'],
    [point, { toString: 1 }, 'TypeError: Unknown option it.toString. Valid options: x, y.'],
    [methods(['next'], 'an iterator'), {}, 'TypeError: it must be an iterator (it has no method next).'],
    [methods(['next'], 'an iterator'), 'a', 'TypeError: it must be an iterator (received string).'],
    [either('string', point), 5, 'TypeError: it must be a point (received number).'],
  ])('%#: reports the expected and the received value', (check, value, sentence) => {
    expect(messageOf(check, value)).toBe(sentence);
  });
});

test('checks getters of classes, and allows an empty prefix', () => {
  class Point {
    get x() {
      return 5;
    }
  }
  checkMembers(new Point(), { x: numberFrom(0, 9) }, '');
  expect(() => checkMembers(new Point(), { x: text }, '')).toThrow('x must be');
});

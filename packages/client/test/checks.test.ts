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
} from '../src/checks.js';

/** What a check says of a value at `it`; undefined where it lets it pass. */
function said(check: Check, value: unknown): string | undefined {
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
    ['what may be left out', data(optional({ x: text }), 'an object'), [{}, { x: undefined }]],
    ['methods', methods(['next'], 'an iterator'), [[].values(), { next: () => {}, name: 'a' }]],
    ['either', either('string', point), ['a', { x: 0, y: 9 }]],
  ])('%s: lets pass what is right', (_, check, values) => {
    for (const value of values) expect(said(check, value)).toBeUndefined();
  });

  test.each<[Check, unknown, string]>([
    [text, undefined, 'TypeError: it is undefined: give a string.'],
    [text, null, 'TypeError: it is null: give a string.'],
    [text, [], 'TypeError: it is of type Array: give a string.'],
    [flag, 'secret', 'TypeError: it is of type string: give true or false.'],
    [flag, new URL('https://secret@a'), 'TypeError: it is of type URL: give true or false.'],
    [oneOf('a', 'b'), 'c', 'RangeError: it is "c": give "a" or "b".'],
    [oneOf('a', 'b'), 5, 'TypeError: it is of type number: give "a" or "b".'],
    [numberFrom(1, 3), 0, 'RangeError: it is 0: give a number from 1 to 3.'],
    [numberFrom(1, 3), Number.NaN, 'RangeError: it is NaN: give a number from 1 to 3.'],
    [numberFrom(1, 3), 2n, 'TypeError: it is of type bigint: give a number from 1 to 3.'],
    [numberFrom(1, 3, 'whole'), 1.5, 'RangeError: it is 1.5: give a whole number from 1 to 3.'],
    [listOf(text, 'texts'), 'a', 'TypeError: it is of type string: give texts.'],
    [listOf(text, 'texts'), ['a', 5], 'TypeError: it[1] is of type number: give a string.'],
    [listOf(text, 'texts'), new Array(1), 'TypeError: it[0] is undefined: give a string.'],
    [point, null, 'TypeError: it is null: give a point.'],
    [point, { x: 1 }, 'TypeError: it.y is undefined: give a number from 0 to 9.'],
    [point, { x: 1, y: 10 }, 'RangeError: it.y is 10: give a number from 0 to 9.'],
    [point, { x: 1, y: 1, z: 1 }, 'TypeError: There is no option it.z: choose among x, y.'],
    [point, { toString: 1 }, 'TypeError: There is no option it.toString: choose among x, y.'],
    [methods(['next'], 'an iterator'), {}, 'TypeError: it has no method next: give an iterator.'],
    [methods(['next'], 'an iterator'), 'a', 'TypeError: it is of type string: give an iterator.'],
    [either('string', point), 5, 'TypeError: it is of type number: give a point.'],
  ])('%#: says what there is and what to give', (check, value, sentence) => {
    expect(said(check, value)).toBe(sentence);
  });
});

test('members that a class has are seen, and what stands before a name may be nothing', () => {
  class Point {
    get x() {
      return 5;
    }
  }
  checkMembers(new Point(), { x: numberFrom(0, 9) }, '');
  expect(() => checkMembers(new Point(), { x: text }, '')).toThrow('x is of type number: give');
});

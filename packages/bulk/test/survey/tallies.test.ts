import { expect, test } from 'vitest';
import { BYTE_RANGES, rangeOf, Tallies, tableFor } from '../../src/survey/tallies.js';

test('adds up partial counts and sorts them', () => {
  const one = new Tallies();
  one.count('a', 'x');
  one.count('a', '__proto__', 3);
  const two = new Tallies();
  two.count('a', 'x', 4);
  two.count('b', 'y');
  one.add(structuredClone(two.plain()));
  expect(one.of('a')).toEqual([
    ['x', 5],
    ['__proto__', 3],
  ]);
  expect([one.get('b', 'y'), one.get('b', 'z'), one.of('c')]).toEqual([1, 0, []]);
});

test('a token has its own table', () => expect(tableFor('verdict', '*')).toBe('verdict *'));

test.each([
  [0, '0'],
  [63, '1'],
  [64, '64'],
  [9_999_999, '512001'],
])('%i belongs to the range from %s', (value, range) => {
  expect(rangeOf(value, BYTE_RANGES)).toBe(range);
});

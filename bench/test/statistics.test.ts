import { expect, test } from 'vitest';
import { median, quantile, short, table, times } from '../src/statistics.js';

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([1, 2, 3, 10])).toBe(2.5);
});

test('quantiles accept unsorted values and do not change them', () => {
  const values = [4, 0, 2, 1, 3];
  expect([quantile(values, 0), quantile(values, 0.25), quantile(values, 1)]).toEqual([0, 1, 4]);
  expect(values).toEqual([4, 0, 2, 1, 3]);
  expect(() => median([])).toThrow(RangeError);
});

test('prints numbers with three significant digits', () => {
  expect([0.5, 12.34, 123.4, 1_234, 45_600, 7_890_000].map(short)).toEqual([
    '0.50',
    '12.3',
    '123',
    '1.23k',
    '45.6k',
    '7.89M',
  ]);
  expect(times(8.456)).toBe('8.46x');
});

test('aligns columns', () => {
  expect(
    table([
      ['name', 'a', 'bb'],
      ['x', '1,000', '2'],
    ]),
  ).toBe('name      a  bb\nx     1,000   2');
});

import { expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { SecondList } from '../../src/audit/second-list.js';

const DAY = 86_400;

test.each<[string, readonly number[], number, number]>([
  ['an empty list', [], 10, Number.NEGATIVE_INFINITY],
  ['only later seconds', [10], 10, Number.NEGATIVE_INFINITY],
  ['the second before', [9, 10, 11], 10, 9],
  ['in any order, more than once', [11, 9, 5, 9], 11, 9],
  ['on an earlier day', [9, 3 * DAY + 5], 3 * DAY + 5, 9],
  ['midnight', [DAY - 1, DAY], DAY, DAY - 1],
  ['a day without seconds', [9], 7 * DAY, 9],
])('%s', (_name, seconds, limit, expected) => {
  const list = new SecondList();
  for (const second of seconds) list.add(second);
  expect(list.lastBefore(limit)).toBe(expected);
});

test('a year of seconds, the latest file first, takes linear time', () => {
  const list = new SecondList();
  const began = cpuMs();
  for (let month = 11; month >= 0; month--) {
    for (let second = 0; second < 30 * DAY; second += 26) list.add(month * 30 * DAY + second);
  }
  // Measured: 0.3 s. In a single list, it takes minutes.
  expect(cpuMs() - began).toBeLessThan(10_000);
  expect(list.lastBefore(360 * DAY)).toBe(360 * DAY - 8);
}, 60_000);

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
  expect([list.lastBefore(limit), list.size]).toEqual([expected, new Set(seconds).size]);
});

test('what is retained', () => {
  const list = new SecondList();
  for (const second of [1, 2, 2 * DAY, 3 * DAY]) list.add(second);
  const seen: number[] = [];
  list.retain((second) => {
    seen.push(second);
    return second % 2 === 1 || second === 3 * DAY;
  });
  expect([seen, list.size]).toEqual([[1, 2, 2 * DAY, 3 * DAY], 2]);
  expect([list.lastBefore(3 * DAY), list.lastBefore(4 * DAY)]).toEqual([1, 3 * DAY]);
});

test('a year of seconds, the latest file first, takes linear time', () => {
  const list = new SecondList();
  const began = cpuMs();
  for (let month = 11; month >= 0; month--) {
    for (let second = 0; second < 30 * DAY; second += 26) list.add(month * 30 * DAY + second);
  }
  // Measured: 0.3 s. In a single list, it takes minutes.
  expect(cpuMs() - began).toBeLessThan(10_000);
  expect(list.size).toBeGreaterThan(1_000_000);
}, 60_000);

import { expect, test } from 'vitest';
import { type LaneResult, race, rateOf, ratioOf, spreadOf } from '../src/race.js';

const results: LaneResult[] = [
  { heat: 'a', contender: 'fast', rates: [100, 200, 50] },
  { heat: 'a', contender: 'slow', rates: [10, 25, 5] },
  { heat: 'b', contender: 'fast', rates: [40, 50, 60] },
];

test('a rate is the median of the rounds', () => {
  expect(rateOf(results, 'a', 'fast')).toBe(100);
});

test('a ratio is the median of the ratios per round, which removes drift', () => {
  expect(ratioOf(results, 'a', 'fast', 'slow')).toBe(10);
});

test('the spread compares the heats of one contender', () => {
  expect(spreadOf(results, ['a', 'b'], 'fast')).toBe(2);
});

test('an error names an unknown lane', () => {
  expect(() => rateOf(results, 'c', 'fast')).toThrow('fast at c');
});

test('a rate is measured by the given clock', async () => {
  let time = 0;
  const now = async () => time;
  const lane = (contender: string, ms: number) => {
    const work = (_: number, count: number) => {
      time += ms * count;
      return count;
    };
    return { heat: 'a', contender, work };
  };
  const options = { rounds: 3, turnMs: 10, warmUpMs: 20, now };
  const rates = await race([lane('fast', 1), lane('slow', 4)], options);
  expect(rates.map((result) => result.rates)).toEqual([
    [1000, 1000, 1000],
    [250, 250, 250],
  ]);
});

test('every lane runs in every round, asynchronous work included', async () => {
  const ran: string[] = [];
  let time = 0;
  const spend = (ms: number): number => {
    time += ms;
    return ms;
  };
  const raced = await race(
    [
      {
        heat: 'h',
        contender: 'sync',
        work: (from, count) => {
          ran.push(`sync ${from}`);
          return spend(0.2 * count);
        },
      },
      {
        heat: 'h',
        contender: 'async',
        work: async (from, count) => {
          ran.push(`async ${from}`);
          await null;
          return spend(2 * count);
        },
      },
    ],
    { rounds: 3, turnMs: 2, warmUpMs: 2, now: () => time },
  );
  expect(ran.slice(-6)).toEqual(['sync 0', 'async 0', 'sync 1', 'async 1', 'sync 2', 'async 2']);
  expect(raced.map(({ rates }) => rates.length)).toEqual([3, 3]);
  expect(ratioOf(raced, 'h', 'sync', 'async')).toBeCloseTo(10);
});

import { expect, test } from 'vitest';
import type { Contender } from '../src/contender.js';
import { SIZES } from '../src/inputs.js';
import { agreement, firstPass, raceRepeated } from '../src/repeated.js';

const always = (name: string, allowed: number): Contender => ({
  name,
  prepare: () => (_, __, count) => allowed * count,
});
const byLength: Contender = {
  name: 'by length',
  prepare: () => (urls, from) => (urls[from]?.length ?? 0) % 2,
};

test('agreement is the percentage of equal verdicts', async () => {
  expect(await agreement(always('a', 1), always('b', 1), 'tiny')).toBe(100);
  expect(await agreement(always('a', 1), always('b', 0), 'tiny')).toBe(0);
  const half = await agreement(byLength, always('b', 0), 'tiny');
  expect(half).toBeGreaterThan(40);
  expect(half).toBeLessThan(60);
});

test('rejects a contender that cannot check URLs', async () => {
  await expect(agreement({ name: 'a' }, always('b', 0), 'tiny')).rejects.toThrow(TypeError);
});

test('a first pass checks each URL once', async () => {
  const calls: number[] = [];
  const contender: Contender = {
    name: 'a',
    prepare: () => (urls, from, count) => calls.push(from, count, urls.length),
  };
  expect(await firstPass(contender, 'tiny', 2)).toHaveLength(2);
  expect(calls).toEqual([0, 2_000, 2_000, 0, 2_000, 2_000]);
});

test('every contender that can check URLs runs in every size', async () => {
  const contenders = [always('a', 1), byLength, { name: 'parses only' }];
  const results = await raceRepeated(contenders, 'few', { rounds: 1, turnMs: 0.01, warmUpMs: 0 });
  expect(results).toHaveLength(SIZES.length * 2);
});

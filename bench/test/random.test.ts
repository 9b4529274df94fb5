import { expect, test } from 'vitest';
import { seededRandom } from '../src/random.js';

test('equal seeds give equal numbers, different seeds different ones', () => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 50 }, () => random.below(1_000_000));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('below() returns every number below its bound and no others', () => {
  const random = seededRandom(1);
  const seen = new Set(Array.from({ length: 1_000 }, () => random.below(6)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('chance() is true in the given percentage of calls', () => {
  const random = seededRandom(2);
  const hits = Array.from({ length: 10_000 }, () => random.chance(20)).filter(Boolean).length;
  expect(hits).toBeGreaterThan(1_800);
  expect(hits).toBeLessThan(2_200);
});

test('pick() rejects an empty list', () => {
  expect(() => seededRandom(3).pick([])).toThrow(RangeError);
});

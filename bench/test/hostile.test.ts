import { expect, test } from 'vitest';
import { type HostileOutcome, leastOf } from '../src/hostile.js';

const done = (firstMs: number, slowestMs: number, memoryBytes: number): HostileOutcome => ({
  ended: 'done',
  first: { firstMs, firstCpuMs: firstMs },
  further: { slowestMs, memoryBytes },
});

test('the least of the runs, figure by figure', () => {
  expect(leastOf([done(3, 9, 50), done(5, 7, 60)])).toEqual(done(3, 7, 50));
});

test('a run without an end stands for all', () => {
  const stopped: HostileOutcome = { ended: 'over-time', first: { firstMs: 4, firstCpuMs: 4 } };
  expect(leastOf([done(3, 9, 50), stopped])).toBe(stopped);
});

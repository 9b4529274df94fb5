import { expect, test } from 'vitest';
import { type HostileOutcome, minimumOf } from '../src/hostile.js';

const done = (firstMs: number, slowestMs: number, memoryBytes: number): HostileOutcome => ({
  ended: 'done',
  first: { firstMs, firstCpuMs: firstMs },
  further: { slowestMs, memoryBytes },
});

test('takes the minimum of each figure', () => {
  expect(minimumOf([done(3, 9, 50), done(5, 7, 60)])).toEqual(done(3, 7, 50));
});

test('reports a run that did not finish', () => {
  const stopped: HostileOutcome = { ended: 'timed-out', first: { firstMs: 4, firstCpuMs: 4 } };
  expect(minimumOf([done(3, 9, 50), stopped])).toBe(stopped);
});

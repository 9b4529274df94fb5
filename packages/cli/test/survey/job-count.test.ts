import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { jobCount } from '../../src/survey/job-count.js';

test('as many as there are cores, or as many as are asked for', () => {
  expect([jobCount(undefined), jobCount('3')]).toEqual([availableParallelism(), 3]);
});

test.each(['0', '257', '-1', 'two', ''])('%j is no number of threads', (value) => {
  expect(() => jobCount(value)).toThrow('leave it out');
});

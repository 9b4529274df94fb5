import { expect, test } from 'vitest';
import { stateOf } from '../src/status.js';

const NO_JOBS = { waiting: 0, active: 0, delayed: 0, failed: 0 };

test('derives the state of a run', () => {
  const of = (pieces: number | undefined, donePieces: number, jobs = {}) =>
    stateOf({ pieces, donePieces }, { ...NO_JOBS, ...jobs });
  expect(of(undefined, 3)).toBe('submitting');
  expect(of(3, 3)).toBe('done');
  expect(of(3, 2, { active: 1, failed: 1 })).toBe('running');
  expect(of(3, 2, { delayed: 1 })).toBe('running');
  expect(of(3, 2, { failed: 1 })).toBe('failed');
  expect(of(3, 2)).toBe('lost');
});

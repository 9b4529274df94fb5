import { expect, test } from 'vitest';
import { MINUTE } from '../../src/limits.js';
import { isAhead, lastAttemptAt, laterEntry } from '../../src/policy/last-attempt.js';
import { copy, entry, failing, NOW } from '../support/entries.js';

const settledLate = entry({ settled: { ...copy, at: NOW + 9 } });
const failedLate = entry({ failing: { ...failing, at: NOW + 9 } });

test('the failure is the last attempt where there is one', () => {
  expect(lastAttemptAt(entry())).toBe(NOW);
  expect(lastAttemptAt(failedLate)).toBe(NOW + 9);
  expect(lastAttemptAt(entry({ settled: { ...copy, at: NOW + 99 }, failing }))).toBe(failing.at);
});

test('the later entry, and the first of two', () => {
  expect(laterEntry(undefined, undefined)).toBeUndefined();
  expect(laterEntry(settledLate, undefined)).toBe(settledLate);
  expect(laterEntry(undefined, settledLate)).toBe(settledLate);
  expect(laterEntry(entry(), settledLate)).toBe(settledLate);
  expect(laterEntry(failedLate, entry())).toBe(failedLate);
  expect(laterEntry(settledLate, failedLate)).toBe(settledLate);
});

test('clocks that differ a little are no clock that was set back', () => {
  expect(isAhead(NOW + MINUTE, NOW)).toBe(false);
  expect(isAhead(NOW + MINUTE + 1, NOW)).toBe(true);
});

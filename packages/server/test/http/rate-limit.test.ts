import { expect, test, vi } from 'vitest';
import { RateLimit } from '../../src/http/admission.js';

test('a client over the limit waits for the end of the minute, others do not', () => {
  let now = 5000;
  const rate = new RateLimit(2, () => now);
  expect([rate.count('a'), rate.count('a'), rate.count('a'), rate.count('b')]).toEqual([
    0, 0, 60, 0,
  ]);
  now += 59_000;
  expect(rate.count('a')).toBe(1);
  now += 1000;
  expect(rate.count('a')).toBe(0);
});

test('a wall clock that is set back changes nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2056, 0) });
  try {
    const rate = new RateLimit(1);
    rate.count('a');
    vi.setSystemTime(0);
    expect(rate.count('a')).toBeLessThanOrEqual(60);
  } finally {
    vi.useRealTimers();
  }
});

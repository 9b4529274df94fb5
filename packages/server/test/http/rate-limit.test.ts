import { expect, test, vi } from 'vitest';
import { rateLimit } from '../../src/http/admission.js';

test('a client over the limit waits for the end of the minute, others do not', () => {
  let now = 5000;
  const rate = rateLimit(2, () => now);
  expect([rate('a'), rate('a'), rate('a'), rate('b')]).toEqual([0, 0, 60, 0]);
  now += 59_000;
  expect(rate('a')).toBe(1);
  now += 1000;
  expect(rate('a')).toBe(0);
});

test('a wall clock that is set back changes nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2056, 0) });
  try {
    const rate = rateLimit(1);
    rate('a');
    vi.setSystemTime(0);
    expect(rate('a')).toBeLessThanOrEqual(60);
  } finally {
    vi.useRealTimers();
  }
});

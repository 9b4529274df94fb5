import { expect, test } from 'vitest';
import * as limits from '../src/limits.js';

test('RFC 9309 2.3.1.2, 2.4, 2.3.1.4; Koster 1996 3.4; Google: the figures of the documents', () => {
  expect(limits.MAX_REDIRECTS).toBe(5);
  expect(limits.CACHE_LIFE).toBe(24 * 60 * 60 * 1000);
  expect(limits.UNREACHABLE_PERIOD).toBe(30 * 24 * 60 * 60 * 1000);
  expect(limits.KOSTER_LIFE).toBe(7 * 24 * 60 * 60 * 1000);
});

test('bounds are the right way round, and a stored copy outlives the ladder', () => {
  expect(limits.FIRST_RETRY).toBeLessThan(limits.LONGEST_RETRY);
  expect(limits.SHORTEST_RETRY_AFTER).toBeLessThan(limits.LONGEST_RETRY_AFTER);
  expect(limits.SHORTEST_LIFE).toBeLessThan(limits.CACHE_LIFE);
  expect(limits.SOFT_REFRESH_SHARE + limits.SOFT_REFRESH_JITTER).toBeLessThan(1);
  expect(limits.STORED_LIFE).toBeGreaterThan(limits.UNREACHABLE_PERIOD);
});

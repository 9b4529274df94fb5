/** The lifetimes of the access table, by the pure functions; proof/lifetimes.system.test.ts has some with nginx. */
import { describe, expect, test } from 'vitest';
import { changedPolicy, policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { DAY, HOUR, MINUTE } from '../support/clock.js';
import { LIFETIME_CASES, type LifetimeCase } from '../support/lifetime-table.js';
import { http } from '../support/outcomes.js';

const DATE = 'Sat, 21 Nov 2026 12:00:00 GMT';
const NOW = Date.parse(DATE);

const KINDS = { P: 'copy', E: 'copy', A: 'unavailable', D: 'forbidden' } as const;

function outcomeOf({ status, body, control, expires, softNotFound }: LifetimeCase) {
  const headers = {
    ...(control !== undefined && { 'cache-control': control }),
    ...(expires !== undefined && { date: DATE, expires: expiresText(expires) }),
  };
  const received = status === 200 || status === 204 ? body : undefined;
  const saysNotFound = softNotFound ? body.includes('Not Found') : undefined;
  return { ...http(status, received, headers), saysNotFound };
}

function expiresText(expires: number | string): string {
  return typeof expires === 'string' ? expires : new Date(NOW + expires).toUTCString();
}

test.each(LIFETIME_CASES)('$row, $headers, $policy: $letter', (each) => {
  const { policy, softNotFound, letter, lifeMs, reason } = each;
  const entry = nextEntry(undefined, {
    key: 'https://example.com',
    policy: changedPolicy(policies[policy], { softNotFound }),
    now: NOW,
    outcome: outcomeOf(each),
    maxBytes: 512_000,
  });
  if (letter === 'U' || lifeMs === undefined) {
    expect(entry.settled).toBeUndefined();
    expect(entry.failing?.reason).toBe(reason);
    // No header for caching delays or hastens the next try.
    expect(entry.refreshAt - NOW).toBeGreaterThanOrEqual(0.8 * MINUTE);
    expect(entry.refreshAt - NOW).toBeLessThanOrEqual(MINUTE);
    return;
  }
  expect(entry.failing).toBeUndefined();
  expect(entry.settled).toMatchObject({
    kind: KINDS[letter],
    freshUntil: NOW + lifeMs,
    ...(letter === 'A' && { reason }),
  });
  expect(entry.refreshAt - NOW).toBeGreaterThanOrEqual(Math.min(lifeMs, MINUTE));
  expect(entry.refreshAt - NOW).toBeLessThanOrEqual(Math.max(0.85 * lifeMs, MINUTE));
});

describe('retries of a status 503 without Retry-After', () => {
  test.each([
    ['rfc9309', HOUR],
    ['google', 5 * MINUTE],
    ['google-2026', 5 * MINUTE],
    ['koster1996', HOUR],
    ['amazon', HOUR],
    ['yandex', HOUR],
  ] as const)('%s: after at most %i ms', (name, longestMs) => {
    const attempt = { key: 'https://example.com', policy: policies[name], now: NOW, maxBytes: 1 };
    const waits = (status: number, headers = {}) => {
      let entry = nextEntry(undefined, { ...attempt, outcome: http(status, undefined, headers) });
      return Array.from({ length: 12 }, () => {
        const wait = entry.refreshAt - NOW;
        entry = nextEntry(entry, { ...attempt, outcome: http(status, undefined, headers) });
        return wait;
      });
    };
    for (const [index, wait] of waits(503).entries()) {
      const most = Math.min(MINUTE * 2 ** index, longestMs);
      expect(wait).toBeGreaterThanOrEqual(0.8 * most);
      expect(wait).toBeLessThanOrEqual(most);
    }
    // Other server errors and an invalid Retry-After change nothing, and a valid one takes precedence.
    expect(Math.max(...waits(500))).toBeGreaterThan(5 * MINUTE);
    expect(waits(503, { 'retry-after': 'soon' })).toEqual(waits(503));
    expect(new Set(waits(503, { 'retry-after': '86400' }))).toEqual(new Set([DAY]));
  });
});

import { describe, expect, test } from 'vitest';
import { ladderAnswer } from '../../src/policy/ladder.js';
import { changedPolicy, type PolicyName, policies } from '../../src/policy/policy.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Milliseconds since the first failure, then the answer with and without a last good copy. */
const ROWS: readonly (readonly [
  policy: PolicyName,
  forMs: number,
  withCopy: string,
  without: string,
])[] = [
  ['rfc9309', 0, 'disallow', 'disallow'],
  ['rfc9309', 12 * HOUR, 'disallow', 'disallow'],
  ['rfc9309', 30 * DAY - 1, 'disallow', 'disallow'],
  ['rfc9309', 30 * DAY, 'copy', 'allow'],
  ['rfc9309', 30 * DAY + 1, 'copy', 'allow'],
  ['rfc9309', 3000 * DAY, 'copy', 'allow'],
  ['google', 12 * HOUR, 'disallow', 'disallow'],
  ['google', 30 * DAY - 1, 'disallow', 'disallow'],
  ['google', 30 * DAY, 'copy', 'allow'],
  ['google-2026', 12 * HOUR - 1, 'disallow', 'disallow'],
  ['google-2026', 12 * HOUR, 'copy', 'allow'],
  ['google-2026', 12 * HOUR + 1, 'copy', 'allow'],
  ['google-2026', 30 * DAY - 1, 'copy', 'allow'],
  ['google-2026', 30 * DAY, 'allow', 'allow'],
  ['koster1996', 0, 'disallow', 'disallow'],
  ['koster1996', 3000 * DAY, 'disallow', 'disallow'],
  // A clock that was set back.
  ['rfc9309', -1, 'disallow', 'disallow'],
  // A clock that tells no time.
  ['google-2026', Number.NaN, 'disallow', 'disallow'],
];

describe('RFC 9309 2.3.1.4, Google, Koster 1996 3.1: the unreachable ladder', () => {
  test.each(ROWS)(
    '%s after %i ms: %s with a copy, %s without',
    (policy, forMs, withCopy, without) => {
      expect(ladderAnswer(policies[policy], forMs, true)).toBe(withCopy);
      expect(ladderAnswer(policies[policy], forMs, false)).toBe(without);
    },
  );

  test('2.4: staleWhileUnreachable uses the copy in place of disallow', () => {
    const policy = changedPolicy(policies.rfc9309, { staleWhileUnreachable: true });
    expect(ladderAnswer(policy, 0, true)).toBe('copy');
    expect(ladderAnswer(policy, 0, false)).toBe('disallow');
    expect(ladderAnswer(policy, 30 * DAY, false)).toBe('allow');
  });

  test('a ladder of no steps disallows', () => {
    expect(ladderAnswer({ ...policies.rfc9309, ladder: [] }, 0, true)).toBe('disallow');
  });
});

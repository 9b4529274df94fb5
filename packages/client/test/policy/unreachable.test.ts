import { describe, expect, test } from 'vitest';
import { stateAt } from '../../src/policy/entry.js';
import { changedPolicy, type Policy, type PolicyName, policies } from '../../src/policy/policy.js';
import { copy, entry, failing, NOW } from '../support/entries.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The observed time in milliseconds, then the effect with and without a last good copy. */
const ROWS: readonly (readonly [policy: PolicyName, forMs: number, withCopy: string, without: string])[] = [
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
  ['amazon', 0, 'copy', 'allow'],
  ['amazon', 30 * DAY - 1, 'copy', 'allow'],
  ['amazon', 30 * DAY, 'allow', 'allow'],
  ['yandex', 0, 'allow', 'allow'],
];

const ANSWER: Readonly<Record<string, string>> = {
  copy: 'copy',
  'given-up': 'allow',
  unreachable: 'disallow',
};

/** Returns the effect after `forMs` milliseconds of failures, with an expired copy or none. */
function effectAfter(policy: Policy, forMs: number, hasCopy: boolean): string | undefined {
  const settled = hasCopy ? { ...copy, freshUntil: Number.NEGATIVE_INFINITY } : undefined;
  const known = entry({ settled, failing: { ...failing, observedMs: forMs } });
  return ANSWER[stateAt(known, policy, NOW)?.kind ?? ''];
}

describe('RFC 9309 2.3.1.4, Google, Koster 1996 3.1: the unreachable policy', () => {
  test.each(ROWS)('%s after %i ms: %s with a copy, %s without', (policy, forMs, withCopy, without) => {
    expect(effectAfter(policies[policy], forMs, true)).toBe(withCopy);
    expect(effectAfter(policies[policy], forMs, false)).toBe(without);
  });

  test('2.4: staleWhileUnreachable uses the copy instead of disallow', () => {
    const policy = changedPolicy(policies.rfc9309, { staleWhileUnreachable: true });
    expect(effectAfter(policy, 0, true)).toBe('copy');
    expect(effectAfter(policy, 0, false)).toBe('disallow');
    expect(effectAfter(policy, 30 * DAY, false)).toBe('allow');
  });

  test.each(Object.values(policies))('an unreadable body is never given up: $name', (policy) => {
    const stale = changedPolicy(policy, { staleWhileUnreachable: true });
    for (const settled of [undefined, { ...copy, freshUntil: Number.NEGATIVE_INFINITY }]) {
      const unreadable = { ...failing, reason: 'unreadable', observedMs: 3000 * DAY } as const;
      const known = entry({ settled, failing: unreadable });
      expect(stateAt(known, policy, NOW)?.kind).toBe('unreachable');
      expect(stateAt(known, stale, NOW)?.kind).toBe('unreachable');
    }
  });

  test('a policy without stages disallows', () => {
    expect(effectAfter({ ...policies.rfc9309, stages: [] }, 0, true)).toBe('disallow');
  });
});

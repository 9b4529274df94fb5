import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MINUTE, STORED_LIFE } from '../../src/policy/limits.js';
import { changedPolicy, type Policy, type PolicyName, policies, policyFor } from '../../src/policy/policy.js';

describe('policies are data', () => {
  test.each(Object.entries(policies))('%s has its key as name, and its last stage never ends', (name, policy) => {
    expect(policy.name).toBe(name);
    const ends = policy.stages.map(({ untilMs }) => untilMs);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(ends.at(-1)).toBe(Number.POSITIVE_INFINITY);
    expect(structuredClone(policy)).toEqual(policy);
  });

  /**
   * Access for statuses 401 and 403, for 429, and after too many redirects; how many are followed, and whether requests are
   * conditional.
   */
  const FACTS = [
    ['rfc9309', 'rfc9309', 'unavailable', 'unreachable', 'unavailable', 5, true],
    ['google', 'google', 'unavailable', 'unreachable', 'unavailable', 5, false],
    ['google-2026', 'google', 'unavailable', 'unreachable', 'unavailable', 5, false],
    ['koster1996', 'koster1996', 'forbidden', 'unreachable', 'unreachable', 20, true],
    ['amazon', 'rfc9309', 'unavailable', 'unreachable', 'unavailable', 5, true],
    ['yandex', 'yandex', 'unavailable', 'unavailable', 'unavailable', 5, true],
  ] as const;

  test.each(FACTS)(
    '%s: dialect %s, access denied is %s, 429 is %s, too many redirects are %s after %i, conditional requests: %s',
    (name, dialect, accessDenied, tooManyRequests, tooManyRedirects, maxRedirects, conditional) => {
      expect(policies[name]).toMatchObject({
        dialect,
        accessDenied,
        tooManyRequests,
        tooManyRedirects,
        maxRedirects,
        softNotFound: false,
        cacheLifetime: { conditional },
      });
    },
  );

  const UNAVAILABLE_OR_NOT = { unavailable: 'allow', unreachable: 'unreachable', forbidden: 'disallow' };
  const ROWS: readonly (readonly [row: string, cell: (policy: Policy) => string])[] = [
    ['', ({ name }) => `\`${name}\``],
    ['401, 403', ({ accessDenied }) => UNAVAILABLE_OR_NOT[accessDenied]],
    ['429', ({ tooManyRequests }) => UNAVAILABLE_OR_NOT[tooManyRequests]],
    ['redirects that are followed', ({ maxRedirects }) => `${maxRedirects}`],
    ['more redirects, or a loop', ({ tooManyRedirects }) => UNAVAILABLE_OR_NOT[tooManyRedirects]],
    [
      '503 without Retry-After: longest wait',
      ({ longest503RetryMs: ms }) => (ms === 60 * MINUTE ? '1 hour' : `${ms / MINUTE} minutes`),
    ],
  ];

  test.each(ROWS)('docs/crawlers.md has them in the row "%s"', (row, cell) => {
    const page = readFileSync(new URL('../../../../docs/crawlers.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n|${row && ` ${row}`} | ${Object.values(policies).map(cell).join(' | ')} |\n`);
  });

  test('google-2026 differs from google only in its stages', () => {
    const { google, 'google-2026': revised } = policies;
    expect({ ...revised, name: '', stages: [] }).toEqual({ ...google, name: '', stages: [] });
  });
});

test('stores retain a copy until the last stage begins', () => {
  const starts = Object.values(policies).flatMap(({ stages }) => stages.map(({ untilMs }) => untilMs).filter(Number.isFinite));
  expect(STORED_LIFE).toBeGreaterThan(Math.max(...starts));
});

describe('changes', () => {
  test('without changes, the policy is equal', () => {
    expect(changedPolicy(policies.google, {})).toEqual(policies.google);
  });

  test('changing the treatment of 429 changes the name', () => {
    const changed = changedPolicy(policies.rfc9309, { treat429: 'unavailable' });
    expect(changed).toMatchObject({
      name: 'rfc9309+429-unavailable',
      tooManyRequests: 'unavailable',
    });
    expect(changedPolicy(policies.rfc9309, { treat429: 'unreachable' }).name).toBe('rfc9309');
  });

  test('treating soft errors changes the name', () => {
    const changed = changedPolicy(policies.google, { softNotFound: true });
    expect(changed).toMatchObject({ name: 'google+soft-not-found', softNotFound: true });
    expect(changedPolicy(policies.google, { softNotFound: false }).name).toBe('google');
    const custom = { ...changed, name: 'custom' };
    expect(changedPolicy(custom, { softNotFound: true }).name).toBe('custom');
    expect(changedPolicy(custom, { softNotFound: false, treat429: 'unavailable' })).toMatchObject({
      name: 'custom+429-unavailable+no-soft-not-found',
      softNotFound: false,
    });
  });

  test('2.4: staleWhileUnreachable changes results but not stored entries', () => {
    const changed = changedPolicy(policies['google-2026'], { staleWhileUnreachable: true });
    expect(changed.name).toBe('google-2026');
    expect(changed.stages.map(({ decision }) => decision)).toEqual(['copy-or-disallow', 'copy-or-allow', 'allow']);
    const { stages } = changedPolicy(policies.koster1996, { staleWhileUnreachable: true });
    expect(stages.map(({ decision }) => decision)).toEqual(['copy-or-disallow']);
  });
});

describe('the policy for a crawler', () => {
  const documented = {
    name: 'A',
    productTokens: ['a'],
    fallsBackToStar: true,
    policy: 'amazon',
  } as const;

  test.each([
    ['the documented one', documented, undefined, 'amazon'],
    ['rfc9309 if none is documented', 'a', undefined, 'rfc9309'],
    ['the given name instead of the documented one', documented, 'google', 'google'],
  ] as const)('is %s', (_, crawler, given, name) => {
    expect(policyFor(crawler, given)).toBe(policies[name]);
  });

  test('is a given policy of the caller', () => {
    const own = { ...policies.rfc9309, name: 'own' };
    expect(policyFor(documented, own)).toBe(own);
  });

  test.each(['Google', 'toString'])('throws a RangeError that lists the names for "%s"', (name) => {
    expect(() => policyFor('a', name as PolicyName)).toThrow(RangeError);
    expect(() => policyFor('a', name as PolicyName)).toThrow(`"${name}". Use one of rfc9309, google,`);
  });
});

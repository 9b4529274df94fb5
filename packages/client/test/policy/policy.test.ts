import { describe, expect, test } from 'vitest';
import { changedPolicy, policies } from '../../src/policy/policy.js';

describe('policies are data', () => {
  test.each(Object.entries(policies))(
    '%s has its key as name, and its last stage never ends',
    (name, policy) => {
      expect(policy.name).toBe(name);
      const ends = policy.stages.map(({ untilMs }) => untilMs);
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      expect(ends.at(-1)).toBe(Number.POSITIVE_INFINITY);
      expect(structuredClone(policy)).toEqual(policy);
    },
  );

  test('google-2026 differs from google only in its stages', () => {
    const { google, 'google-2026': revised } = policies;
    expect({ ...revised, name: '', stages: [] }).toEqual({ ...google, name: '', stages: [] });
  });
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

  test('2.4: staleWhileUnreachable changes results but not stored entries', () => {
    const changed = changedPolicy(policies['google-2026'], { staleWhileUnreachable: true });
    expect(changed.name).toBe('google-2026');
    expect(changed.stages.map(({ decision }) => decision)).toEqual([
      'copy-or-disallow',
      'copy-or-allow',
      'allow',
    ]);
  });
});

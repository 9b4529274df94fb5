import { describe, expect, test } from 'vitest';
import { leaseLeft, roleOf } from '../../src/store/role.js';

describe('leaseLeft', () => {
  const lease = { from: 100, until: 130 };

  test.each([
    [100, 30],
    [129, 1],
    [130, 0],
    [1000, 0],
  ])('at %i it is %i', (clock, left) => {
    expect(leaseLeft(lease, clock)).toBe(left);
  });

  test('before its beginning it is nothing: the clock was set back', () => {
    expect(leaseLeft(lease, 99)).toBe(0);
  });

  test('of no lease it is nothing', () => {
    expect(leaseLeft(undefined, 100)).toBe(0);
  });
});

describe('roleOf', () => {
  test.each([
    ['when-due', undefined, 0, 'leader'],
    ['when-due', undefined, 1, 'follower'],
    ['when-due', 1001, 0, 'reader'],
    ['when-due', 1001, 1, 'reader'],
    ['when-due', 1000, 0, 'leader'],
    ['when-due', 1000, 1, 'follower'],
    ['now', undefined, 0, 'leader'],
    ['now', 1001, 0, 'leader'],
    ['now', 1001, 1, 'follower'],
    ['take-over', undefined, 1, 'leader'],
    ['take-over', 1001, 1, 'leader'],
  ] as const)(
    '%s at 1,000, an entry until %s, a lease for %i: %s',
    (mode, refreshAt, left, role) => {
      expect(roleOf(refreshAt, left, { mode, now: 1000 })).toBe(role);
    },
  );
});

import { expect, test } from 'vitest';
import { type AccessFacts, accessOf, changedPolicy, firstAccess, policies } from '../../src/policy/access.js';
import type { PolicyName } from '../../src/policy/policy.js';
import { attemptResult } from '../../src/policy/settle.js';

const CHANGED = changedPolicy(policies.rfc9309, { treat429: 'unavailable' });

test.each([...Object.values(policies), CHANGED])(
  'RFC 9309 2.3.1: every status under $name gives the access that the client applies',
  (policy) => {
    for (let status = 0; status < 1000; status++) {
      // The client receives only the body of a successful response.
      const body = {
        bytes: Uint8Array.of(10),
        truncated: false,
        charset: { name: 'utf-8', from: 'default' },
        wireBytes: 1,
      } as const;
      const outcome = {
        kind: 'http',
        url: '',
        hops: [],
        status,
        headers: {},
        body,
        conditional: false,
      } as const;
      const { kind } = attemptResult(outcome, policy);
      const access = accessOf({ kind: 'http', status }, policy);
      expect([status, access === 'body' ? 'successful' : access]).toEqual([status, kind]);
    }
  },
);

test.each([
  [150, 'unreachable'],
  [200, 'body'],
  [226, 'body'],
  [299, 'body'],
  [300, 'unreachable'],
  [550, 'unavailable'],
  [421, 'unreachable'],
  [530, 'unreachable'],
])('FTP reply %i: %s', (code, access) => {
  expect(accessOf({ kind: 'ftp', code }, policies.google)).toBe(access);
});

const down: AccessFacts = { kind: 'failure' };
const refused: AccessFacts = { kind: 'http', status: 403 };

/** The access of a client without a copy, by its first attempt. */
const FIRST: readonly (readonly [policy: PolicyName, facts: AccessFacts, access: string])[] = [
  ['rfc9309', down, 'unreachable'],
  ['koster1996', down, 'unreachable'],
  ['amazon', down, 'given-up'],
  ['yandex', down, 'given-up'],
  ['yandex', { kind: 'http', status: 503 }, 'given-up'],
  ['yandex', { kind: 'failure', failure: 'dns' }, 'given-up'],
  ['yandex', { kind: 'failure', failure: 'unreadable' }, 'unreachable'],
  ['amazon', { kind: 'failure', failure: 'unreadable' }, 'unreachable'],
  ['yandex', { kind: 'http', status: 200 }, 'body'],
  ['yandex', { kind: 'http', status: 404 }, 'unavailable'],
  ['koster1996', refused, 'forbidden'],
  ['google', refused, 'unavailable'],
  ['rfc9309', { kind: 'redirect-loop' }, 'unavailable'],
  ['koster1996', { kind: 'redirect-loop' }, 'unreachable'],
];

test.each(FIRST)('RFC 9309 2.3.1.4: under %s, a first attempt with %j is %s', (name, facts, access) => {
  expect(firstAccess(facts, policies[name])).toBe(access);
});

test('a policy without stages does not give up', () => {
  expect(firstAccess(down, { ...policies.yandex, stages: [] })).toBe('unreachable');
});

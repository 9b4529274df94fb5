import { expect, test } from 'vitest';
import { accessOf, accessResult, changedPolicy, policies } from '../../src/policy/access.js';

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
      const { kind } = accessResult(outcome, policy);
      const access = accessOf({ kind: 'http', status }, policy);
      expect([status, access === 'body' ? 'successful' : access]).toEqual([status, kind]);
    }
  },
);

test.each([
  [226, 'body'],
  [550, 'unavailable'],
  [421, 'unreachable'],
  [530, 'unreachable'],
])('FTP reply %i: %s', (code, access) => {
  expect(accessOf({ kind: 'ftp', code }, policies.google)).toBe(access);
});

import { describe, expect, test } from 'vitest';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { changedPolicy, type PolicyName, policies } from '../../src/policy/policy.js';
import { attemptResult } from '../../src/policy/settle.js';
import { failure, ftp, http, redirects } from '../support/outcomes.js';
import { casesOf } from '../support/proof.js';
import { STATUSES } from '../support/status-table.js';

/** P: parse and obey. A: allow all. D: disallow all. S: the last good copy is renewed. U: the stages. */
type Letter = 'P' | 'A' | 'D' | 'S' | 'U';

const LETTERS = {
  successful: 'P',
  unavailable: 'A',
  forbidden: 'D',
  'not-modified': 'S',
  unreachable: 'U',
} as const;

const BODY = 'User-agent: *\nDisallow: /a\n';

/** Outcomes that status-table.ts does not contain: one column per policy (google-2026 treats them as google does). */
const ROWS: readonly (readonly [name: string, outcome: FetchOutcome, rfc9309: Letter, google: Letter, koster1996: Letter])[] = [
  ['200 whose body was not received', http(200), 'U', 'U', 'U'],
  ['199 with a body', http(199, BODY), 'U', 'U', 'U'],
  ['200 with an empty body', http(200, ''), 'P', 'P', 'P'],
  ['304 to our own validators', http(304, undefined, {}, true), 'S', 'S', 'S'],
  ['305', http(305), 'U', 'U', 'U'],
  ['more than five hops', redirects('too-many-redirects'), 'A', 'A', 'U'],
  ['redirects in a circle', redirects('redirect-loop'), 'A', 'A', 'U'],
  ['3xx without a usable Location', failure('bad-redirect'), 'U', 'U', 'U'],
  ['an address that the guard refuses', failure('refused-address'), 'U', 'U', 'U'],
  ['HTML', http(200, '<html>', { 'content-type': 'text/html' }), 'P', 'P', 'P'],
  ['199', http(199), 'U', 'U', 'U'],
  ['600', http(600), 'U', 'U', 'U'],
  ['999', http(999), 'U', 'U', 'U'],
  ...(
    ['dns', 'connect', 'timeout', 'reset', 'tls', 'protocol', 'content-encoding', 'unreadable', 'proxy', 'aborted'] as const
  ).map((kind) => [kind, failure(kind), 'U', 'U', 'U'] as const),
  ['FTP 226', ftp(226, BODY), 'P', 'P', 'P'],
  ['FTP 226, empty', ftp(226, ''), 'P', 'P', 'P'],
  ['FTP 550', ftp(550), 'A', 'A', 'A'],
  ['FTP 421', ftp(421), 'U', 'U', 'U'],
  ['FTP 450', ftp(450), 'U', 'U', 'U'],
  ['FTP 530', ftp(530), 'U', 'U', 'U'],
];

describe('RFC 9309 2.3.1, Google, Koster 1996 3.1: access results', () => {
  const columns: readonly (readonly [PolicyName, 2 | 3 | 4])[] = [
    ['rfc9309', 2],
    ['google', 3],
    ['google-2026', 3],
    ['koster1996', 4],
  ];
  for (const [policy, column] of columns) {
    test.each(ROWS)(`${policy}: %s`, (...row) => {
      expect(LETTERS[attemptResult(row[1], policies[policy]).kind]).toBe(row[column]);
    });
  }

  test.each(casesOf(STATUSES))('$status, $policy: $letter', ({ status, policy, letter }) => {
    const outcome = http(status, letter === 'P' ? BODY : undefined);
    expect(LETTERS[attemptResult(outcome, policies[policy]).kind]).toBe(letter);
  });

  test('429 can be treated literally by 2.3.1.3', () => {
    const policy = changedPolicy(policies.rfc9309, { treat429: 'unavailable' });
    expect(attemptResult(http(429), policy)).toMatchObject({
      kind: 'unavailable',
      reason: 'status',
    });
  });

  test.each(Object.values(policies))(
    'a status from 500 to 599 whose page says that it was not found, $name: U, with softNotFound A',
    (policy) => {
      const soft = changedPolicy(policy, { softNotFound: true });
      const page = (status: number, saysNotFound?: boolean) => ({ ...http(status), saysNotFound });
      for (const status of [500, 502, 503, 599]) {
        expect(attemptResult(page(status, true), policy).kind).toBe('unreachable');
        expect(attemptResult(page(status, true), soft)).toMatchObject({
          kind: 'unavailable',
          reason: 'soft-not-found',
        });
        expect(attemptResult(page(status, false), soft).kind).toBe('unreachable');
        expect(attemptResult(page(status), soft).kind).toBe('unreachable');
      }
      for (const status of [199, 206, 304, 600]) {
        expect([status, attemptResult(page(status, true), soft).kind]).toEqual([status, 'unreachable']);
      }
    },
  );

  test('Retry-After counts only for 503 and 429', () => {
    const headers = { 'retry-after': '120' };
    for (const status of [429, 503]) {
      expect(attemptResult(http(status, undefined, headers), policies.rfc9309)).toMatchObject({
        kind: 'unreachable',
        retryAfter: '120',
      });
    }
    expect(attemptResult(http(500, undefined, headers), policies.rfc9309)).toMatchObject({
      kind: 'unreachable',
      retryAfter: undefined,
    });
  });

  test('each result contains its reason', () => {
    const why = (outcome: FetchOutcome) => attemptResult(outcome, policies.koster1996);
    expect(why(http(503))).toMatchObject({ reason: 'status', detail: 'status 503' });
    expect(why(http(206))).toMatchObject({
      reason: 'partial-content',
      detail: 'status 206, although no range was requested',
    });
    expect(why(http(304))).toMatchObject({
      reason: 'not-modified-unasked',
      detail: 'status 304 to an unconditional request',
    });
    expect(why(ftp(421))).toMatchObject({ reason: 'ftp-reply', detail: 'FTP reply 421' });
    expect(why(failure('dns', 'the host name was not found'))).toMatchObject({
      reason: 'dns',
      detail: 'the host name was not found',
    });
    expect(why(redirects('too-many-redirects'))).toMatchObject({
      reason: 'too-many-redirects',
      detail: 'more than 5 redirects',
    });
    expect(why(redirects('redirect-loop'))).toMatchObject({
      detail: 'the redirects form a loop',
    });
    expect(attemptResult(redirects('redirect-loop'), policies.google)).toEqual({
      kind: 'unavailable',
      reason: 'redirect-loop',
      headers: {},
    });
  });
});

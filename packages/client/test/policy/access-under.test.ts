import { describe, expect, test } from 'vitest';
import { accessUnder } from '../../src/policy/access-under.js';
import type { Entry } from '../../src/policy/entry.js';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { changedPolicy, type PolicyName, policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { failure, ftp, http, redirects } from '../support/outcomes.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 24 * 3_600_000;
const BODY = 'User-agent: *\nDisallow: /a\n';
const NAMES = Object.keys(policies) as PolicyName[];

function entryOf(own: PolicyName, outcome: FetchOutcome, now = NOW, earlier?: Entry): Entry {
  return nextEntry(earlier, { key: 'a', policy: policies[own], now, outcome, maxBytes: 512_000 });
}

function seen(entry: Entry, by: PolicyName, now = NOW) {
  const { state, isOverdue } = accessUnder(entry, policies[by], now);
  const { kind, reason, facts } = state;
  return { kind, reason, freshUntil: 'freshUntil' in facts && facts.freshUntil, isOverdue };
}

describe('the access equals that under the policy after the same responses', () => {
  const outcomes: Record<string, FetchOutcome> = {
    'a copy': http(200, BODY),
    'a copy with a lifetime': http(200, BODY, { 'cache-control': 'max-age=600' }),
    'a copy with Expires': http(200, BODY, {
      date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      expires: 'Sun, 22 Nov 2026 06:00:00 GMT',
    }),
    'an empty file': http(200, ''),
    'status 401': http(401),
    'status 404': http(404),
    'status 429': http(429),
    'status 503': http(503),
    'too many redirects': redirects('too-many-redirects'),
    'a redirect loop': redirects('redirect-loop'),
    'no connection': failure('connect'),
    'an unreadable body': failure('unreadable'),
    'an FTP reply without a file': ftp(550),
    'an FTP reply of an error': ftp(421),
  };

  test.each(Object.entries(outcomes))('%s', (_, outcome) => {
    for (const own of NAMES) {
      for (const by of NAMES) {
        const translated = seen(entryOf(own, outcome), by);
        const itself = seen(entryOf(by, outcome), by);
        expect(translated, `${own} ${by}`).toEqual(itself);
      }
    }
  });
});

describe('a chain of eight redirects, which only koster1996 follows', () => {
  const { hops: six } = redirects('too-many-redirects');
  const hops = six.concat(six.slice(0, 2));
  const results: Record<string, FetchOutcome> = {
    'a copy': { ...http(200, BODY), hops },
    'status 404': { ...http(404), hops },
    'status 403': { ...http(403), hops },
    'status 503': { ...http(503), hops },
    'no connection': { ...failure('connect'), hops },
    'a redirect without a usable Location': { ...failure('bad-redirect'), hops },
    'a redirect loop': { ...redirects('redirect-loop'), hops },
  };
  const ended: FetchOutcome = {
    kind: 'too-many-redirects',
    url: hops[5]?.url ?? '',
    hops: hops.slice(0, 6),
  };

  test.each(Object.entries(results))('%s', (_, outcome) => {
    for (const by of NAMES.filter((name) => name !== 'koster1996')) {
      const predicted = accessUnder(entryOf('koster1996', outcome), policies[by], NOW).entry;
      expect({ ...predicted, refreshAt: 0 }).toEqual({ ...entryOf(by, ended), refreshAt: 0 });
    }
  });
});

test('a page that says that it was not found counts only under a policy with softNotFound', () => {
  const soft = changedPolicy(policies.google, { softNotFound: true });
  const attempt = { key: 'a', now: NOW, maxBytes: 512_000 };
  const outcome = { ...http(500), saysNotFound: true };
  const entry = nextEntry(undefined, { ...attempt, outcome, policy: soft });
  expect(entry.settled).toMatchObject({ kind: 'unavailable', reason: 'soft-not-found' });
  expect(accessUnder(entry, soft, NOW).entry).toEqual(entry);
  expect(accessUnder(entry, policies.google, NOW).entry).toMatchObject({
    settled: undefined,
    failing: { reason: 'status', status: 500 },
  });
});

test.each([
  ['koster1996', 'rfc9309', http(200, BODY)],
  ['google', 'amazon', http(200, BODY, { 'cache-control': 'max-age=604800' })],
] as const)('a copy of %s that has expired under %s has its last state, and a request is overdue', (own, by, outcome) => {
  expect(seen(entryOf(own, outcome), by, NOW + 2 * DAY)).toEqual({
    kind: 'copy',
    reason: undefined,
    freshUntil: NOW + DAY,
    isOverdue: true,
  });
});

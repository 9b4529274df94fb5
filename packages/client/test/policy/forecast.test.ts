import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/policy/entry.js';
import { entryUnder, forecast, type PolicyForecast } from '../../src/policy/forecast.js';
import type { FetchOutcome } from '../../src/policy/outcome.js';
import { changedPolicy, type PolicyName, policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { failure, ftp, http, redirects } from '../support/outcomes.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BODY = 'User-agent: *\nDisallow: /a\n';
const NAMES = Object.keys(policies) as PolicyName[];

function entryOf(own: PolicyName, outcome: FetchOutcome, now = NOW, earlier?: Entry): Entry {
  return nextEntry(earlier, { key: 'a', policy: policies[own], now, outcome, maxBytes: 512_000 });
}

function seen(entry: Entry, own: PolicyName, by: PolicyName, now = NOW): PolicyForecast {
  return forecast(entry, policies[own], policies[by], now);
}

describe('a forecast equals the state under that policy after the same responses', () => {
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
    'status 404 with a lifetime': http(404, undefined, { 'cache-control': 'max-age=600' }),
    'status 403 with a lifetime': http(403, undefined, { 'cache-control': 'max-age=600' }),
    'status 429': http(429),
    'status 429 with a lifetime': http(429, undefined, { 'cache-control': 'max-age=600' }),
    'status 204': http(204, ''),
    'a page that says that it was not found': { ...http(500), saysNotFound: true },
    'status 503': http(503),
    'too many redirects': redirects('too-many-redirects'),
    'a redirect loop': redirects('redirect-loop'),
    'no connection': failure('connect'),
    'an FTP reply without a file': ftp(550),
    'an FTP reply of an error': ftp(421),
  };

  test.each(Object.entries(outcomes))('%s', (_, outcome) => {
    for (const own of NAMES) {
      for (const by of NAMES) {
        const predicted = seen(entryOf(own, outcome), own, by);
        const itself = seen(entryOf(by, outcome), by, by);
        const facts = ({ access, reason, effect, freshUntil }: PolicyForecast) => ({
          ...{ access, reason, effect, freshUntil },
        });
        expect(facts(predicted), `${own} ${by}`).toEqual(facts(itself));
      }
    }
  });
});

describe('a chain of eight redirects, which only koster1996 follows', () => {
  const hops = redirects('too-many-redirects').hops.concat(
    redirects('too-many-redirects').hops.slice(0, 2),
  );
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
      const predicted = entryUnder(entryOf('koster1996', outcome), policies[by]);
      const itself = entryOf(by, ended);
      expect({ ...predicted, refreshAt: 0 }).toEqual({ ...itself, refreshAt: 0 });
    }
  });
});

test('a page that says that it was not found counts only under a policy with softNotFound', () => {
  const soft = changedPolicy(policies.google, { softNotFound: true });
  const attempt = { key: 'a', now: NOW, maxBytes: 512_000 };
  const outcome = { ...http(500), saysNotFound: true };
  const entry = nextEntry(undefined, { ...attempt, outcome, policy: soft });
  expect(entry.settled).toMatchObject({ kind: 'unavailable', reason: 'soft-not-found' });
  expect(entryUnder(entry, soft)).toEqual(entry);
  expect(entryUnder(entry, policies.google)).toMatchObject({
    settled: undefined,
    failing: { reason: 'status', status: 500 },
  });
});

test.each([
  ['koster1996', 'rfc9309', http(200, BODY)],
  ['google', 'amazon', http(200, BODY, { 'cache-control': 'max-age=604800' })],
] as const)('a copy of %s that has expired under %s has its last effect', (own, by, outcome) => {
  expect(seen(entryOf(own, outcome), own, by, NOW + 2 * DAY)).toMatchObject({
    access: 'successful',
    effect: 'rules',
    freshUntil: NOW + DAY,
  });
});

describe('the unreachable policy over time (RFC 9309 2.3.1.4)', () => {
  test('for a continuing run of failures, with an earlier copy', () => {
    const copy = entryOf('rfc9309', http(200, BODY, { 'cache-control': 'max-age=3600' }));
    const failing = entryOf('rfc9309', http(503), NOW + 2 * HOUR, copy);
    const at = NOW + 3 * HOUR;
    expect(seen(failing, 'rfc9309', 'rfc9309', at).stages).toEqual([
      { at: NOW, state: 'rules' },
      { at: NOW + HOUR, state: 'disallow-all' },
      { at: NOW + 2 * HOUR + 30 * DAY, state: 'rules' },
    ]);
    const later = entryOf('rfc9309', http(503), NOW + 6 * HOUR, failing);
    expect(seen(later, 'rfc9309', 'rfc9309', NOW + 7 * HOUR).stages).toEqual(
      seen(failing, 'rfc9309', 'rfc9309', at).stages,
    );
    expect(seen(failing, 'rfc9309', 'google-2026', at)).toMatchObject({
      access: 'unreachable',
      effect: 'disallow-all',
      stages: [
        { at: NOW, state: 'rules' },
        { at: NOW + HOUR, state: 'disallow-all' },
        { at: NOW + 14 * HOUR, state: 'rules' },
        { at: NOW + 2 * HOUR + 30 * DAY, state: 'allow-all' },
      ],
    });
  });

  test('for a run that would begin with the next request', () => {
    const entry = entryOf('rfc9309', http(404));
    expect(seen(entry, 'rfc9309', 'rfc9309').stages).toEqual([
      { at: NOW, state: 'allow-all' },
      { at: NOW + DAY, state: 'disallow-all' },
      { at: entry.refreshAt + 30 * DAY, state: 'allow-all' },
    ]);
    expect(seen(entry, 'rfc9309', 'koster1996').stages).toEqual([
      { at: NOW, state: 'allow-all' },
      { at: NOW + DAY, state: 'disallow-all' },
    ]);
  });
});

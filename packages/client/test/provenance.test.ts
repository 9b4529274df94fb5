import { describe, expect, test } from 'vitest';
import { provenanceOf, viewOf } from '../src/client/cached-entry.js';
import type { Provenance } from '../src/client/decision.js';
import { policies } from '../src/policy/policy.js';
import { DAY, HOUR } from './support/clock.js';
import { failure, http, redirects } from './support/outcomes.js';
import { ORIGIN, type Situated, START, situated } from './support/situations.js';

function provenanceIn(where: Situated): Provenance {
  const situation = situated(where);
  return provenanceOf(situation, viewOf(situation));
}

const html = http(200, '<html>', { 'content-type': 'text/html', 'cache-control': 'max-age=7200' });

describe('provenance of a result', () => {
  test('a copy: all fields', () => {
    const provenance = provenanceIn({ attempts: [[0, html]], at: HOUR, remembered: true });
    expect(provenance).toEqual({
      origin: ORIGIN,
      robotsTxtUrl: `${ORIGIN}/robots.txt`,
      policy: 'rfc9309',
      access: 'successful',
      reason: undefined,
      detail: undefined,
      status: 200,
      url: `${ORIGIN}/robots.txt`,
      hops: [],
      fetchedAt: START,
      ageMs: HOUR,
      freshUntil: START + 2 * HOUR,
      stale: false,
      nextRequestAt: expect.any(Number),
      unreachableSince: undefined,
      source: 'memory',
      store: 'memory',
      storeError: undefined,
      body: {
        bytes: 6,
        charset: { name: 'utf-8', from: 'default' },
        truncated: false,
        mediaType: 'text/html',
        wrongMediaType: true,
      },
    });
  });

  test('2.3: text/plain or no media type is valid', () => {
    for (const headers of [{ 'content-type': 'text/plain; charset=utf-8' }, {}]) {
      const { body } = provenanceIn({ attempts: [[0, http(200, 'a', headers)]] });
      expect(body?.wrongMediaType).toBe(false);
    }
  });

  test('a fresh copy while requests fail', () => {
    const attempts = [
      [0, html],
      [HOUR, failure('timeout', 'it took too long')],
    ] as const;
    expect(provenanceIn({ attempts })).toMatchObject({
      access: 'successful',
      reason: undefined,
      detail: 'it took too long',
      status: 200,
      stale: false,
      fetchedAt: START,
      unreachableSince: START + HOUR,
    });
  });

  test('an expired copy under the unreachable policy', () => {
    const attempts = [[0, html], ...[1, 8, 15, 22, 29, 31].map((day) => [day * DAY, http(503)] as const)] as const;
    expect(provenanceIn({ attempts })).toMatchObject({
      access: 'successful',
      reason: 'status',
      stale: true,
      ageMs: 31 * DAY,
      freshUntil: START + 2 * HOUR,
    });
  });

  test('unreachable, and given up', () => {
    expect(provenanceIn({ attempts: [[0, http(503)]], at: 30 * DAY })).toMatchObject({
      access: 'unreachable',
      reason: 'status',
      detail: 'status 503',
      status: 503,
      freshUntil: undefined,
      unreachableSince: START,
      body: undefined,
    });
  });

  test('unavailable because of redirects, with each hop', () => {
    const provenance = provenanceIn({ attempts: [[0, redirects('too-many-redirects')]] });
    expect(provenance).toMatchObject({
      access: 'unavailable',
      reason: 'too-many-redirects',
      status: 302,
    });
    expect(provenance.hops.length).toBe(6);
  });

  test('forbidden, under koster1996', () => {
    const policy = policies.koster1996;
    expect(provenanceIn({ policy, attempts: [[0, http(403)]] })).toMatchObject({
      policy: 'koster1996',
      access: 'forbidden',
      status: 403,
    });
  });
});

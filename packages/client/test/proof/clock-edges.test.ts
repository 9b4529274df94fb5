/** Boundaries of time with a real server and a manual clock: one millisecond before, at, and after. */
import { describe, expect, test } from 'vitest';
import { MemoryStore, type PolicyName } from '../../src/index.js';
import { DAY, FakeClock, HOUR, MINUTE } from '../support/clock.js';
import { CLOSED_POLICIES, POLICIES, proofClient, RULES } from '../support/proof.js';
import { type Answer, startSite } from '../support/site.js';

const AROUND = [-1, 0, 1];
const LATER_RULES = 'User-agent: *\nDisallow: /open\n';

const saying =
  (name: string, value: string): Answer =>
  (_, response) =>
    response.setHeader(name, value).end(RULES);

const lastingAnHour =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, { 'cache-control': 'max-age=3600' }).end();

/** A client after one check, with the server's response. */
async function setUp(policy: PolicyName, answer: Answer) {
  const site = await startSite({ '/robots.txt': answer });
  const clock = new FakeClock();
  const client = proofClient({ clock: clock.now, policy });
  const url = `${site.origin}/private`;
  const began = clock.time;
  await client.check(url);
  return { site, clock, client, url, began };
}

describe('the lifetime of a copy (RFC 9309 2.4, Google, Koster 1996 3.4)', () => {
  const lives: readonly (readonly [string, PolicyName, Answer, number])[] = [
    ...POLICIES.map((policy) => ['nothing', policy, RULES, policy === 'koster1996' ? 7 * DAY : DAY] as const),
    ...POLICIES.map(
      (policy) =>
        [
          'max-age of two days',
          policy,
          saying('cache-control', 'max-age=172800'),
          ['google', 'google-2026', 'koster1996'].includes(policy) ? 2 * DAY : DAY,
        ] as const,
    ),
    ...POLICIES.map((policy) => ['max-age of an hour', policy, saying('cache-control', 'max-age=3600'), HOUR] as const),
    ...['no-store', 'no-cache', 'max-age=0'].flatMap((directive) =>
      POLICIES.map((policy) => [directive, policy, saying('cache-control', directive), MINUTE] as const),
    ),
    ...POLICIES.map(
      (policy) =>
        [
          'Expires in two hours',
          policy,
          ((_, response) => {
            response.setHeader('date', 'Sat, 21 Nov 2026 12:00:00 GMT');
            response.setHeader('expires', 'Sat, 21 Nov 2026 14:00:00 GMT').end(RULES);
          }) as Answer,
          policy.startsWith('google') ? DAY : 2 * HOUR,
        ] as const,
    ),
    ...POLICIES.map(
      (policy) =>
        [
          'max-age of 68 years',
          policy,
          saying('cache-control', 'max-age=2147483648'),
          ['google', 'google-2026', 'koster1996'].includes(policy) ? 30 * DAY : DAY,
        ] as const,
    ),
    ...POLICIES.map((policy) => ['an empty file', policy, '', policy === 'koster1996' ? 7 * DAY : DAY] as const),
    ...POLICIES.map((policy) => ['an empty file with max-age of an hour', policy, lastingAnHour(200), HOUR] as const),
    ...POLICIES.map((policy) => ['unavailable (404)', policy, 404, DAY] as const),
    ...POLICIES.map((policy) => ['unavailable (404) with max-age of an hour', policy, lastingAnHour(404), HOUR] as const),
    ['the site is closed (403)', 'koster1996', 403, DAY],
    ['the site is closed (403) with max-age of an hour', 'koster1996', lastingAnHour(403), HOUR],
  ];

  test.each(lives)('%s, %s: used until it expires, then fetched again', async (name, policy, answer, lifeMs) => {
    for (const offset of AROUND) {
      const { site, clock, client, began } = await setUp(policy, answer);
      site.answer('/robots.txt', LATER_RULES);
      clock.time = began + lifeMs + offset;
      const { outcome, provenance } = await client.check(`${site.origin}/open`);
      const wasOpen = !name.startsWith('the site is closed');
      expect([offset, outcome]).toEqual([offset, offset < 0 && wasOpen ? 'allowed' : 'disallowed']);
      expect(provenance.source).toBe(offset < 0 ? 'memory' : 'fetched');
      expect(provenance.fetchedAt).toBe(offset < 0 ? began : clock.time);
      // By then, 80 % of the lifetime has passed, so it is renewed in the background, but not within the first minute.
      const requests = offset < 0 && lifeMs === MINUTE ? 1 : 2;
      await expect.poll(() => site.log.length).toBe(requests);
    }
  });

  test.each(POLICIES)('the refresh at 80 %%, %s: in the background, once', async (policy) => {
    const { site, clock, client, url, began } = await setUp(policy, RULES);
    const life = policy === 'koster1996' ? 7 * DAY : DAY;
    const { nextRequestAt } = (await client.check(url)).provenance;
    expect(nextRequestAt - began).toBeGreaterThanOrEqual(0.75 * life);
    expect(nextRequestAt - began).toBeLessThanOrEqual(0.85 * life);
    clock.time = nextRequestAt - 1;
    await client.check(url);
    expect(site.log).toHaveLength(1);
    clock.time = nextRequestAt;
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.check(url)));
    for (const { outcome, provenance } of answers) {
      expect(outcome).toBe('disallowed');
      expect(provenance).toMatchObject({ source: 'memory', fetchedAt: began, stale: false });
    }
    await expect.poll(async () => (await client.check(url)).provenance.fetchedAt).toBe(nextRequestAt);
    expect(site.log).toHaveLength(2);
  });
});

/** The outcomes for `/private` and `/open`. */
type Outcomes = readonly [privateIs: string, openIs: string];

const DOWN: Outcomes = ['unreachable', 'unreachable'];
const COPY: Outcomes = ['disallowed', 'allowed'];
const GIVEN_UP: Outcomes = ['allowed', 'allowed'];

/** The outcomes before an observed time, and from then on. */
type Edge = readonly [atMs: number, before: Outcomes, after: Outcomes];

const STAGES: readonly (readonly [PolicyName, 'a copy' | 'no copy', readonly Edge[]])[] = [
  ['rfc9309', 'a copy', [[30 * DAY, DOWN, COPY]]],
  ['rfc9309', 'no copy', [[30 * DAY, DOWN, GIVEN_UP]]],
  [
    'google',
    'a copy',
    [
      [12 * HOUR, DOWN, DOWN],
      [30 * DAY, DOWN, COPY],
    ],
  ],
  [
    'google',
    'no copy',
    [
      [12 * HOUR, DOWN, DOWN],
      [30 * DAY, DOWN, GIVEN_UP],
    ],
  ],
  [
    'google-2026',
    'a copy',
    [
      [12 * HOUR, DOWN, COPY],
      [30 * DAY, COPY, GIVEN_UP],
    ],
  ],
  [
    'google-2026',
    'no copy',
    [
      [12 * HOUR, DOWN, GIVEN_UP],
      [30 * DAY, GIVEN_UP, GIVEN_UP],
    ],
  ],
  [
    'koster1996',
    'a copy',
    [
      [7 * DAY, DOWN, DOWN],
      [30 * DAY, DOWN, DOWN],
      [365 * DAY, DOWN, DOWN],
    ],
  ],
  [
    'koster1996',
    'no copy',
    [
      [30 * DAY, DOWN, DOWN],
      [365 * DAY, DOWN, DOWN],
    ],
  ],
];

describe('the unreachable policy (RFC 9309 2.3.1.4)', () => {
  test.each(STAGES)('%s with %s', async (policy, had, edges) => {
    for (const offset of AROUND) {
      const { site, clock, client, url } = await setUp(policy, had === 'a copy' ? RULES : 503);
      site.answer('/robots.txt', 503);
      if (had === 'a copy') {
        clock.time = (await client.check(url)).provenance.freshUntil ?? 0;
        await client.check(url);
      }
      const firstFailureAt = clock.time;
      for (const [atMs, before, after] of edges) {
        const until = firstFailureAt + atMs + offset;
        // A longer time without a request counts as a week.
        while (until - clock.time > 7 * DAY) {
          clock.pass(6 * DAY);
          await client.check(url);
        }
        clock.time = until;
        const requestsBefore = site.log.length;
        const decision = await client.check(url);
        const open = await client.check(`${site.origin}/open`);
        const [privateIs, openIs] = offset < 0 ? before : after;
        expect([atMs, offset, decision.outcome, open.outcome]).toEqual([...[atMs, offset, privateIs, openIs]]);
        const { provenance } = decision;
        expect(provenance.unreachableSince).toBe(firstFailureAt);
        expect(provenance.nextRequestAt).toBeGreaterThan(clock.time);
        expect(provenance.nextRequestAt - clock.time).toBeLessThanOrEqual(HOUR);
        if (decision.outcome === 'allowed') expect(decision.reason).toBe('given-up');
        expect(provenance.stale).toBe(privateIs === 'disallowed');
        expect(client.counters.fetches).toBe(site.log.length);
        expect(site.log.length - requestsBefore).toBe(1);
      }
      site.answer('/robots.txt', RULES);
      clock.pass(HOUR);
      expect((await client.check(url)).outcome).toBe('disallowed');
      expect((await client.check(url)).provenance.unreachableSince).toBeUndefined();
    }
  });

  test.each([
    ['40 days slow', -40 * DAY],
    ['40 days fast', 40 * DAY],
  ])('a clock that is %s for one attempt does not end the 30 days', async (_, error) => {
    const { site, clock, client, url, began } = await setUp('rfc9309', 503);
    clock.time = began + error;
    await client.check(url);
    clock.time = began + 2 * MINUTE;
    expect((await client.check(url)).outcome).toBe('unreachable');
    expect(site.log).toHaveLength(3);
  });

  test('time without a request counts as a week at most', async () => {
    const { clock, client, url } = await setUp('rfc9309', 503);
    for (const outcome of ['unreachable', 'unreachable', 'unreachable', 'unreachable', 'allowed']) {
      clock.pass(31 * DAY);
      expect((await client.check(url)).outcome).toBe(outcome);
    }
  });

  test.each(CLOSED_POLICIES)('staleWhileUnreachable (2.4), %s: uses the copy instead of disallowing', async (policy) => {
    const site = await startSite({ '/robots.txt': RULES });
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy, staleWhileUnreachable: true });
    clock.time = (await client.check(`${site.origin}/private`)).provenance.freshUntil ?? 0;
    site.answer('/robots.txt', 503);
    for (const days of [0, 1, 28]) {
      clock.time += days * DAY;
      const { outcome, provenance } = await client.check(`${site.origin}/private`);
      expect([outcome, provenance.stale]).toEqual(['disallowed', true]);
      expect((await client.check(`${site.origin}/open`)).outcome).toBe('allowed');
    }
    expect(site.log).toHaveLength(4);
  });
});

describe('a clock that was set back by a year', () => {
  test.each(POLICIES)('the site is fetched again immediately, not after a year: %s', async (policy) => {
    for (const first of [RULES, 503, 404]) {
      const { site, clock, client } = await setUp(policy, first);
      site.answer('/robots.txt', LATER_RULES);
      clock.pass(-365 * DAY);
      const { outcome, provenance } = await client.check(`${site.origin}/open`);
      expect([first, outcome]).toEqual([first, 'disallowed']);
      expect(provenance).toMatchObject({ source: 'fetched', fetchedAt: clock.time, ageMs: 0 });
      await client.check(`${site.origin}/open`);
      expect(site.log).toHaveLength(2);
    }
  });

  test('also with entries in a store from before the change', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const clock = new FakeClock();
    const store = new MemoryStore();
    await proofClient({ clock: clock.now, store }).check(`${site.origin}/open`);
    site.answer('/robots.txt', LATER_RULES);
    clock.pass(-365 * DAY);
    const { outcome } = await proofClient({ clock: clock.now, store }).check(`${site.origin}/open`);
    expect(outcome).toBe('disallowed');
  });
});

describe('retries while unreachable', () => {
  test.each(CLOSED_POLICIES)('1 minute x 2^n with jitter, at most 1 h, %s', async (policy) => {
    const { site, clock, client, url, began } = await setUp(policy, 500);
    for (let count = 1; count <= 10; count++) {
      expect(site.log).toHaveLength(count);
      const decision = await client.check(url);
      if (decision.outcome !== 'unreachable') throw new Error(decision.outcome);
      const waitMs = decision.nextTryAt - clock.time;
      const longest = Math.min(MINUTE * 2 ** (count - 1), HOUR);
      expect(waitMs).toBeGreaterThanOrEqual(0.8 * longest);
      expect(waitMs).toBeLessThanOrEqual(longest);
      clock.time = decision.nextTryAt - 1;
      expect((await client.check(url)).outcome).toBe('unreachable');
      expect(site.log).toHaveLength(count);
      clock.time = decision.nextTryAt;
      expect((await client.check(url)).provenance.unreachableSince).toBe(began);
    }
  });

  test.each(POLICIES)('Retry-After: no request before it, one at it, %s', async (policy) => {
    const busy: Answer = (_, response) => response.writeHead(503, { 'retry-after': '7200' }).end();
    const { site, clock, client, url, began } = await setUp(policy, busy);
    for (const [offset, requests] of [
      [-1, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      clock.time = began + 2 * HOUR + offset;
      await client.check(url);
      expect([offset, site.log.length]).toEqual([offset, requests]);
    }
  });
});

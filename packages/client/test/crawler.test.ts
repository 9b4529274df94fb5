/** Clients that emulate a known crawler. */
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryStore, policies, RobotsClient, type RobotsClientOptions } from '../src/index.js';
import type { FetchOutcome } from '../src/policy/fetch-outcome.js';
import { http } from './support/outcomes.js';
import { ScriptedTransport } from './support/scripted-transport.js';

const PAGE = 'https://example.com/a';

function profileOf(name: string): CrawlerProfile {
  const profile = crawlerProfile(name);
  if (profile === undefined) throw new Error(`${name} is unknown`);
  return profile;
}

function clientFor(crawler: string | CrawlerProfile, body: string, options: Partial<RobotsClientOptions> = {}): RobotsClient {
  const transport = new ScriptedTransport(() => http(200, body));
  const client = new RobotsClient({
    userAgent: 'ExampleTester/1.0',
    crawler,
    transport,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

describe('the documented choice of groups decides', () => {
  test('Applebot follows the Googlebot group', async () => {
    const body = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nAllow: /\n';
    const client = clientFor('Applebot', body);
    expect(client.productToken).toBe('Applebot');
    expect(client.crawler?.name).toBe('Applebot');
    expect(await client.isAllowed(PAGE)).toBe(false);
    expect(await client.check(PAGE)).toMatchObject({
      outcome: 'disallowed',
      crawler: 'Applebot',
      profile: { step: 'fallback-group' },
      verdict: { group: { productToken: 'Googlebot' } },
    });
    // One check can be for another crawler, or for a product token without a profile.
    const ads = await client.check(PAGE, { crawler: profileOf('AdsBot-Google') });
    expect(ads).toMatchObject({ outcome: 'allowed', crawler: 'AdsBot-Google' });
    expect(ads.profile?.step).toBe('star-ignored');
    expect(await client.isAllowed(PAGE, { productToken: 'Applebot' })).toBe(true);
  });

  test('AdsBot-Google ignores "*"', async () => {
    const client = clientFor(profileOf('AdsBot-Google'), 'User-agent: *\nDisallow: /\n');
    expect(await client.isAllowed(PAGE)).toBe(true);
    const { profile } = await client.check(PAGE);
    expect(profile?.step).toBe('star-ignored');
  });

  test('a crawler that is documented to ignore the rules is not governed and not allowed', async () => {
    const client = clientFor(profileOf('ChatGPT-User'), 'User-agent: *\nDisallow: /\n');
    expect(await client.isAllowed(PAGE)).toBe(false);
    expect(await client.check(PAGE)).toMatchObject({
      outcome: 'not-governed',
      ruled: 'disallowed',
      profile: { name: 'ChatGPT-User' },
    });
  });
});

test('turns honor crawl-delay even if the crawler is documented to ignore it', async () => {
  const client = clientFor(profileOf('Applebot'), 'User-agent: Googlebot\nCrawl-delay: 3\n');
  expect(await client.crawlDelay(PAGE)).toBeUndefined();
  expect(await client.schedule(PAGE)).toMatchObject({ intervalMs: 3000, from: 'crawl-delay' });
});

describe('dialect and policy', () => {
  const SPACE = 'User-agent: *\nDisallow: /a\n';

  test('are the documented ones of the crawler by default', async () => {
    const client = clientFor(profileOf('Googlebot'), SPACE);
    const { robotsTxt, provenance } = await client.robotsTxt(PAGE);
    expect([robotsTxt?.dialect.name, provenance.policy]).toEqual(['google', 'google']);
  });

  test('are taken from the options if given', async () => {
    const client = clientFor(profileOf('Googlebot'), SPACE, {
      dialect: 'rfc9309',
      policy: 'koster1996',
    });
    const { robotsTxt, provenance } = await client.robotsTxt(PAGE);
    expect([robotsTxt?.dialect.name, provenance.policy]).toEqual(['rfc9309', 'koster1996']);
  });

  test('are the defaults if the crawler documents none', async () => {
    const { robotsTxt, provenance } = await clientFor(profileOf('Applebot'), SPACE).robotsTxt(PAGE);
    expect([robotsTxt?.dialect.name, provenance.policy]).toEqual(['rfc9309', 'rfc9309']);
  });

  test('every policy of a known crawler is a policy of the client', () => {
    const named = knownCrawlers.flatMap(({ policy }) => policy ?? []);
    expect(named.filter((name) => !Object.hasOwn(policies, name))).toEqual([]);
  });
});

describe('invalid options', () => {
  const make = (options: object) => () => new RobotsClient({ userAgent: 'A/1', ...options });

  test.each([
    [
      { crawler: crawlerProfile('Applebott') },
      'crawler must be the name of a known crawler, such as "Applebot", or a profile (received undefined).',
    ],
    [{ crawler: null }, 'crawler must be the name of a known crawler, such as "Applebot", or a profile (received null).'],
    [{ crawler: { name: 'A' } }, 'Pass at least one product token, such as "ExampleBot".'],
    [
      { crawler: profileOf('Applebot'), productToken: 'B' },
      'Pass crawler or productToken, not both: each determines which groups apply.',
    ],
  ])('%j', (options, sentence) => {
    expect(make(options)).toThrow(new TypeError(sentence));
  });

  test('an unknown name', () => {
    expect(make({ crawler: 'Applebott' })).toThrow(
      new RangeError(
        'Unknown crawler "Applebott". knownCrawlers of @repkit/core lists the known ones. For any other, pass productToken.',
      ),
    );
  });
});

describe('a copy that is expired for another crawler than that of the client', () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;
  const lasting = { 'cache-control': 'max-age=604800' };

  function lastingClient(answer: (count: number) => FetchOutcome) {
    let now = Date.parse('2026-11-21T12:00:00Z');
    const transport = new ScriptedTransport((_, count) => answer(count));
    const client = clientFor('Googlebot', '', { transport, clock: () => now });
    const letPass = (ms: number) => {
      now += ms;
    };
    return { client, requests: transport.requests, letPass };
  }

  const files = (count: number) => http(200, `User-agent: *\nDisallow: ${count === 0 ? '/b' : '/a'}\n`, lasting);

  test('RFC 9309 2.4: it is fetched again after 24 hours', async () => {
    const { client, requests, letPass } = lastingClient(files);
    const other = { productToken: 'ExampleBot' };
    expect(await client.isAllowed(PAGE, other)).toBe(true);
    letPass(DAY - 1);
    expect(await client.isAllowed(PAGE, other)).toBe(true);
    letPass(1);
    expect(await client.isAllowed(PAGE)).toBe(true);
    expect(requests).toHaveLength(1);
    expect((await client.check(PAGE, other)).outcome).toBe('disallowed');
    expect((await client.access(PAGE, { policy: 'rfc9309' })).access.kind).toBe('file');
    expect(requests).toHaveLength(2);
  });

  test('RFC 9309 2.3.1.4: it does not count while the file is unreachable', async () => {
    const { client, requests, letPass } = lastingClient((count) => (count === 0 ? files(0) : http(503)));
    await client.check(PAGE);
    letPass(2 * DAY);
    const { outcome } = await client.check(PAGE, { productToken: 'ExampleBot' });
    expect([outcome, await client.isAllowed(PAGE)]).toEqual(['unreachable', true]);
    await client.check(PAGE, { productToken: 'ExampleBot' });
    expect(requests).toHaveLength(2);
  });

  describe.each([
    ['succeeds', files(1), 'disallowed'],
    ['fails', http(503), 'unreachable'],
  ] as const)('clients that share a store fetch it once if the request %s', (_, second, outcome) => {
    async function sharing() {
      let now = Date.parse('2026-11-21T12:00:00Z');
      const transport = new ScriptedTransport((_, count) => (count === 0 ? files(0) : second));
      const options = { transport, clock: () => now, store: new MemoryStore() };
      const clients = [1, 2, 3].map(() => clientFor('Googlebot', '', options));
      for (const client of clients) await client.check(PAGE);
      now += 2 * DAY;
      return { clients, requests: transport.requests };
    }
    const outcomeOf = async (client: RobotsClient) => (await client.check(PAGE, { productToken: 'ExampleBot' })).outcome;

    test('for checks in sequence', async () => {
      const { clients, requests } = await sharing();
      for (const client of clients) expect(await outcomeOf(client)).toBe(outcome);
      expect(requests).toHaveLength(2);
    });

    test('for checks in parallel', async () => {
      const { clients, requests } = await sharing();
      const outcomes = await Promise.all([...clients, ...clients, ...clients].map(outcomeOf));
      expect(new Set(outcomes)).toEqual(new Set([outcome]));
      expect(requests).toHaveLength(2);
    });
  });
});

test('a response that only the crawler of a check cannot use: the next try is the next request', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const transport = new ScriptedTransport(() => http(429));
  const client = clientFor('YandexBot', '', { transport, clock: () => now });
  const other = { productToken: 'ExampleBot' };
  expect(await client.isAllowed(PAGE)).toBe(true);
  const decision = await client.check(PAGE, other);
  if (decision.outcome !== 'unreachable') throw new Error(decision.outcome);
  now = decision.nextTryAt - 1;
  expect(await client.schedule(PAGE, other)).toMatchObject({ at: now + 1, from: 'unreachable' });
  expect(transport.requests).toHaveLength(1);
  now = decision.nextTryAt;
  await client.check(PAGE, other);
  await vi.waitFor(() => expect(transport.requests).toHaveLength(2));
});

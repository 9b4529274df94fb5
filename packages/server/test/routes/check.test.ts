import { knownCrawlers } from '@repkit/core/crawlers';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { CrawlersResponse } from '../../src/routes/crawlers.js';
import { type Service, sharedService, startService } from '../support/service.js';

const sites = {
  'https://open.example': { status: 404 },
  'https://broken.example': { status: 503 },
  'https://private.example': { status: 403 },
} as const;

interface ResponseBody {
  readonly verdicts: Record<string, unknown>[];
}

test('live verdicts are allowed, disallowed or unreachable, with a reason', async () => {
  const service = await startService({ sites });
  const urls = ['https://open.example/', 'https://broken.example/', 'https://a.example/private/'];
  const response = await service.post('/v1/check', { urls, productTokens: ['Bot'] });
  const { verdicts } = (await response.json()) as ResponseBody;
  expect(verdicts).toMatchObject([
    { verdict: 'allowed', reason: 'unavailable' },
    { verdict: 'unreachable', reason: 'status', nextTryAt: expect.any(Number) },
    { verdict: 'disallowed', reason: 'rule' },
  ]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('many checks of one site cause one fetch', async () => {
  const service = await startService();
  const urls = Array.from({ length: 200 }, (_, at) => `https://a.example/${at}`);
  const check = () => service.post('/v1/check', { urls, productTokens: ['a', 'b'] });
  for (const response of await Promise.all([check(), check()])) {
    const { verdicts } = (await response.json()) as ResponseBody;
    expect(verdicts).toHaveLength(400);
  }
  expect(service.fetched).toEqual(['https://a.example/robots.txt']);
});

test('a request can override the policy of the service', async () => {
  const service = await startService({ sites, policy: 'koster1996' });
  const body = { urls: ['https://private.example/'], productTokens: ['Bot'] };
  const verdictOf = async (more: object) => {
    const response = await service.post('/v1/check', { ...body, ...more });
    return ((await response.json()) as ResponseBody).verdicts[0]?.verdict;
  };
  expect(await verdictOf({})).toBe('disallowed');
  expect(await verdictOf({ policy: 'rfc9309' })).toBe('allowed');
});

test('explain adds the target, group, matching rules and provenance', async () => {
  const service = await startService();
  const body = { urls: ['https://a.example/private/%41'], productTokens: ['Bot'], explain: true };
  const { verdicts } = (await (await service.post('/v1/check', body)).json()) as ResponseBody;
  expect(verdicts[0]).toMatchObject({
    target: '/private/A',
    group: { productToken: '*', userAgentLines: [1] },
    matched: [{ pattern: '/private/', bytes: 9, line: 2 }],
    provenance: { status: 200, source: 'fetched', store: 'memory', access: 'successful' },
  });
});

describe('known crawlers', () => {
  const OTHER = 'For other crawlers, send a product token. GET /v1/crawlers lists the known ones.';
  const APPLE = 'https://support.apple.com/en-us/119829';
  const robotsTxt = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n';
  const checks = { urls: ['https://a.example/a'], robotsTxt } as const;
  const resultsOf = async (service: Service, body: object) => {
    const response = await service.post('/v1/check', body);
    return ((await response.json()) as ResponseBody).verdicts;
  };

  test.each([false, true])('are checked as they document, with live sites %s', async (isLive) => {
    const service = await startService({
      sites: { 'https://a.example': { status: 200, body: robotsTxt } },
    });
    const crawlers = ['applebot', 'AdsBot-Google', 'ChatGPT-User', 'Google-Extended'];
    const body = { ...checks, productTokens: ['Applebot', 'Bot'], crawlers };
    const results = await resultsOf(service, isLive ? { ...body, robotsTxt: undefined } : body);
    const [token] = results;
    expect(results).toHaveLength(6);
    expect(token).toMatchObject({ productToken: 'Applebot', rule: { pattern: '/' } });
    expect(token).not.toHaveProperty('profile');
    const fact = { source: expect.stringMatching(/^https:/), checked: '2026-11-22' };
    expect(results.slice(2)).toMatchObject([
      {
        productToken: 'Applebot',
        profile: { name: 'Applebot', step: 'fallback-group', source: APPLE, checked: '2026-11-22' },
        verdict: 'disallowed',
        rule: { pattern: '/a' },
      },
      {
        profile: { name: 'AdsBot-Google', step: 'star-ignored', ...fact },
        verdict: 'allowed',
        reason: 'no-group',
      },
      {
        profile: { name: 'ChatGPT-User', step: 'star-group', ...fact },
        governed: false,
        verdict: 'not-governed',
        reason: 'rule',
        rule: { pattern: '/' },
      },
      {
        profile: { name: 'Google-Extended', kind: 'control-token', step: 'star-group', ...fact },
        verdict: 'disallowed',
      },
    ]);
  });

  test('have no step without a robots.txt; their documented policy applies', async () => {
    const service = await startService({
      sites: { ...sites, 'https://limited.example': { status: 429 } },
    });
    const urls = ['https://broken.example/', 'https://open.example/'];
    const crawlers = ['ChatGPT-User', 'Applebot'];
    expect(await resultsOf(service, { urls, crawlers })).toMatchObject([
      { verdict: 'not-governed', reason: 'status', governed: false },
      { verdict: 'unreachable', profile: { name: 'Applebot', source: APPLE } },
      { verdict: 'not-governed', reason: 'unavailable', governed: false },
      { verdict: 'allowed', reason: 'unavailable' },
    ]);
    const explained = { urls, crawlers: ['Googlebot', 'Applebot'], explain: true };
    const [google, apple] = await resultsOf(service, explained);
    expect(google).toMatchObject({ provenance: { policy: 'google' } });
    expect(google?.profile).toEqual({ name: 'Googlebot' });
    expect(apple).toMatchObject({ provenance: { policy: 'rfc9309' } });
    const [koster] = await resultsOf(service, { ...explained, policy: 'koster1996' });
    expect(koster).toMatchObject({ provenance: { policy: 'koster1996' } });
  });

  test('use their documented dialect unless the request names one', async () => {
    const service = await startService();
    const urls = ['/a/'];
    const body = { urls, robotsTxt: 'User-agent: *\nDisallow: /\nAllow: /a/index.html\n' };
    const verdictOf = async (more: object) => (await resultsOf(service, { ...body, ...more }))[0];
    expect(await verdictOf({ crawlers: ['Googlebot'] })).toMatchObject({ verdict: 'allowed' });
    expect(await verdictOf({ crawlers: ['Applebot'] })).toMatchObject({ verdict: 'disallowed' });
    expect(await verdictOf({ crawlers: ['Googlebot'], dialect: 'rfc9309' })).toMatchObject({
      verdict: 'disallowed',
    });
  });

  test('a purpose stands for all its crawlers, each once', async () => {
    const service = await startService();
    const crawlers = ['GPTBot', 'ai-training', 'archive'];
    const body = { urls: ['/a'], robotsTxt: 'User-agent: CCBot\nDisallow: /\n', crawlers };
    const names = (await resultsOf(service, body)).map(({ productToken }) => productToken);
    expect(names[0]).toBe('GPTBot');
    expect(names).toEqual(expect.arrayContaining(['CCBot', 'ClaudeBot', 'archive.org_bot']));
    expect(new Set(names).size).toBe(names.length);
  });

  test('are the same in a thread', async () => {
    const service = await startService();
    const urls = Array.from({ length: 300 }, (_, at) => `/a${at}`);
    const body = { urls, productTokens: ['Bot'], crawlers: ['Applebot', 'Googlebot', 'iTMS'] };
    const long = `${robotsTxt}# ${'x'.repeat(400_000)}\n`;
    const expected = await resultsOf(service, { ...body, robotsTxt });
    expect(await resultsOf(service, { ...body, robotsTxt: long })).toEqual(expected);
    expect(expected).toHaveLength(1200);
  });

  test.each([
    ['applebott', 'Did you mean "Applebot"?'],
    ['ai-serch', 'Did you mean "ai-search"?'],
    ['anthropic-ai', 'No crawler has this name today; use ClaudeBot.'],
    ['x'.repeat(200), OTHER],
    ['*', OTHER],
  ])('%j is not a known crawler', async (name, advice) => {
    const service = await startService();
    for (const body of [checks, { urls: checks.urls }]) {
      const response = await service.post('/v1/check', { ...body, crawlers: ['Applebot', name] });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        type: '/docs#problem-invalid-check',
        detail: `Unknown crawler "${name}". ${advice}`,
        errors: [{ pointer: '#/crawlers/1' }],
      });
    }
    expect(service.fetched).toEqual([]);
  });

  test('count toward the limit, and one name of either kind is required', async () => {
    const service = await startService({ limits: { checks: 5 } });
    const body = { urls: ['/a', '/b'], robotsTxt: '' };
    const many = { ...body, productTokens: ['a'], crawlers: ['Applebot', 'GPTBot'] };
    const response = await service.post('/v1/check', many);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      type: '/docs#problem-too-many-items',
      detail: expect.stringContaining('2 URLs × 3 crawlers are 6 checks; the limit is 5'),
    });
    const none = await service.post('/v1/check', body);
    expect(none.status).toBe(400);
    expect(await none.json()).toMatchObject({
      detail: 'No product token or crawler. Add productTokens or crawlers.',
    });
  });
});

describe('crawl-delay and turns', () => {
  const robotsTxt = 'User-agent: *\nCrawl-delay: 2.5\nDisallow: /private/\n';
  const slow = { 'https://slow.example': { status: 200, body: robotsTxt } };

  test('crawlDelay is in seconds, or null', async () => {
    const service = await startService({ sites: { ...sites, ...slow } });
    const delaysOf = async (body: object) => {
      const response = await service.post('/v1/check', { productTokens: ['Bot'], ...body });
      return ((await response.json()) as ResponseBody).verdicts.map(({ crawlDelay }) => crawlDelay);
    };
    const urls = ['https://slow.example/', 'https://open.example/', 'https://broken.example/'];
    expect(await delaysOf({ urls })).toEqual([2.5, null, null]);
    expect(await delaysOf({ urls: ['/a'], robotsTxt })).toEqual([2.5]);
    const longest = `User-agent: *\nCrawl-delay: ${'9'.repeat(400)}\n`;
    expect(await delaysOf({ urls: ['/a'], robotsTxt: longest })).toEqual([2 ** 31]);
    // Googlebot is documented to ignore crawl-delay.
    expect(await delaysOf({ urls: ['/a'], robotsTxt, crawlers: ['Googlebot'] })).toEqual([2.5, null]);
  });

  test('reserve spaces the turns of a site, for requests that may be made', async () => {
    const now = Date.UTC(2026, 10, 21);
    const service = await startService({ sites: { ...sites, ...slow }, clock: () => now });
    const reserve = async (urls: string[]) => {
      const body = { urls, productTokens: ['Bot'], reserve: true };
      const response = await service.post('/v1/check', body);
      return ((await response.json()) as ResponseBody).verdicts.map(({ turnAt }) => turnAt);
    };
    const [a, b, blocked] = ['a', 'b', 'private/c'].map((path) => `https://slow.example/${path}`);
    const turns = await reserve([String(a), String(blocked), String(b), 'https://open.example/']);
    expect(turns).toEqual([now, null, now + 2500, now]);
    expect(await reserve([String(a)])).toEqual([now + 5000]);
    const [broken] = await reserve(['https://broken.example/']);
    expect(broken).toBeGreaterThan(now);
    const unreserved = await service.post('/v1/check', { urls: [a], productTokens: ['Bot'] });
    expect(((await unreserved.json()) as ResponseBody).verdicts[0]).not.toHaveProperty('turnAt');
  });

  test('reserve follows the policy of the verdict', async () => {
    const now = Date.UTC(2026, 10, 21);
    const service = await startService({ sites, clock: () => now });
    const reserve = async (more: object) => {
      const body = { urls: ['https://broken.example/'], reserve: true, ...more };
      const response = await service.post('/v1/check', body);
      return ((await response.json()) as ResponseBody).verdicts[0];
    };
    // Under the policy of Yandex, an unreachable robots.txt allows all.
    for (const more of [{ productTokens: ['Bot'], policy: 'yandex' }, { crawlers: ['YandexBot'] }]) {
      expect(await reserve(more)).toMatchObject({ verdict: 'allowed', turnAt: now });
    }
    const unreachable = await reserve({ productTokens: ['Bot'] });
    expect(unreachable?.turnAt).toBe(unreachable?.nextTryAt);
  });

  test('a robotsTxt in the request has no turns', async () => {
    const service = await startService();
    const body = { urls: ['/a'], productTokens: ['Bot'], robotsTxt, reserve: true };
    const response = await service.post('/v1/check', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/reserve' }] });
  });
});

describe('GET /v1/check', () => {
  const service = sharedService();

  test('returns what POST does for one URL', async () => {
    const url = 'https://a.example/private/';
    const query = new URLSearchParams({ url, productToken: 'Bot', crawler: 'Applebot' });
    const got = await (await service().get(`/v1/check?${query}`)).json();
    const body = { urls: [url], productTokens: ['Bot'], crawlers: ['Applebot'] };
    expect(got).toEqual(await (await service().post('/v1/check', body)).json());
    const explained = await service().get(`/v1/check?${query}&explain=true`);
    expect(await explained.json()).toMatchObject({ verdicts: [{ target: '/private/' }, {}] });
  });

  test('requires a crawler and a URL with an origin', async () => {
    expect((await service().get('/v1/check?url=https://a.example/')).status).toBe(400);
    expect((await service().get('/v1/check?productToken=a')).status).toBe(400);
    expect((await service().get('/v1/check?url=/a&productToken=a')).status).toBe(422);
  });

  test.each([
    ['url=/a&productToken=a', 'url'],
    ['url=https://a.example/&productToken=Mozilla/5.0 (X)', 'productToken'],
    ['url=https://a.example/&crawler=Aplebot', 'crawler'],
  ])('%s: the problem names the parameter', async (query, parameter) => {
    const response = await service().get(`/v1/check?${query}`);
    expect(await response.json()).toMatchObject({
      status: 422,
      errors: [{ parameter, detail: expect.any(String) }],
    });
  });
});

test('all checks are validated before the first fetch', async () => {
  const service = await startService();
  const cases = [
    [{ urls: ['https://a.example/', 'mailto:a'] }, '#/urls/1'],
    [{ urls: ['https://a.example/'], productTokens: ['Bot', 'Bot (a b)'] }, '#/productTokens/1'],
  ] as const;
  for (const [body, pointer] of cases) {
    const response = await service.post('/v1/check', { productTokens: ['Bot'], ...body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
  }
  expect(service.fetched).toEqual([]);
});

describe('GET /v1/crawlers', () => {
  const service = sharedService();

  test('lists the data, and a repeated request gets 304', async () => {
    const response = await service().get('/v1/crawlers');
    expect(await response.json()).toEqual({ crawlers: knownCrawlers });
    const etag = response.headers.get('etag') ?? '';
    for (const condition of [etag, `"x", W/${etag}`, '*']) {
      const again = await service().get('/v1/crawlers', { 'if-none-match': condition });
      expect([again.status, await again.text()], condition).toEqual([304, '']);
    }
    const other = await service().get('/v1/crawlers?name=gptbot', { 'if-none-match': etag });
    expect(await other.json()).toMatchObject({ crawlers: [{ name: 'GPTBot' }] });
    const archives = await (await service().get('/v1/crawlers?name=archive')).json();
    expect(archives.crawlers.length).toBeGreaterThan(3);
  });

  test('every record matches the schema', async () => {
    const response = await service().get('/v1/crawlers');
    expect(Compile(CrawlersResponse).Errors(await response.json())[1]).toEqual([]);
  });

  test('an unknown name gets an empty list', async () => {
    const response = await service().get('/v1/crawlers?name=Applebott');
    expect(await response.json()).toEqual({ crawlers: [] });
  });
});

test('too many checks in one request get 422', async () => {
  const service = await startService({ limits: { checks: 5 } });
  const body = { urls: ['/a', '/b'], productTokens: ['a', 'b', 'c'], robotsTxt: '' };
  const response = await service.post('/v1/check', body);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    type: '/docs#problem-too-many-items',
    detail: expect.stringContaining('are 6 checks; the limit is 5'),
    errors: [{ pointer: '#/urls' }],
  });
});

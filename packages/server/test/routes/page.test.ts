import { type PolicyName, RobotsClient } from '@repkit/client';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { siteWith } from '../../../../test/support/site.js';
import { type ServiceOptions, sharedService, startService } from '../support/service.js';

const ROBOTS_TXT = `License: https://example.com/license.xml
User-agent: *
Content-Usage: train-ai=n
Content-Signal: ai-train=yes
Disallow: /private/
`;
const HTML = '<head><meta name="robots" content="noindex"></head>';
const RESPONSE = {
  status: 200,
  headers: { 'content-type': 'text/html', 'x-robots-tag': ['bingbot: nocache', 'nosnippet'] },
  body: HTML,
};
const REQUEST = {
  url: 'https://a.example/a',
  crawler: 'Googlebot',
  robotsTxt: ROBOTS_TXT,
  response: RESPONSE,
};

interface PageBody {
  readonly access: { readonly provenance?: { readonly policy: string } };
}

// biome-ignore lint/suspicious/noExplicitAny: the members are asserted.
async function page(body: object, options: ServiceOptions = {}): Promise<any> {
  const service = await startService(options);
  const response = await service.post('/v1/page', body);
  const { fetched } = service;
  return { httpStatus: response.status, fetched, ...((await response.json()) as object) };
}

test('returns what client.page returns, without a request if nothing is missing', async () => {
  const { httpStatus, fetched, status, ...result } = await page(REQUEST);
  expect([httpStatus, status, fetched]).toEqual([200, 200, []]);
  const bytes = Buffer.from(ROBOTS_TXT);
  const charset = { name: 'utf-8', from: 'default' } as const;
  const client = new RobotsClient({
    userAgent: 'repkit-test/1.0',
    transport: {
      fetch: async ({ url }) => {
        const body = { bytes, truncated: false, charset, wireBytes: bytes.length };
        return { kind: 'http', url, hops: [], status: 200, headers: {}, body, conditional: false };
      },
      close: async () => {},
    },
  });
  const { crawlerProfile } = await import('@repkit/core/crawlers');
  const crawler = crawlerProfile('Googlebot');
  const expected = await client.page(REQUEST.url, RESPONSE, { crawler });
  await client.close();
  const { access, ...statements } = JSON.parse(JSON.stringify(expected));
  expect(result).toMatchObject(statements);
  const { provenance: _, ...decision } = access;
  expect(decision).toMatchObject(result.access);
});

test('a page that may not be fetched has rules that are never seen', async () => {
  const result = await page({ ...REQUEST, url: '/private/a' });
  expect(result).toMatchObject({
    access: { outcome: 'disallowed', verdict: { rule: { line: 5 } } },
    unseen: ['noindex', 'nosnippet'],
    preferences: { aipref: { categories: { 'train-ai': { value: 'unstated' } } } },
  });
});

test.each([301, 404, 503])('status %i: no page-level rules apply', async (status) => {
  const response = {
    ...RESPONSE,
    headers: { ...RESPONSE.headers, 'tdm-reservation': '1' },
    status,
  };
  for (const url of [REQUEST.url, '/private/a']) {
    const result = await page({ ...REQUEST, url, response });
    expect(result).toMatchObject({
      httpStatus: 200,
      status,
      html: 'none',
      unseen: [],
      ignoredMeta: [],
    });
    expect(result).not.toHaveProperty('pageRules');
    expect(JSON.stringify(result.preferences)).not.toContain('tdm-reservation');
  }
});

test('the page-level rules are those of the crawler', async () => {
  const { pageRules } = await page({ ...REQUEST, crawler: 'Bingbot' });
  expect(pageRules).toMatchObject({
    engine: 'Bing',
    restrictions: ['nocache', 'noindex', 'nosnippet'],
  });
});

test('unavailable_after uses the clock of the service', async () => {
  const headers = { 'x-robots-tag': 'unavailable_after: 2030-12-31' };
  const body = { ...REQUEST, response: { status: 200, headers, body: '' } };
  const { pageRules } = await page(body, { clock: () => Date.UTC(2031, 0, 1) });
  expect(pageRules.index).toBe(false);
});

describe('what is missing is fetched', () => {
  const allowed = { transport: undefined, guard: { allowHosts: ['127.0.0.1'] } };

  test('the robots.txt', async () => {
    const { robotsTxt: _, ...request } = REQUEST;
    const { fetched, access } = await page(request);
    expect(fetched).toEqual(['https://a.example/robots.txt']);
    expect(access).toMatchObject({ outcome: 'allowed', provenance: { status: 200 } });
  });

  test.each<[crawler: string, policy: PolicyName, outcome: string, applied: string]>([
    ['Googlebot', 'rfc9309', 'allowed', 'google'],
    ['Googlebot', 'koster1996', 'allowed', 'google'],
    ['ExampleBot', 'rfc9309', 'disallowed', 'rfc9309'],
    ['ExampleBot', 'google', 'allowed', 'google'],
  ])('the robots.txt, which applies to %s as in a check if the policy is %s', async (...row) => {
    const [crawler, policy, outcome, applied] = row;
    const url = 'https://a.example/a/';
    const body = 'User-agent: *\nDisallow: /\nAllow: /a/index.html\n';
    const service = await startService({
      policy,
      sites: { 'https://a.example': { status: 200, body } },
    });
    const names = crawler === 'Googlebot' ? { crawlers: [crawler] } : { productTokens: [crawler] };
    for (const inRequest of [{}, { robotsTxt: body }]) {
      const request = { url, crawler, response: RESPONSE, ...inRequest };
      const { access } = (await (await service.post('/v1/page', request)).json()) as PageBody;
      expect(access).toMatchObject({ outcome, dialect: applied });
      expect(access.provenance?.policy).toBe('robotsTxt' in inRequest ? undefined : applied);
      const checked = await service.post('/v1/check', { urls: [url], ...names, ...inRequest });
      expect(await checked.json()).toMatchObject({ verdicts: [{ verdict: outcome }] });
    }
  });

  test('an unreachable robots.txt, under the documented policy of the crawler', async () => {
    const sites = { 'https://a.example': { status: 503 } };
    const { robotsTxt: _, ...request } = REQUEST;
    expect(await page({ ...request, crawler: 'YandexBot' }, { sites })).toMatchObject({
      access: { outcome: 'allowed', reason: 'given-up', provenance: { policy: 'yandex' } },
    });
    const { access } = await page(request, { sites });
    expect(access).toMatchObject({ outcome: 'unreachable', reason: 'unreachable' });
    expect(access.nextTryAt).toBe(access.provenance.nextRequestAt);
  });

  test('the page, once and without following redirects', async () => {
    const { origin } = await siteWith(200, HTML, { 'content-type': 'text/html' });
    const request = { url: `${origin}/a`, crawler: 'Googlebot', robotsTxt: ROBOTS_TXT };
    expect(await page(request, allowed)).toMatchObject({
      httpStatus: 200,
      status: 200,
      html: 'read',
      unseen: [],
      pageRules: { restrictions: ['noindex'] },
    });
  });

  test.each([
    [2 ** 20, 'truncated', []],
    [2 ** 20 - 200, 'read', ['noindex']],
  ])('a head with %i bytes of styles is %s', async (size, html, restrictions) => {
    const head = `<head><style>${'a'.repeat(size)}</style><meta name="robots" content="noindex"></head>`;
    const { origin } = await siteWith(200, head, { 'content-type': 'text/html' });
    const request = { url: `${origin}/a`, crawler: 'Googlebot', robotsTxt: ROBOTS_TXT };
    expect(await page(request, allowed)).toMatchObject({ html, pageRules: { restrictions } });
  });

  test('a private address is refused by the guard', async () => {
    const { origin } = await siteWith(200, HTML, { 'content-type': 'text/html' });
    const request = { url: `${origin}/a`, crawler: 'Googlebot', robotsTxt: ROBOTS_TXT };
    expect(await page(request, { transport: undefined })).toMatchObject({
      httpStatus: 422,
      type: '/docs#problem-page-not-fetched',
    });
    // The robots.txt is reachable only in this test.
    expect(await page({ ...request, url: 'http://127.0.0.1:1/' })).toMatchObject({
      httpStatus: 422,
      detail: expect.stringContaining('The page cannot be fetched'),
    });
  });

  test('no page that its robots.txt closes to this service', async () => {
    const request = { url: 'https://a.example/private/a', crawler: 'Googlebot', robotsTxt: '' };
    expect(await page(request)).toMatchObject({
      httpStatus: 422,
      detail: 'The page was not requested, because its robots.txt is closed to this service.',
    });
    const closed = 'User-agent: ExampleBot\nDisallow: /\n';
    const named = {
      userAgent: 'ExampleBot/1.0',
      sites: { 'https://a.example': { status: 200, body: closed } },
    };
    expect(await page({ ...request, url: 'https://a.example/' }, named)).toMatchObject({
      detail: 'The page was not requested, because its robots.txt is closed to this service.',
    });
    const sites = { 'https://a.example': { status: 503 } };
    expect(await page(request, { sites })).toMatchObject({
      detail: 'The page was not requested, because its robots.txt is unreachable.',
    });
  });
});

const service = sharedService();

test.each([
  ['directives', `<meta name="robots" content="${'a,'.repeat(500_000)}">`],
  ['elements', '<meta name="robots" content="noindex,index">'.repeat(22_000)],
  ['open elements', '<noscript>'.repeat(100_000)],
  ['an endless comment', '<!--'.padEnd(1_000_000, '-')],
])('a hostile page gets a bounded response in time: %s', async (_, body) => {
  const began = cpuMs();
  const robotsTxt = `User-agent: *\n${'Content-Usage: search=y,train-ai=n,b\n'.repeat(10_000)}`;
  const response = await service().post('/v1/page', {
    ...REQUEST,
    robotsTxt,
    response: { ...RESPONSE, body },
  });
  expect(response.status).toBe(200);
  expect((await response.text()).length).toBeLessThan(200_000);
  expect(cpuMs() - began).toBeLessThan(10_000);
});

test.each([
  [{ url: 'no URL', crawler: 'Bot' }, 422, '#/url'],
  [{ crawler: 'a b' }, 422, '#/crawler'],
  [{ robotsTxt: undefined, url: 'mailto:x' }, 422, '#/url'],
  [{ response: { ...RESPONSE, headers: { a: 1 } } }, 400, '#/response/headers/a'],
  [{ response: { ...RESPONSE, body: 'a'.repeat(1024 * 1024 + 1) } }, 422, '#/response/body'],
  [{ response: { status: 200 } }, 400, '#/response'],
])('invalid: %#', async (changes, status, pointer) => {
  const response = await service().post('/v1/page', { ...REQUEST, ...changes });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
});

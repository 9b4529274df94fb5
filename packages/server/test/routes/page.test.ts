import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { startService } from '../support/service.js';

const ROBOTS_TXT = `License: https://example.com/license.xml
User-agent: *
Content-Usage: train-ai=n
Content-Signal: ai-train=yes
Disallow: /private/
`;

// biome-ignore lint/suspicious/noExplicitAny: the members are asserted.
async function post(path: string, body: object, service = startService()): Promise<any> {
  const response = await (await service).post(path, body);
  return { status: response.status, ...((await response.json()) as object) };
}

describe('POST /v1/preferences', () => {
  const request = { robotsTxt: ROBOTS_TXT, url: 'https://example.com/a' };

  test('each mechanism, its sources and conflicts, per crawler', async () => {
    const { status, preferences } = await post('/v1/preferences', {
      ...request,
      productTokens: ['ExampleBot'],
      crawlers: ['Applebot'],
      headers: { 'Content-Usage': ['search=y', 'ai-use=n'], 'tdm-reservation': '1' },
      strictest: true,
    });
    expect(status).toBe(200);
    expect(preferences.map(({ productToken }: { productToken: string }) => productToken)).toEqual([
      'ExampleBot',
      'Applebot',
    ]);
    expect(preferences[0]).toMatchObject({
      verdict: 'allowed',
      aipref: {
        categories: {
          'train-ai': { value: 'no', statements: [{ source: { in: 'robots.txt', line: 3 } }] },
          'ai-use': { value: 'no', statements: [{ source: { in: 'header' } }] },
        },
      },
      rsl: { licenses: [{ url: 'https://example.com/license.xml' }] },
      tdmrep: { categories: { tdm: { value: 'no' } } },
      conflicts: [{ use: 'training' }],
      strictest: { values: { training: 'no', search: 'yes' } },
    });
  });

  test('a disallowed URL has no stated preference (draft-ietf-aipref-attach-05 3.1)', async () => {
    const { preferences } = await post('/v1/preferences', { ...request, url: '/private/a' });
    expect(preferences).toMatchObject([
      {
        productToken: '*',
        verdict: 'disallowed',
        rule: { line: 5 },
        aipref: { categories: { 'train-ai': { value: 'unstated' } } },
      },
    ]);
  });

  test.each(['mailto:x', 'x', 'https://', '//'])('%s has no robots.txt', async (url) => {
    const request = { robotsTxt: '', url, tdmrep: '[{"location":"/*","tdm-reservation":1}]' };
    expect(await post('/v1/preferences', request)).toMatchObject({
      status: 422,
      type: '/docs#problem-invalid-check',
    });
  });

  test('aipref reads content-usage as a rule, and tdmrep.json is given', async () => {
    const trap = 'User-agent: *\nContent-Usage: train-ai=n\nUser-agent: GPTBot\nDisallow: /\n';
    const tdmrep = '[{"location":"/*","tdm-reservation":1}]';
    const verdictOf = async (aipref: boolean) => {
      const body = { ...request, robotsTxt: trap, aipref, tdmrep };
      const { preferences } = await post('/v1/preferences', body);
      return [preferences[0].verdict, preferences[0].tdmrep.categories.tdm.value];
    };
    expect(await verdictOf(false)).toEqual(['disallowed', 'no']);
    expect(await verdictOf(true)).toEqual(['allowed', 'no']);
  });

  test('a hostile request gets a bounded response', async () => {
    const service = startService();
    const robotsTxt = `User-agent: *\n${'Content-Usage: search=y,train-ai=n,b\n'.repeat(10_000)}${'Content-Signal: x,'.padEnd(100_000, 'y=z,')}\n`;
    const productTokens = Array.from(
      { length: 20 },
      (_, index) => `Bot${String.fromCharCode(97 + index)}`,
    );
    const body = { ...request, robotsTxt, productTokens };
    const response = await (await service).post('/v1/preferences', body);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeLessThan(4 * 1024 * 1024);
  });

  test.each([
    [{ url: 'no URL' }, 422, '#/url'],
    [{ productTokens: ['a b'] }, 422, '#/productTokens/0'],
    [{ crawlers: ['Aplebot'] }, 422, '#/crawlers/0'],
    [{ headers: { a: 1 } }, 400, '#/headers/a'],
    [{ productTokens: Array(21).fill('a') }, 422, '#/productTokens'],
    [{ tdmrep: 'a'.repeat(1024 * 1024 + 1) }, 422, '#/tdmrep'],
  ])('invalid: %j', async (changes, status, pointer) => {
    const result = await post('/v1/preferences', { ...request, ...changes });
    expect(result.status).toBe(status);
    expect(result.errors[0].pointer).toBe(pointer);
  });
});

describe('POST /v1/page-rules', () => {
  test('headers and HTML, per crawler and engine', async () => {
    const { status, html, pageRules } = await post('/v1/page-rules', {
      headers: { 'x-robots-tag': ['bingbot: nocache', 'nosnippet'] },
      html: '<head><meta name="googlebot" content="noindex"></head><body><meta name="robots" content="none">',
      productTokens: ['Googlebot', 'ExampleBot'],
      crawlers: ['Bingbot'],
    });
    expect([status, html]).toEqual([200, 'read']);
    expect(
      pageRules.map((one: Record<string, unknown>) => [
        one.productToken,
        one.engine,
        one.restrictions,
      ]),
    ).toEqual([
      ['Googlebot', 'Google', ['noindex', 'nosnippet']],
      ['ExampleBot', 'Google', ['nosnippet']],
      ['bingbot', 'Bing', ['nocache', 'nosnippet']],
    ]);
  });

  test('nothing given', async () => {
    expect(await post('/v1/page-rules', {})).toMatchObject({
      status: 200,
      html: 'none',
      pageRules: [{ productToken: '*', index: true, restrictions: [] }],
    });
  });

  test('unavailable_after uses the clock of the service', async () => {
    const service = startService({ clock: () => Date.UTC(2031, 0, 1) });
    const headers = { 'x-robots-tag': 'unavailable_after: 2030-12-31' };
    const { pageRules } = await post('/v1/page-rules', { headers }, service);
    expect(pageRules[0].index).toBe(false);
  });

  test.each([
    ['directives', `<meta name="robots" content="${'a,'.repeat(500_000)}">`],
    ['elements', '<meta name="robots" content="noindex,index">'.repeat(22_000)],
    ['open elements', '<noscript>'.repeat(100_000)],
    ['an endless comment', '<!--'.padEnd(1_000_000, '-')],
  ])('a hostile page gets a bounded response in time: %s', async (_, html) => {
    const service = startService();
    const began = cpuMs();
    const response = await (await service).post('/v1/page-rules', { html });
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeLessThan(100_000);
    expect(cpuMs() - began).toBeLessThan(10_000);
  });

  test.each([
    [{ html: 'a'.repeat(1024 * 1024 + 1) }, 422, '#/html'],
    [{ headers: { a: 'b'.repeat(64 * 1024 + 1) } }, 422, '#/headers/a'],
    [{ engine: 'none' }, 400, '#/engine'],
    [{ page: '' }, 400, '#'],
  ])('invalid: %#', async (body, status, pointer) => {
    const result = await post('/v1/page-rules', body);
    expect(result.status).toBe(status);
    expect(result.errors[0].pointer).toBe(pointer);
  });
});

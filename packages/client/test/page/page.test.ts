import { pageRuleEngines } from '@repkit/core/preferences';
import got from 'got';
import { request, fetch as undiciFetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RobotsClientOptions } from '../../src/client/options.js';
import { startCrawledSites } from '../support/crawled-sites.js';
import { proofClient } from '../support/proof.js';
import { type Answer, startSite } from '../support/site.js';

const ROBOTS_TXT = `User-agent: *
Content-Usage: train-ai=n
Content-Signal: ai-train=yes
Disallow: /private
`;
const HTML = '<head><meta name="robots" content="noindex"><meta name="bingbot" content="nocache"></head>';

const page: Answer = (_request, response) =>
  void response
    .setHeader('content-type', 'text/html')
    .setHeader('x-robots-tag', ['ExampleBot: nofollow', 'max-snippet: 10'])
    .setHeader('content-usage', 'search=y')
    .end(`${HTML}<body>the text`);

async function startPage(options: Partial<RobotsClientOptions> = {}) {
  const site = await startSite({
    '/robots.txt': ROBOTS_TXT,
    '/page': page,
    '/private': page,
    '/image': (_request, response) =>
      void response.setHeader('content-type', 'image/png').setHeader('x-robots-tag', 'noindex').end(HTML),
  });
  const client = proofClient(options);
  return { site, client, url: `${site.origin}/page` };
}

test.each([301, 404, 503])('status %i: the rules of the response do not count', async (status) => {
  const { client, url } = await startPage();
  const headers = { 'content-type': 'text/html', 'x-robots-tag': 'noarchive' };
  const none = { pageRules: { index: true, restrictions: [] }, html: 'none' };
  for (const response of [
    new Response(HTML, { status, headers }),
    { status, headers, body: HTML },
    { statusCode: status, headers, body: HTML },
  ]) {
    expect(await client.page(url, response)).toMatchObject(none);
  }
});

describe('responses of HTTP libraries', () => {
  test('fetch: the response can still be read', async () => {
    const { client, url, site } = await startPage();
    const response = await fetch(url);
    const result = await client.page(url, response);
    expect(result).toMatchObject({
      access: { outcome: 'allowed', crawler: 'ExampleBot' },
      pageRules: { index: false, engine: 'Google' },
      preferences: {
        aipref: { categories: { 'train-ai': { value: 'no' }, search: { value: 'yes' } } },
      },
      unseen: [],
      html: 'read',
    });
    expect(result.preferences.conflicts.map(({ use }) => use)).toEqual(['training']);
    expect('access' in result.preferences).toBe(false);
    expect(await response.text()).toContain('the text');
    expect(site.log.toSorted()).toEqual(['GET /page', 'GET /robots.txt']);
  });

  test('fetch of undici', async () => {
    const { client, url } = await startPage();
    const result = await client.page(url, await undiciFetch(url));
    expect(result.pageRules.index).toBe(false);
  });

  test('undici.request: separate headers', async () => {
    const { client, url } = await startPage();
    const result = await client.page(url, await request(url));
    expect(result.pageRules.restrictions).toEqual(['max-snippet', 'nofollow', 'noindex']);
    expect(result.html).toBe('read');
  });

  test('got', async () => {
    const { client, url } = await startPage();
    const { headers, body } = await got(url);
    expect((await client.page(url, { headers, body })).pageRules.index).toBe(false);
  });

  test('a Response whose body has been read is an error that says what to do', async () => {
    const { client, url } = await startPage();
    const response = await fetch(url);
    await response.text();
    await expect(client.page(url, response)).rejects.toThrow(
      'The body of the response has already been read. Pass { headers, body } with the text that was read.',
    );
  });

  test('a body that is not HTML is not read', async () => {
    const { client, site } = await startPage();
    const url = `${site.origin}/image`;
    const { html, pageRules } = await client.page(url, await fetch(url));
    expect([html, pageRules.index, pageRules.directives.length]).toEqual(['none', false, 1]);
  });

  test('a body that never ends is read up to the limit', async () => {
    const { client, site } = await startPage();
    const url = `${site.origin}/endless`;
    let isOpen = true;
    site.answer('/endless', (_request, response) => {
      response.setHeader('content-type', 'text/html').write('<script>');
      const send = () => {
        while (isOpen && response.write('a'.repeat(1000)));
      };
      response.on('drain', send).on('close', () => {
        isOpen = false;
      });
      send();
    });
    const result = await client.page(url, await request(url), { maxBytes: 100_000 });
    expect(result.html).toBe('truncated');
    await expect.poll(() => isOpen).toBe(false);
  });

  test('a stream that stalls ends with the signal', async () => {
    const { client, url, site } = await startPage();
    site.answer('/page', (_request, response) => void response.write('<head>'));
    const signal = AbortSignal.timeout(200);
    const { headers, body } = await request(url);
    onTestFinished(() => void body.on('error', () => {}).destroy());
    await expect(client.page(url, { headers, body }, { signal })).rejects.toThrow('timeout');
  });
});

describe('the parts of the result', () => {
  const noindex = { headers: { 'content-type': 'text/html' }, body: HTML };

  test('a noindex on a disallowed URL is never seen', async () => {
    const { client, site } = await startPage();
    const result = await client.page(`${site.origin}/private`, noindex);
    expect(result).toMatchObject({
      access: { outcome: 'disallowed', verdict: { rule: { line: 4 } } },
      pageRules: { index: false },
      unseen: ['noindex'],
    });
    // A disallowed URL has no stated preference (draft-ietf-aipref-attach-05 3.1).
    expect(result.preferences.aipref.categories['train-ai']?.value).toBe('unstated');
  });

  test('without rules, headers still state preferences', async () => {
    const { client, broken, site } = await startCrawledSites();
    site.answer('/robots.txt', 404);
    const headers = { 'Content-Usage': 'train-ai=n' };
    for (const [origin, outcome] of [
      [site.origin, 'allowed'],
      [broken.origin, 'unreachable'],
    ]) {
      expect(await client.page(`${origin}/page`, { headers })).toMatchObject({
        access: { outcome },
        preferences: { aipref: { categories: { 'train-ai': { value: 'no' } } } },
        html: 'none',
      });
    }
  });

  test.each([
    ['the crawler of an engine', { crawler: 'bingbot' }, 'Bing', ['nocache', 'noindex']],
    ['a secondary product token', { crawler: 'Googlebot-Image' }, 'Google', ['noindex']],
    ['another crawler', {}, 'Google', ['noindex']],
  ])('the engine of %s', async (_, options, engine, restrictions) => {
    const { client, url } = await startPage(options);
    expect((await client.page(url, noindex)).pageRules).toMatchObject({ engine, restrictions });
  });

  test('options choose the engine, the crawler and the mechanisms', async () => {
    const { client, url } = await startPage();
    const result = await client.page(url, noindex, {
      engine: { ...pageRuleEngines.bing, name: 'Mine' },
      productToken: 'OtherBot',
      tdmrep: [{ location: '/*', 'tdm-reservation': 1 }],
      strictest: true,
    });
    expect(result).toMatchObject({
      access: { crawler: 'OtherBot' },
      pageRules: { engine: 'Mine' },
      preferences: {
        tdmrep: { categories: { tdm: { value: 'no' } } },
        strictest: { values: { training: 'no' } },
      },
    });
  });

  test('the head of the page reserves rights and names a license', async () => {
    const { client, url } = await startPage();
    const license = 'https://example.com/license.xml';
    const body = `<meta name="TDM-Reservation" content="1"><meta name="tdm-policy" content="/p.json">
      <template><link rel="license" type="application/rsl+xml" href="/other.xml"></template>
      <link rel="license" type="application/rsl+xml" href="${license}"><body>`;
    const headers = { 'content-type': 'text/html', 'tdm-reservation': '0' };
    const { preferences } = await client.page(url, { headers, body });
    expect(preferences.tdmrep).toMatchObject({
      categories: { tdm: { value: 'no', statements: [{ source: { in: 'html', name: 'meta' } }] } },
      policy: '/p.json',
    });
    expect(preferences.rsl.licenses).toEqual([{ url: license, source: { in: 'html', name: 'link', text: license } }]);
  });

  test('unavailable_after uses the clock of the client', async () => {
    const { client, url } = await startPage({ clock: () => Date.UTC(2031, 0, 1) });
    const headers = { 'X-Robots-Tag': 'unavailable_after: 2030-12-31' };
    expect((await client.page(url, { headers })).pageRules.index).toBe(false);
  });

  test.each([
    [undefined, {}, 'The response must be a response such as'],
    [{}, {}, 'response.headers must be'],
    [{ headers: {} }, { maxBytes: 0 }, 'maxBytes must be a whole number from 1 (received 0).'],
    [{ headers: {} }, { engine: 'none' }, 'Unknown engine "none".'],
  ])('invalid arguments: %j %j', async (response, options, message) => {
    const { client, url } = await startPage();
    await expect(client.page(url, response as never, options as never)).rejects.toThrow(message);
  });
});

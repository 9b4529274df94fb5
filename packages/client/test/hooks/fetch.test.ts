import { createHash } from 'node:crypto';
import { fetch as undiciFetch } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { robotsFetch } from '../../src/hooks/fetch.js';
import { holdRobotsTxt, redirectTo, startCrawledSites } from '../support/crawled-sites.js';
import type { Answer } from '../support/site.js';

async function startCrawl() {
  const sites = await startCrawledSites();
  return { ...sites, crawl: robotsFetch(sites.client) };
}

type Arguments = Parameters<typeof fetch>;

const disallowed = (url: string) => ({
  name: 'RobotsDisallowedError',
  decision: { outcome: 'disallowed', url },
});

/** Responds with the method, the tested headers, and the body. */
const echo: Answer = async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { authorization, cookie, 'content-type': type, 'x-own': own } = request.headers;
  response.end(JSON.stringify({ method: request.method, authorization, cookie, type, own, body }));
};

describe('one request', () => {
  test('an allowed request is sent', async () => {
    const { crawl, site } = await startCrawl();
    const response = await crawl(`${site.origin}/page`);
    expect([response.status, response.redirected, await response.text()]).toEqual([200, false, 'a page']);
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test.each([
    ['a string', (url: string) => url],
    ['a URL', (url: string) => new URL(url)],
    ['a Request', (url: string) => new Request(url)],
  ])('a disallowed one, given as %s, does not reach the server', async (_, input) => {
    const { crawl, site } = await startCrawl();
    const url = `${site.origin}/private`;
    await expect(crawl(input(url))).rejects.toMatchObject(disallowed(url));
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('an unreachable robots.txt refuses (RFC 9309 2.3.1.4)', async () => {
    const { crawl, broken } = await startCrawl();
    await expect(crawl(`${broken.origin}/page`)).rejects.toMatchObject({
      decision: { outcome: 'unreachable' },
    });
    expect(broken.log).toEqual(['GET /robots.txt']);
  });

  test('the robots.txt itself may be fetched (RFC 9309 2.2.2)', async () => {
    const { crawl, site } = await startCrawl();
    expect(await (await crawl(`${site.origin}/robots.txt`)).text()).toContain('Disallow: /private');
  });

  test('20 concurrent requests fetch the robots.txt once', async () => {
    const { crawl, site } = await startCrawl();
    const texts = Array.from({ length: 20 }, async () => (await crawl(`${site.origin}/page`)).text());
    expect(new Set(await Promise.all(texts))).toEqual(new Set(['a page']));
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
  });

  test.each(['follow', 'manual'] as const)('the checked URL is the one that is fetched (%s)', async (redirect) => {
    const { crawl, site } = await startCrawl();
    const url = new URL(`${site.origin}/page`);
    const sent = crawl(url, { redirect });
    url.pathname = '/private';
    expect(await (await sent).text()).toBe('a page');
  });

  test('a data: URL contacts no server', async () => {
    const { crawl } = await startCrawl();
    expect(await (await crawl('data:text/plain,a')).text()).toBe('a');
  });

  test('an invalid URL rejects as in fetch', async () => {
    const { crawl } = await startCrawl();
    await expect(crawl('/page')).rejects.toThrow(TypeError);
  });

  test('a body from a stream is sent', async () => {
    const { crawl, site } = await startCrawl();
    site.answer('/page', echo);
    const body = new Blob(['some text']).stream();
    const init = { method: 'POST', body, duplex: 'half' };
    const response = await crawl(`${site.origin}/page`, init);
    expect(await response.json()).toMatchObject({ method: 'POST', body: 'some text' });
  });

  test('a custom fetch makes the requests', async () => {
    const { client, site, other } = await startCrawledSites();
    const inner = vi.fn(undiciFetch as unknown as typeof fetch);
    const response = await robotsFetch(client, inner)(`${site.origin}/to-open`);
    expect(await response.text()).toBe('open');
    expect(response.url).toBe(`${other.origin}/open`);
    expect(inner).toHaveBeenCalledTimes(2);
  });
});

describe('redirects', () => {
  test('redirects are followed, and the response is marked as redirected', async () => {
    const { crawl, site, other } = await startCrawl();
    const response = await crawl(`${site.origin}/to-open`);
    expect([response.url, response.redirected]).toEqual([`${other.origin}/open`, true]);
    expect(await response.text()).toBe('open');
  });

  test('a disallowed URL of the same origin is refused at its hop', async () => {
    const { crawl, site } = await startCrawl();
    const sent = crawl(`${site.origin}/to-private-in-two-steps`);
    await expect(sent).rejects.toMatchObject(disallowed(`${site.origin}/private`));
    expect(site.log).toEqual(['GET /robots.txt', 'GET /to-private-in-two-steps', 'GET /to-private']);
  });

  test('a redirect to another origin is checked against its own robots.txt', async () => {
    const { crawl, site, other } = await startCrawl();
    const sent = crawl(`${site.origin}/to-closed`);
    await expect(sent).rejects.toMatchObject(disallowed(`${other.origin}/closed`));
    expect(other.log).toEqual(['GET /robots.txt']);
  });

  test('a redirect to an origin with an unreachable robots.txt is refused', async () => {
    const { crawl, site, broken } = await startCrawl();
    site.answer('/page', redirectTo(`${broken.origin}/page`));
    await expect(crawl(`${site.origin}/page`)).rejects.toMatchObject({
      decision: { outcome: 'unreachable' },
    });
    expect(broken.log).toEqual(['GET /robots.txt']);
  });

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=b'],
    [308, 'POST', 'a=b'],
  ])('%i makes a POST a %s', async (status, method, body) => {
    const { crawl, site } = await startCrawl();
    site.answer('/page', redirectTo('/echo', status));
    site.answer('/echo', echo);
    const init = { method: 'POST', body: new URLSearchParams({ a: 'b' }) };
    const echoed = await (await crawl(`${site.origin}/page`, init)).json();
    expect(echoed).toMatchObject({ method, body });
    // The same as in fetch.
    expect(echoed).toEqual(await (await fetch(`${site.origin}/page`, init)).json());
  });

  test('body and headers of a Request are sent again after a 307, twice', async () => {
    const { crawl, site } = await startCrawl();
    site.answer('/page', redirectTo('/again', 307));
    site.answer('/again', redirectTo('/echo', 308));
    site.answer('/echo', echo);
    const request = new Request(`${site.origin}/page`, {
      method: 'PUT',
      body: 'some text',
      headers: { 'x-own': 'kept' },
    });
    expect(await (await crawl(request)).json()).toEqual({
      method: 'PUT',
      body: 'some text',
      own: 'kept',
      type: 'text/plain;charset=UTF-8',
    });
  });

  test('a body from a stream cannot be redirected', async () => {
    const { crawl, site } = await startCrawl();
    site.answer('/page', redirectTo('/echo', 307));
    const body = new Blob(['some text']).stream();
    const init = { method: 'POST', body, duplex: 'half' };
    const sent = crawl(`${site.origin}/page`, init);
    await expect(sent).rejects.toThrow('cannot be sent twice');
    expect(site.log).toEqual(['GET /robots.txt', 'POST /page']);
  });

  test.each(['/to-echo', '/echo'])('credentials are not sent to another origin: %s', async (path) => {
    const { crawl, site, other } = await startCrawl();
    site.answer('/page', redirectTo(path === '/echo' ? path : `${other.origin}/open`));
    site.answer('/echo', echo);
    other.answer('/open', echo);
    const headers = { authorization: 'Basic YTpi', cookie: 'a=b', 'x-own': 'kept' };
    const echoed = await (await crawl(`${site.origin}/page`, { headers })).json();
    expect(echoed).toEqual(
      path === '/echo'
        ? { method: 'GET', authorization: 'Basic YTpi', cookie: 'a=b', own: 'kept', body: '' }
        : { method: 'GET', own: 'kept', body: '' },
    );
  });

  test('at most 20 redirects are followed', async () => {
    const { crawl, site } = await startCrawl();
    for (let i = 0; i < 21; i++) site.answer(`/${i}`, redirectTo(`/${i + 1}`));
    site.answer('/21', 'the end');
    expect(await (await crawl(`${site.origin}/1`)).text()).toBe('the end');
    await expect(crawl(`${site.origin}/0`)).rejects.toThrow('more than 20 times');
  });

  test.each([
    ['of the options', (url: string, integrity: string): Arguments => [url, { integrity }]],
    ['of a Request', (url: string, integrity: string): Arguments => [new Request(url, { integrity })]],
  ])('the integrity %s is checked', async (_, args) => {
    const { crawl, site } = await startCrawl();
    const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const url = `${site.origin}/page`;
    expect(await (await crawl(...args(url, integrityOf('a page')))).text()).toBe('a page');
    for (const path of ['/page', '/to-page']) {
      await expect(crawl(...args(site.origin + path, integrityOf('another page')))).rejects.toThrow(TypeError);
    }
  });

  test.each([
    ['of the options', (url: string): Arguments => [url, { mode: 'same-origin' }]],
    ['of a Request', (url: string): Arguments => [new Request(url, { mode: 'same-origin' })]],
  ])("mode: 'same-origin' %s rejects redirects to another origin", async (_, args) => {
    const { crawl, site, other } = await startCrawl();
    expect(await (await crawl(...args(`${site.origin}/to-page`))).text()).toBe('a page');
    await expect(crawl(...args(`${site.origin}/to-open`))).rejects.toThrow(TypeError);
    await expect(fetch(...args(`${site.origin}/to-open`))).rejects.toThrow(TypeError);
    expect(other.log).toEqual([]);
  });

  test('a redirect to a URL with a password rejects, and does not print it', async () => {
    const { crawl, site } = await startCrawl();
    const { host } = new URL(site.origin);
    site.answer('/page', redirectTo(`http://user:secret@${host}/page`));
    const url = `${site.origin}/page`;
    const message = await crawl(url).then(String, String);
    expect(message).toBe(`TypeError: ${url} redirects to a URL with credentials.`);
    await expect(fetch(url)).rejects.toThrow(TypeError);
  });

  test.each(['mailto:a@b.example', 'http://[::1'])('a redirect to %s rejects, and its body is closed', async (location) => {
    const { client, site } = await startCrawledSites();
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const moved = new Response(body, { status: 302, headers: { location } });
    const crawl = robotsFetch(client, async () => moved);
    await expect(crawl(`${site.origin}/page`)).rejects.toThrow(TypeError);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('redirect: manual returns the redirect', async () => {
    const { crawl, site } = await startCrawl();
    const response = await crawl(`${site.origin}/to-private`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/private']);
    expect(site.log).not.toContain('GET /private');
  });

  test.each([
    ['of the options', (url: string) => [url, { redirect: 'error' }] as const],
    ['of a Request', (url: string) => [new Request(url, { redirect: 'error' })] as const],
  ])("redirect: 'error' %s rejects", async (_, args) => {
    const { crawl, site } = await startCrawl();
    const [input, init] = args(`${site.origin}/to-page`);
    await expect(crawl(input, init)).rejects.toThrow(TypeError);
    expect(site.log).not.toContain('GET /page');
  });
});

describe('aborting', () => {
  test.each([
    ['of the options', (url: string, signal: AbortSignal) => [url, { signal }] as const],
    ['of a Request', (url: string, signal: AbortSignal) => [new Request(url, { signal })] as const],
  ])('the signal %s ends the wait for the robots.txt', async (_, args) => {
    const { crawl, site } = await startCrawl();
    const { requested, release } = holdRobotsTxt(site);
    const abort = new AbortController();
    const url = `${site.origin}/page`;
    const [input, init] = args(url, abort.signal);
    const sent = crawl(input, init);
    await requested;
    abort.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    release();
    await fetch(`${site.origin}/after`);
    expect(site.log).not.toContain('GET /page');
  });

  test('the signal of a Request still applies after a redirect', async () => {
    const { crawl, site } = await startCrawl();
    const abort = new AbortController();
    site.answer('/page', () => abort.abort(new Error('enough')));
    const sent = crawl(new Request(`${site.origin}/to-page`, { signal: abort.signal }));
    await expect(sent).rejects.toThrow('enough');
  });
});

describe('obeyCrawlDelay', () => {
  test('spaces requests and redirects by the crawl-delay', async () => {
    const { client, site } = await startCrawledSites();
    site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 0.2\n');
    const crawl = robotsFetch(client, fetch, { obeyCrawlDelay: true });
    const start = Date.now();
    await Promise.all([crawl(`${site.origin}/to-page`), crawl(`${site.origin}/page`)]);
    expect(Date.now() - start).toBeGreaterThanOrEqual(399);
  });

  test('a site without a crawl-delay is not delayed', async () => {
    const { client, site } = await startCrawledSites();
    const schedule = vi.fn(() => client.schedule(`${site.origin}/page`));
    const check = vi.fn(() => client.check(`${site.origin}/page`));
    const crawl = robotsFetch({ check, schedule }, fetch, { obeyCrawlDelay: true });
    await crawl(`${site.origin}/page`);
    expect([schedule, check].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('an abort ends the wait with the reason of the signal', async () => {
    const { client, site } = await startCrawledSites();
    site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 60\n');
    const crawl = robotsFetch(client, fetch, { obeyCrawlDelay: true });
    await crawl(`${site.origin}/page`);
    const waiting = crawl(`${site.origin}/page`, { signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('rules that block the URL during the wait refuse the request', async () => {
    const { client, site } = await startCrawledSites();
    const check = (url: string | URL) => client.check(url);
    const schedule = async () => {
      site.answer('/robots.txt', 'User-agent: *\nDisallow: /page\n');
      await client.refresh(site.origin);
      return { at: Date.now() + 50, intervalMs: 60_000, from: 'crawl-delay' as const };
    };
    const crawl = robotsFetch({ check, schedule }, fetch, { obeyCrawlDelay: true });
    await expect(crawl(`${site.origin}/page`)).rejects.toMatchObject(disallowed(`${site.origin}/page`));
  });
});

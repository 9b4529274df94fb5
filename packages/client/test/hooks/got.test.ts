import { text } from 'node:stream/consumers';
import got, { RequestError } from 'got';
import { describe, expect, test, vi } from 'vitest';
import { robotsHooks } from '../../src/hooks/got.js';
import { RobotsDisallowedError, refusalIn } from '../../src/hooks/permit.js';
import { holdRobotsTxt, startCrawledSites } from '../support/crawled-sites.js';

async function startCrawl() {
  const sites = await startCrawledSites();
  return { ...sites, crawl: got.extend({ hooks: robotsHooks(sites.client) }) };
}

const disallowed = (url: string) => ({
  name: 'RobotsDisallowedError',
  decision: { outcome: 'disallowed', url },
});

describe('one request', () => {
  test('an allowed request is sent', async () => {
    const { crawl, site } = await startCrawl();
    expect(await crawl(`${site.origin}/page`).text()).toBe('a page');
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('a disallowed request does not reach the server', async () => {
    const { crawl, site } = await startCrawl();
    const url = `${site.origin}/private`;
    const refusal = await crawl(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RobotsDisallowedError);
    expect(refusal).toMatchObject(disallowed(url));
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('hooks can be set per request', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/private`;
    await expect(got(url, { hooks: robotsHooks(client) })).rejects.toMatchObject(disallowed(url));
  });

  test('search parameters in the options are checked', async () => {
    const { crawl, site } = await startCrawl();
    site.answer('/robots.txt', 'User-agent: *\nDisallow: /*?a=b');
    const sent = crawl(`${site.origin}/page`, { searchParams: { a: 'b' } });
    await expect(sent).rejects.toMatchObject(disallowed(`${site.origin}/page?a=b`));
  });

  test('a stream is checked', async () => {
    const { crawl, site } = await startCrawl();
    expect(await text(crawl.stream(`${site.origin}/page`))).toBe('a page');
    const url = `${site.origin}/private`;
    await expect(text(crawl.stream(url))).rejects.toMatchObject(disallowed(url));
    expect(site.log).not.toContain('GET /private');
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
    expect(await crawl(`${site.origin}/robots.txt`).text()).toContain('Disallow: /private');
  });

  test('20 concurrent requests fetch the robots.txt once', async () => {
    const { crawl, site } = await startCrawl();
    await Promise.all(Array.from({ length: 20 }, () => crawl(`${site.origin}/page`)));
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(site.log).toHaveLength(21);
  });

  test('a request can be aborted while the robots.txt is fetched', async () => {
    const { crawl, site } = await startCrawl();
    const { requested, release } = holdRobotsTxt(site);
    const abort = new AbortController();
    const url = `${site.origin}/page`;
    const sent = crawl(url, { signal: abort.signal });
    await requested;
    abort.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    release();
    await fetch(`${site.origin}/after`);
    expect(site.log).not.toContain('GET /page');
  });
});

describe('redirects', () => {
  test('allowed redirects are followed', async () => {
    const { crawl, site, other } = await startCrawl();
    const response = await crawl(`${site.origin}/to-open`);
    expect([response.url, response.body]).toEqual([`${other.origin}/open`, 'open']);
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
});

describe('retries', () => {
  test('each retry is checked', async () => {
    const { client, site } = await startCrawledSites();
    site.answer('/page', 503);
    const check = vi.fn((url: string) => client.check(url));
    const crawl = got.extend({
      hooks: robotsHooks({ check, schedule: (url) => client.schedule(url) }),
      retry: { limit: 2, calculateDelay: ({ computedValue }) => (computedValue > 0 ? 1 : 0) },
    });
    await expect(crawl(`${site.origin}/page`)).rejects.toThrow('503');
    expect(check).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['with the default retry settings', {}],
    ['with retry settings that would retry', { calculateDelay: () => 1, enforceRetryRules: false }],
  ])('a refusal is not retried %s', async (_, retry) => {
    const { client, site } = await startCrawledSites();
    const check = vi.fn((url: string) => client.check(url));
    const crawl = got.extend({
      hooks: robotsHooks({ check, schedule: (url) => client.schedule(url) }),
      retry,
    });
    const url = `${site.origin}/private`;
    await expect(crawl(url)).rejects.toMatchObject(disallowed(url));
    expect(check).toHaveBeenCalledTimes(1);
  });

  test('other errors are unchanged', async () => {
    const { crawl, site } = await startCrawl();
    const error = await crawl(`${site.origin}/missing`).catch((found: unknown) => found);
    expect(error).toBeInstanceOf(RequestError);
    expect(refusalIn(error)).toBeUndefined();
    expect(refusalIn('no error')).toBeUndefined();
  });
});

test('with obeyCrawlDelay, requests are spaced by the crawl-delay', async () => {
  const { client, site } = await startCrawledSites();
  site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 0.3\n');
  const crawl = got.extend({ hooks: robotsHooks(client, { obeyCrawlDelay: true }) });
  const start = Date.now();
  await Promise.all([crawl(`${site.origin}/page`), crawl(`${site.origin}/page`)]);
  expect(Date.now() - start).toBeGreaterThanOrEqual(299);
});

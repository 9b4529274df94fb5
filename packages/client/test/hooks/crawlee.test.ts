import {
  BasicCrawler,
  type BasicCrawlerOptions,
  Configuration,
  HttpCrawler,
  type HttpCrawlerOptions,
  LogLevel,
  log,
} from '@crawlee/http';
import { beforeAll, describe, expect, test } from 'vitest';
import { robotsCrawler } from '../../src/hooks/crawlee.js';
import { RobotsDisallowedError } from '../../src/robots-disallowed-error.js';
import { startCrawledSites } from '../support/crawled-sites.js';
import type { Answer } from '../support/site.js';

beforeAll(() => log.setLevel(LogLevel.OFF));

function configuration(): Configuration {
  return new Configuration({ persistStorage: false, purgeOnStart: false });
}

type Sites = Awaited<ReturnType<typeof startCrawledSites>>;

/** Crawls the URLs, and tells what was handled, skipped and failed. */
async function crawl(
  client: Sites['client'],
  urls: readonly string[],
  options: HttpCrawlerOptions = {},
) {
  const handled: string[] = [];
  const skipped: string[] = [];
  const failed: string[] = [];
  const crawler = new HttpCrawler(
    {
      maxRequestRetries: 2,
      requestHandler: ({ request }) => void handled.push(request.loadedUrl ?? request.url),
      failedRequestHandler: ({ request }) => void failed.push(request.url),
      onSkippedRequest: ({ url, reason }) => void skipped.push(`${reason} ${url}`),
      ...options,
    },
    configuration(),
  );
  await robotsCrawler(client, crawler).run([...urls]);
  return { handled, skipped, failed };
}

describe('HttpCrawler', () => {
  test('an allowed request is handled', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/page`;
    expect(await crawl(client, [url])).toEqual({ handled: [url], skipped: [], failed: [] });
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('a disallowed request is skipped when it is added', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/private`;
    expect(await crawl(client, [url])).toEqual({
      handled: [],
      skipped: [`robotsTxt ${url}`],
      failed: [],
    });
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('a request that is disallowed by the time of its turn is skipped then', async () => {
    const { client, site } = await startCrawledSites();
    const [first, second] = [`${site.origin}/page`, `${site.origin}/later`];
    const skipped: string[] = [];
    const crawler = new HttpCrawler(
      {
        maxConcurrency: 1,
        requestHandler: async () => {
          site.answer('/robots.txt', 'User-agent: *\nDisallow: /later\n');
          await client.refresh(site.origin);
        },
        onSkippedRequest: ({ url, reason }) => void skipped.push(`${reason} ${url}`),
      },
      configuration(),
    );
    await robotsCrawler(client, crawler).run([first, second]);
    expect(skipped).toEqual([`robotsTxt ${second}`]);
    expect(site.log).not.toContain('GET /later');
  });

  test('an unreachable robots.txt skips (RFC 9309 2.3.1.4)', async () => {
    const { client, broken } = await startCrawledSites();
    const url = `${broken.origin}/page`;
    expect(await crawl(client, [url])).toMatchObject({
      handled: [],
      skipped: [`robotsTxt ${url}`],
    });
    expect(broken.log).toEqual(['GET /robots.txt']);
  });

  test('the robots.txt itself may be crawled (RFC 9309 2.2.2)', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/robots.txt`;
    const { handled } = await crawl(client, [url], { additionalMimeTypes: ['text/plain'] });
    expect(handled).toEqual([url]);
  });

  test('20 requests ask once for the robots.txt', async () => {
    const { client, site } = await startCrawledSites();
    const urls = Array.from({ length: 20 }, (_, i) => `${site.origin}/page?${i}`);
    for (let i = 0; i < 20; i++) site.answer(`/page?${i}`, html(''));
    const { handled } = await crawl(client, urls, { minConcurrency: 20 });
    expect(handled).toHaveLength(20);
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(site.log).toHaveLength(21);
  });

  test('a redirect that is allowed is followed', async () => {
    const { client, site, other } = await startCrawledSites();
    const { handled } = await crawl(client, [`${site.origin}/to-open`]);
    expect(handled).toEqual([`${other.origin}/open`]);
  });

  test.each([
    ['to-private-in-two-steps', 'site', '/private'],
    ['to-closed', 'other', '/closed'],
  ] as const)(
    '%s is refused at that hop, skipped, and not tried again',
    async (name, whose, path) => {
      const sites = await startCrawledSites();
      const url = `${sites.site.origin}/${name}`;
      expect(await crawl(sites.client, [url])).toEqual({
        handled: [],
        skipped: [`robotsTxt ${url}`],
        failed: [],
      });
      expect(sites[whose].log).not.toContain(`GET ${path}`);
      expect(sites.site.log.filter((line) => line === `GET /${name}`)).toHaveLength(1);
    },
  );

  test('hooks that the caller gives to got go on working', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/to-private`;
    const hops: string[] = [];
    const { skipped } = await crawl(client, [url], {
      preNavigationHooks: [
        (_context, gotOptions) => {
          gotOptions.hooks = {
            beforeRequest: [
              ({ url }: { url?: string | URL | undefined }) => void hops.push(String(url)),
            ],
          };
        },
      ],
    });
    expect(hops).toEqual([url, `${site.origin}/private`]);
    expect(skipped).toEqual([`robotsTxt ${url}`]);
  });

  test('links that the rules of the page forbid are not queued, and others wait for their turn', async () => {
    const { client, site, other } = await startCrawledSites();
    site.answer('/links', html('links'));
    const queued = [
      `${site.origin}/page`,
      `${site.origin}/to-private`,
      `${other.origin}/closed`,
      // Its own robots.txt allows what that of the page would not.
      `${other.origin}/private`,
    ];
    const urls = [`${site.origin}/private`, ...queued];
    const added: string[] = [];
    const { skipped } = await crawl(client, [`${site.origin}/links`], {
      requestHandler: async ({ request, enqueueLinks }) => {
        if (!request.url.endsWith('/links')) return;
        const { processedRequests } = await enqueueLinks({ urls, strategy: 'all' });
        added.push(...processedRequests.map(({ uniqueKey }) => uniqueKey));
      },
    });
    expect(added.sort()).toEqual(queued.sort());
    expect(skipped.sort()).toEqual(
      [
        `robotsTxt ${site.origin}/private`,
        `robotsTxt ${site.origin}/to-private`,
        `robotsTxt ${other.origin}/closed`,
      ].sort(),
    );
    expect(site.log).not.toContain('GET /private');
    expect(other.log).not.toContain('GET /closed');
    expect(other.log).toContain('GET /private');
  });

  test('other failures stay failures', async () => {
    const { client, site } = await startCrawledSites();
    site.answer('/page', 500);
    const url = `${site.origin}/page`;
    expect(await crawl(client, [url])).toEqual({ handled: [], skipped: [], failed: [url] });
    expect(site.log.filter((line) => line === 'GET /page')).toHaveLength(3);
  });
});

describe('BasicCrawler', () => {
  test('no handler runs while the robots.txt is unreachable', async () => {
    const { client, broken } = await startCrawledSites();
    const handled: string[] = [];
    const requestHandler = ({ request }: { request: { url: string } }) =>
      void handled.push(request.url);
    const crawler = new BasicCrawler({ requestHandler }, configuration());
    await robotsCrawler(client, crawler).run([`${broken.origin}/page`]);
    expect(handled).toEqual([]);
  });

  test('sendRequest is checked, and rejects with the decision', async () => {
    const { client, site } = await startCrawledSites();
    const results: unknown[] = [];
    const options: BasicCrawlerOptions = {
      requestHandler: async ({ sendRequest }) => {
        results.push((await sendRequest()).body);
        const refused = sendRequest({ url: `${site.origin}/to-private` });
        results.push(await refused.catch((error: unknown) => error));
      },
    };
    const crawler = new BasicCrawler(options, configuration());
    await robotsCrawler(client, crawler).run([`${site.origin}/page`]);
    expect(results).toEqual(['a page', expect.any(RobotsDisallowedError)]);
    expect(site.log).not.toContain('GET /private');
  });
});

describe('what cannot be checked throws', () => {
  test('an object that is no crawler', async () => {
    const { client } = await startCrawledSites();
    expect(() => robotsCrawler(client, {})).toThrow('give a crawler of Crawlee 3');
  });

  test('an HTTP client whose redirects cannot be seen', async () => {
    const { client } = await startCrawledSites();
    class OtherHttpClient {}
    const crawler = new BasicCrawler({}, configuration());
    Reflect.set(crawler, 'httpClient', new OtherHttpClient());
    expect(() => robotsCrawler(client, crawler)).toThrow('OtherHttpClient cannot be seen');
  });
});

function html(text: string): Answer {
  return (_request, response) => void response.setHeader('content-type', 'text/html').end(text);
}

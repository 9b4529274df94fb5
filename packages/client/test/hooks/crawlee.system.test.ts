import { CheerioCrawler } from '@crawlee/cheerio';
import {
  BasicCrawler,
  type BasicCrawlerOptions,
  Configuration,
  createHttpRouter,
  HttpCrawler,
  type HttpCrawlerOptions,
  LogLevel,
  log,
} from '@crawlee/http';
import { PlaywrightCrawler, type PlaywrightCrawlerOptions } from '@crawlee/playwright';
import { firefox } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_ARGS } from '../../../../test/support/chromium.js';
import { describeWith, programPath } from '../../../../test/support/program.js';
import {
  crawledPage,
  type RobotsCrawlerOptions,
  type RobotsPageContext,
  robotsCrawler,
  robotsPlaywrightCrawler,
} from '../../src/hooks/crawlee.js';
import { RobotsDisallowedError } from '../../src/hooks/permit.js';
import { redirectTo, startCrawledSites } from '../support/crawled-sites.js';
import { proofClient } from '../support/proof.js';
import type { Answer, Site } from '../support/site.js';

beforeAll(() => log.setLevel(LogLevel.OFF));

function configuration(): Configuration {
  return new Configuration({ persistStorage: false, purgeOnStart: false });
}

/** Crawls the URLs and returns which were handled, skipped, and failed. */
async function crawl(
  client: Parameters<typeof robotsCrawler>[0],
  urls: readonly string[],
  options: HttpCrawlerOptions = {},
  robotsOptions: RobotsCrawlerOptions = {},
) {
  const handled: string[] = [];
  const skipped: string[] = [];
  const failed: string[] = [];
  const crawlerOptions: HttpCrawlerOptions = {
    maxRequestRetries: 2,
    requestHandler: ({ request }) => void handled.push(request.loadedUrl ?? request.url),
    failedRequestHandler: ({ request }) => void failed.push(request.url),
    onSkippedRequest: ({ url, reason }) => void skipped.push(`${reason} ${url}`),
    ...options,
  };
  const crawler = new HttpCrawler(robotsCrawler(client, crawlerOptions, robotsOptions), configuration());
  await crawler.run([...urls]);
  return { handled, skipped, failed };
}

const ruledPage: Answer = (_request, response) => {
  response.setHeader('x-robots-tag', ['otherbot: noindex', 'nosnippet']);
  response.setHeader('content-type', 'text/html').end('<meta name=robots content=nofollow>');
};

describe('HttpCrawler', () => {
  test.each([
    ['HttpCrawler', HttpCrawler],
    ['CheerioCrawler', CheerioCrawler],
  ])('crawledPage reads page rules and preferences (%s)', async (_, Crawler) => {
    const { client, site } = await startCrawledSites();
    site.answer('/page', ruledPage);
    const restrictions: (readonly string[])[] = [];
    const crawler = new Crawler(
      robotsCrawler(client, {
        requestHandler: async (context: RobotsPageContext) => {
          const { pageRules } = await crawledPage(client, context);
          restrictions.push(pageRules.restrictions);
        },
      }),
      configuration(),
    );
    await crawler.run([`${site.origin}/to-page`]);
    expect(restrictions).toEqual([['nofollow', 'nosnippet']]);
  });

  test('crawledPage needs a response', async () => {
    const { client } = await startCrawledSites();
    await expect(crawledPage(client, { request: { url: 'http://a.example/' } })).rejects.toThrow(
      'The context has no response, so nothing is known about the page.',
    );
  });

  test('an allowed request is handled', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/page`;
    expect(await crawl(client, [url])).toEqual({ handled: [url], skipped: [], failed: [] });
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('a disallowed request is skipped', async () => {
    const { client, site } = await startCrawledSites();
    const url = `${site.origin}/private`;
    expect(await crawl(client, [url])).toEqual({
      handled: [],
      skipped: [`robotsTxt ${url}`],
      failed: [],
    });
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('a request that becomes disallowed while queued is skipped', async () => {
    const { client, site } = await startCrawledSites();
    const [first, second] = [`${site.origin}/page`, `${site.origin}/later`];
    const skipped: string[] = [];
    const crawler = new HttpCrawler(
      robotsCrawler(client, {
        maxConcurrency: 1,
        requestHandler: async () => {
          site.answer('/robots.txt', 'User-agent: *\nDisallow: /later\n');
          await client.refresh(site.origin);
        },
        onSkippedRequest: ({ url, reason }) => void skipped.push(`${reason} ${url}`),
      }),
      configuration(),
    );
    await crawler.run([first, second]);
    expect(skipped).toEqual([`robotsTxt ${second}`]);
    expect(site.log).not.toContain('GET /later');
  });

  test('with an unreachable robots.txt, requests are skipped if postponing is off (RFC 9309 2.3.1.4)', async () => {
    const { client, broken } = await startCrawledSites();
    const url = `${broken.origin}/page`;
    expect(await crawl(client, [url], {}, { unreachableMs: 0 })).toMatchObject({
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

  test('20 requests fetch the robots.txt once', async () => {
    const { client, site } = await startCrawledSites();
    const urls = Array.from({ length: 20 }, (_, i) => `${site.origin}/page?${i}`);
    for (let i = 0; i < 20; i++) site.answer(`/page?${i}`, html(''));
    const { handled } = await crawl(client, urls, { minConcurrency: 20 });
    expect(handled).toHaveLength(20);
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(site.log).toHaveLength(21);
  });

  test('an allowed redirect is followed', async () => {
    const { client, site, other } = await startCrawledSites();
    const { handled } = await crawl(client, [`${site.origin}/to-open`]);
    expect(handled).toEqual([`${other.origin}/open`]);
  });

  test.each([
    ['to-private-in-two-steps', 'site', '/private'],
    ['to-closed', 'other', '/closed'],
  ] as const)('%s is refused at that hop, skipped, and not retried', async (name, target, path) => {
    const sites = await startCrawledSites();
    const url = `${sites.site.origin}/${name}`;
    expect(await crawl(sites.client, [url])).toEqual({
      handled: [],
      skipped: [`robotsTxt ${url}`],
      failed: [],
    });
    expect(sites[target].log).not.toContain(`GET ${path}`);
    expect(sites.site.log.filter((line) => line === `GET /${name}`)).toHaveLength(1);
  });

  test("the caller's got hooks still run", async () => {
    const { client, site } = await startCrawledSites();
    const hops: string[] = [];
    const { handled } = await crawl(client, [`${site.origin}/to-page`], {
      preNavigationHooks: [
        (_context, gotOptions) => {
          gotOptions.hooks = {
            beforeRequest: [({ url }: { url?: string | URL | undefined }) => void hops.push(String(url))],
          };
        },
      ],
    });
    expect(hops).toEqual([`${site.origin}/to-page`, `${site.origin}/page`]);
    expect(handled).toEqual([`${site.origin}/page`]);
  });

  test('links are checked when their turn comes', async () => {
    const { client, site, other } = await startCrawledSites();
    site.answer('/links', html('links'));
    const queued = [
      `${site.origin}/page`,
      `${site.origin}/to-private`,
      `${other.origin}/closed`,
      // Its own robots.txt allows it; the page's does not.
      `${other.origin}/private`,
    ];
    const urls = [`${site.origin}/private`, ...queued];
    const { skipped } = await crawl(client, [`${site.origin}/links`], {
      requestHandler: async ({ request, enqueueLinks }) => {
        if (request.url.endsWith('/links')) await enqueueLinks({ urls, strategy: 'all' });
      },
    });
    expect(skipped.sort()).toEqual(
      [`robotsTxt ${site.origin}/private`, `robotsTxt ${site.origin}/to-private`, `robotsTxt ${other.origin}/closed`].sort(),
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

/** How long requests wait for a next try. */
const WAIT_MS = 50;

/**
 * A client whose clock moves only to a next try that requests wait for, so its tries do not depend on the speed of the machine.
 */
function steppingClient() {
  let now = Date.now();
  const client = proofClient({ clock: () => now });
  return {
    check: async (url: string) => {
      const decision = await client.check(url);
      if (decision.outcome !== 'unreachable') return decision;
      const { nextTryAt, provenance } = decision;
      setTimeout(() => {
        now = Math.max(now, nextTryAt);
      }, WAIT_MS);
      return { ...decision, nextTryAt: provenance.fetchedAt + provenance.ageMs + WAIT_MS };
    },
    schedule: (url: string) => client.schedule(url),
  };
}

/** Responds with 503 to the next requests for the robots.txt. */
function failRobotsTxt(site: Site, times: number, disallowed = '/private'): void {
  let failures = 0;
  site.answer('/robots.txt', (_request, response) => {
    failures += 1;
    if (failures <= times) response.writeHead(503).end();
    else response.end(`User-agent: *\nDisallow: ${disallowed}\n`);
  });
}

const timesRequested = ({ log }: Site, line: string) => log.filter((one) => one === line).length;

describe('an unreachable robots.txt', () => {
  test('requests are postponed until it is reachable again, and then decided', async () => {
    const { site } = await startCrawledSites();
    failRobotsTxt(site, 2);
    const urls = ['/page', '/page?2', '/private'].map((path) => `${site.origin}${path}`);
    site.answer('/page?2', html(''));
    const { handled, skipped, failed } = await crawl(steppingClient(), urls);
    expect(handled.sort()).toEqual(urls.slice(0, 2));
    expect([skipped, failed]).toEqual([[`robotsTxt ${site.origin}/private`], []]);
    expect(timesRequested(site, 'GET /robots.txt')).toBe(3);
    expect(timesRequested(site, 'GET /page')).toBe(1);
  });

  test('no handler runs before the robots.txt is reachable', async () => {
    const { site } = await startCrawledSites();
    failRobotsTxt(site, 1);
    let handledAfter = 0;
    const requestHandler = () => {
      handledAfter = timesRequested(site, 'GET /robots.txt');
    };
    const options = robotsCrawler(steppingClient(), { requestHandler });
    await new BasicCrawler(options, configuration()).run([`${site.origin}/page`]);
    expect(handledAfter).toBe(2);
  });

  test('a request that redirects to the unreachable site is postponed', async () => {
    const { site, other } = await startCrawledSites();
    failRobotsTxt(other, 1);
    expect(await crawl(steppingClient(), [`${site.origin}/to-open`])).toEqual({
      handled: [`${other.origin}/open`],
      skipped: [],
      failed: [],
    });
    expect(timesRequested(other, 'GET /open')).toBe(1);
  });

  test('requests are skipped if the robots.txt stays unreachable for too long', async () => {
    const { broken } = await startCrawledSites();
    const url = `${broken.origin}/page`;
    expect(await crawl(steppingClient(), [url])).toEqual({
      handled: [],
      skipped: [`robotsTxt ${url}`],
      failed: [],
    });
    // At the start and after about 1, 3 and 7 minutes. The try at 15 minutes is too late, and its request skipped.
    expect(timesRequested(broken, 'GET /robots.txt')).toBe(5);
  });
});

describe('CheerioCrawler', () => {
  test('handles allowed requests and skips disallowed ones, including redirects', async () => {
    const { client, site } = await startCrawledSites();
    const urls = ['/page', '/private', '/to-private'].map((path) => `${site.origin}${path}`);
    const handled: string[] = [];
    const skipped: string[] = [];
    const failed: string[] = [];
    const crawler = new CheerioCrawler(
      robotsCrawler(client, {
        requestHandler: ({ $ }) => void handled.push($.text()),
        failedRequestHandler: ({ request }) => void failed.push(request.url),
        onSkippedRequest: ({ url }) => void skipped.push(url),
      }),
      configuration(),
    );
    await crawler.run(urls);
    expect([handled, skipped.sort(), failed]).toEqual([['a page'], urls.slice(1), []]);
    expect(site.log).not.toContain('GET /private');
  });
});

describeWith(['chromium'], 'PlaywrightCrawler', () => {
  async function crawlInBrowser(
    client: Parameters<typeof robotsCrawler>[0],
    urls: readonly string[],
    options: PlaywrightCrawlerOptions = {},
  ) {
    const handled: string[] = [];
    const skipped: string[] = [];
    const failed: string[] = [];
    const crawler = new PlaywrightCrawler(
      robotsPlaywrightCrawler(client, {
        maxRequestRetries: 1,
        requestHandler: ({ page }) => void handled.push(page.url()),
        failedRequestHandler: ({ request }) => void failed.push(request.url),
        onSkippedRequest: ({ url, reason }) => void skipped.push(`${reason} ${url}`),
        ...options,
        launchContext: {
          ...options.launchContext,
          launchOptions: { executablePath: programPath('chromium'), args: [...CHROMIUM_ARGS] },
        },
      }),
      configuration(),
    );
    await crawler.run([...urls]);
    return { handled, skipped: skipped.sort(), failed };
  }

  /** A site with an allowed page and three URLs that are refused at different hops. */
  async function startRefusingSites() {
    const sites = await startCrawledSites();
    sites.site.answer('/images', html('<img src="/private/image"><img src="/to-private">'));
    const [images = '', ...refused] = ['images', 'private', 'to-closed', 'to-private-in-two-steps'].map(
      (path) => `${sites.site.origin}/${path}`,
    );
    const expectNothingRefusedSent = () => {
      expect(sites.site.log).toContain('GET /to-private');
      expect(sites.site.log.filter((line) => line.startsWith('GET /private'))).toEqual([]);
      expect(sites.other.log).not.toContain('GET /closed');
    };
    return { ...sites, images, refused, expectNothingRefusedSent };
  }

  // One crawl for several cases, because a browser takes seconds to start.
  test('checks pages, subresources and redirects; other failures stay failures; crawledPage reads the response', async () => {
    const { client, site, other, images, refused, expectNothingRefusedSent } = await startRefusingSites();
    site.answer('/loop', redirectTo('/loop'));
    site.answer('/page', ruledPage);
    const [loop, page] = [`${site.origin}/loop`, `${site.origin}/page`];
    const restrictions: Record<string, readonly string[]> = {};
    const { skipped, failed } = await crawlInBrowser(client, [images, ...refused, loop, page], {
      requestHandler: async (context) => {
        const { pageRules } = await crawledPage(client, context);
        restrictions[context.page.url()] = pageRules.restrictions;
      },
    });
    expect(restrictions).toEqual({ [images]: [], [page]: ['nofollow', 'nosnippet'] });
    expect(skipped).toEqual(refused.map((url) => `robotsTxt ${url}`));
    expect(failed).toEqual([loop]);
    expectNothingRefusedSent();
    expect(timesRequested(site, 'GET /to-closed')).toBe(1);
    expect(other.log).toEqual(['GET /robots.txt']);
  });

  test('checks incognito pages, and postpones a redirect to a site whose robots.txt is unreachable', async () => {
    const { site, other, images, refused, expectNothingRefusedSent } = await startRefusingSites();
    failRobotsTxt(other, 1, '/closed');
    const urls = [images, ...refused, `${site.origin}/to-open`];
    const { handled, skipped, failed } = await crawlInBrowser(steppingClient(), urls, {
      launchContext: { useIncognitoPages: true },
    });
    expect(handled.sort()).toEqual([images, `${other.origin}/open`].sort());
    expect(skipped).toEqual(refused.map((url) => `robotsTxt ${url}`));
    expect(failed).toEqual([]);
    expectNothingRefusedSent();
    expect(timesRequested(other, 'GET /robots.txt')).toBe(2);
    expect(timesRequested(other, 'GET /open')).toBe(1);
  });

  test('a browser other than Chromium is refused', async () => {
    const { client } = await startCrawledSites();
    const options = { launchContext: { launcher: firefox } };
    expect(() => robotsPlaywrightCrawler(client, options)).toThrow('Redirects of firefox cannot be checked');
  });
});

describe('BasicCrawler', () => {
  test('no handler runs while the robots.txt is unreachable', async () => {
    const { client, broken } = await startCrawledSites();
    const handled: string[] = [];
    const requestHandler = ({ request }: { request: { url: string } }) => void handled.push(request.url);
    const options = robotsCrawler(client, { requestHandler }, { unreachableMs: 0 });
    await new BasicCrawler(options, configuration()).run([`${broken.origin}/page`]);
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
    const crawler = new BasicCrawler(robotsCrawler(client, options), configuration());
    await crawler.run([`${site.origin}/page`]);
    expect(results).toEqual(['a page', expect.any(RobotsDisallowedError)]);
    expect(site.log).not.toContain('GET /private');
  });
});

/** Timers and the clock can differ by some milliseconds. */
const CLOCK_MS = 20;

describe('with obeyCrawlDelay', () => {
  test('12 requests to a site are spaced by its crawl-delay; another site does not wait for them', async () => {
    const { client, site, other } = await startCrawledSites();
    site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 1\n');
    const times: number[] = [];
    for (let i = 0; i < 12; i++) {
      site.answer(`/page?${i}`, (_request, response) => {
        times.push(Date.now());
        response.setHeader('content-type', 'text/html').end();
      });
    }
    let sentBefore = 0;
    other.answer('/open', (_request, response) => {
      sentBefore = times.length;
      response.setHeader('content-type', 'text/html').end();
    });
    const urls = Array.from({ length: 12 }, (_, i) => `${site.origin}/page?${i}`);
    const began = Date.now();
    const { handled } = await crawl(client, [...urls, `${other.origin}/open`], { minConcurrency: 12 }, { obeyCrawlDelay: true });
    expect(handled).toHaveLength(13);
    // A request may be late on a busy machine, but none is before its turn.
    const early = times.filter((time, index) => time - began < index * 1000 - CLOCK_MS);
    expect(early).toEqual([]);
    expect(sentBefore).toBeLessThan(9);
  });

  test('requests and redirects whose turn is more than 10 s away go back to the queue', async () => {
    // Two sites in one crawl, so that both wait at once.
    const { client, site: ofPages, other: ofRedirect } = await startCrawledSites();
    const times: Record<string, number[]> = { pages: [], redirect: [] };
    const timed =
      (name: string, answer: Answer): Answer =>
      (request, response) => {
        times[name]?.push(Date.now());
        if (typeof answer === 'function') answer(request, response);
      };
    for (const site of [ofPages, ofRedirect]) {
      site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 12\n');
    }
    ofPages.answer('/page', timed('pages', html('')));
    ofPages.answer('/page?2', timed('pages', html('')));
    ofRedirect.answer('/to-page', timed('redirect', redirectTo('/page')));
    ofRedirect.answer('/page', timed('redirect', html('')));
    const urls = [`${ofPages.origin}/page`, `${ofPages.origin}/page?2`, `${ofRedirect.origin}/to-page`];
    const began = Date.now();
    const result = await crawl(client, urls, { maxRequestRetries: 0 }, { obeyCrawlDelay: true });
    expect({ ...result, handled: result.handled.sort() }).toEqual({
      handled: [urls[0], urls[1], `${ofRedirect.origin}/page`].sort(),
      skipped: [],
      failed: [],
    });
    for (const name of ['pages', 'redirect']) {
      expect((times[name]?.[1] ?? 0) - began).toBeGreaterThan(12_000 - CLOCK_MS);
    }
    expect(ofPages.log.slice().sort()).toEqual(['GET /page', 'GET /page?2', 'GET /robots.txt']);
    expect(ofRedirect.log).toEqual(['GET /robots.txt', 'GET /to-page', 'GET /page']);
  });
});

describe('crawlers that cannot be checked', () => {
  test('options without a requestHandler throw', async () => {
    const { client } = await startCrawledSites();
    expect(() => robotsCrawler(client, {})).toThrow('The options have no requestHandler');
  });

  test('a router may be the requestHandler', async () => {
    const { client, site } = await startCrawledSites();
    const handled: string[] = [];
    const router = createHttpRouter();
    router.addDefaultHandler(({ request }) => void handled.push(request.url));
    const options = robotsCrawler(client, { requestHandler: router });
    await new HttpCrawler(options, configuration()).run([`${site.origin}/page`]);
    expect(handled).toEqual([`${site.origin}/page`]);
  });
});

describeWith(['chromium'], 'a PlaywrightCrawler', () => {
  test('fails with the options of robotsCrawler', async () => {
    const { client, site } = await startCrawledSites();
    const failed: string[] = [];
    const options: PlaywrightCrawlerOptions = robotsCrawler(client, {
      requestHandler: () => {},
      failedRequestHandler: (_context: unknown, { message }: Error) => void failed.push(message),
    });
    const crawler = new PlaywrightCrawler(
      {
        ...options,
        launchContext: {
          launchOptions: { executablePath: programPath('chromium'), args: [...CHROMIUM_ARGS] },
        },
        browserPoolOptions: { useFingerprints: false },
      },
      configuration(),
    );
    await crawler.run([`${site.origin}/page`]);
    expect(failed).toEqual([expect.stringContaining('robotsPlaywrightCrawler')]);
  });
});

function html(text: string): Answer {
  return (_request, response) => void response.setHeader('content-type', 'text/html').end(text);
}

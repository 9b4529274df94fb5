/** RFC 9309 2.2.1: a site can recognize the crawler that its robots.txt names. */
import got from 'got';
import { Agent, request, fetch as undiciFetch } from 'undici';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { robotsFetch } from '../../src/hooks/fetch.js';
import { robotsHooks } from '../../src/hooks/got.js';
import { robotsInterceptor } from '../../src/hooks/undici.js';
import type { RobotsClient } from '../../src/index.js';
import { newClient } from '../support/crawled-sites.js';
import { startSite } from '../support/site.js';

const OWN = 'ExampleBot/1.0 (+https://example.com/bot)';
const SIBLING = 'ExampleBot/2.0';
const OTHER = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0';

/** The User-Agent headers of all requests after the robots.txt. */
let seen: (string | undefined)[];
let url: string;
let client: RobotsClient;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  seen = [];
  client = newClient();
  onTestFinished(() => client.close());
  const site = await startSite({
    '/robots.txt': 404,
    '/moved': (message, response) => {
      seen.push(message.headers['user-agent']);
      response.writeHead(302, { location: '/page' }).end();
    },
    '/page': (message, response) => {
      seen.push(message.headers['user-agent']);
      response.setHeader('content-type', 'text/html').end('a page');
    },
  });
  url = `${site.origin}/moved`;
  warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

function dispatcher() {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return agent.compose(robotsInterceptor(client));
}

describe('a request without a User-Agent has that of the client', () => {
  test('fetch: as a string, a URL, or a Request, with and without other headers, at each redirect', async () => {
    const crawl = robotsFetch(client);
    await crawl(url);
    await crawl(new URL(url));
    await crawl(new Request(url, { headers: { accept: 'a/b' } }));
    await crawl(url, { headers: [['accept', 'a/b']] });
    await crawl(url, { redirect: 'manual' });
    expect(seen).toEqual(Array(9).fill(OWN));
  });

  test('undici: with each form of headers', async () => {
    const options = { dispatcher: dispatcher() };
    for (const headers of [
      undefined,
      null,
      {},
      { accept: 'a/b', via: ['a', 'b'] },
      ['accept', 'a/b'],
      new Map([['accept', 'a/b']]),
    ]) {
      const { body } = await request(url, {
        ...options,
        ...(headers !== undefined && { headers }),
      });
      await body.dump();
    }
    await undiciFetch(url, options);
    expect(seen).toEqual(Array(8).fill(OWN));
  });

  test('got, at each redirect', async () => {
    await got.extend({ hooks: robotsHooks(client) })(url);
    expect(seen).toEqual([OWN, OWN]);
  });

  afterEach(() => expect(warn).not.toHaveBeenCalled());
});

describe('a given User-Agent is kept', () => {
  const send = {
    fetch: async (userAgent: string) => {
      await robotsFetch(client)(url, { headers: { 'User-Agent': userAgent } });
    },
    undici: async (userAgent: string) => {
      const options = { dispatcher: dispatcher() };
      await undiciFetch(url, { ...options, headers: { 'user-agent': userAgent } });
    },
    got: async (userAgent: string) => {
      const crawl = got.extend({ hooks: robotsHooks(client) });
      await crawl(url, { headers: { 'user-agent': userAgent } });
    },
  };

  test.each(Object.entries(send))('%s: a warning if it names another crawler, once', async (_, crawl) => {
    await crawl(SIBLING);
    expect(warn).not.toHaveBeenCalled();
    await crawl(OTHER);
    await crawl(OTHER);
    expect(seen).toEqual([SIBLING, SIBLING, OTHER, OTHER, OTHER, OTHER]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Firefox/128.0'), {
      code: 'REPKIT_USER_AGENT',
    });
  });
});

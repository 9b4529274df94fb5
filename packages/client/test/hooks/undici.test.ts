import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Agent, Client, type Dispatcher, Dispatcher1Wrapper, fetch, interceptors, request, stream } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { robotsInterceptor } from '../../src/hooks/undici.js';
import { type CrawledSites, holdRobotsTxt, startCrawledSites } from '../support/crawled-sites.js';

type Crawl = CrawledSites & { readonly dispatcher: Dispatcher };

async function startCrawl(): Promise<Crawl> {
  const sites = await startCrawledSites();
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const redirect = interceptors.redirect({ maxRedirections: 5 });
  return { ...sites, dispatcher: agent.compose(robotsInterceptor(sites.client), redirect) };
}

const disallowed = (url: string) => ({
  name: 'RobotsDisallowedError',
  decision: { outcome: 'disallowed', url },
});

describe('undici.request', () => {
  test('an allowed request is sent', async () => {
    const { dispatcher, site } = await startCrawl();
    const { statusCode, body } = await request(`${site.origin}/page`, { dispatcher });
    expect([statusCode, await body.text()]).toEqual([200, 'a page']);
    expect(site.log).toEqual(['GET /robots.txt', 'GET /page']);
  });

  test('a disallowed request does not reach the server', async () => {
    const { dispatcher, site } = await startCrawl();
    const url = `${site.origin}/private`;
    await expect(request(url, { dispatcher })).rejects.toMatchObject(disallowed(url));
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('the query in the options is checked', async () => {
    const { dispatcher, site } = await startCrawl();
    site.answer('/robots.txt', 'User-agent: *\nDisallow: /*?a=b%20c&');
    const { origin } = site;
    const sent = dispatcher.request({
      origin,
      path: '/',
      method: 'GET',
      query: { a: 'b c', d: 1 },
    });
    await expect(sent).rejects.toMatchObject(disallowed(`${origin}/?a=b%20c&d=1`));
  });

  test('a path that starts with two slashes is not another host', async () => {
    const { dispatcher, site } = await startCrawl();
    const path = '//other.example/private';
    const { statusCode, body } = await dispatcher.request({
      origin: site.origin,
      path,
      method: 'GET',
    });
    await body.dump();
    expect(statusCode).toBe(404);
    expect(site.log).toEqual(['GET /robots.txt', `GET ${path}`]);
  });

  test('the robots.txt itself may be fetched (RFC 9309 2.2.2)', async () => {
    const { dispatcher, site } = await startCrawl();
    const { body } = await request(`${site.origin}/robots.txt`, { dispatcher });
    expect(await body.text()).toContain('Disallow: /private');
  });

  test('an unreachable robots.txt refuses (RFC 9309 2.3.1.4)', async () => {
    const { dispatcher, broken } = await startCrawl();
    await expect(request(`${broken.origin}/page`, { dispatcher })).rejects.toMatchObject({
      decision: { outcome: 'unreachable' },
    });
    expect(broken.log).toEqual(['GET /robots.txt']);
  });

  test('a failing check refuses the request', async () => {
    const { client, dispatcher, site } = await startCrawl();
    await client.close();
    await expect(request(`${site.origin}/page`, { dispatcher })).rejects.toThrow('client is closed');
    expect(site.log).toEqual([]);
  });

  test('20 concurrent requests fetch the robots.txt once', async () => {
    const { dispatcher, site } = await startCrawl();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await request(`${site.origin}/page`, { dispatcher });
        await body.dump();
      }),
    );
    expect(site.log.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(site.log).toHaveLength(21);
  });

  test('a stream body is sent, and destroyed if the request is refused', async () => {
    const { dispatcher, site } = await startCrawl();
    site.answer('/page', (incoming, response) => void incoming.pipe(response));
    const body = Readable.from(['some ', 'text']);
    const answer = await request(`${site.origin}/page`, { dispatcher, method: 'POST', body });
    expect(await answer.body.text()).toBe('some text');

    const refused = Readable.from(['some ', 'text']);
    const sent = request(`${site.origin}/private`, { dispatcher, method: 'POST', body: refused });
    await expect(sent).rejects.toMatchObject(disallowed(`${site.origin}/private`));
    expect(refused.destroyed).toBe(true);
  });

  test('a body that fails during the check fails the request, and not the process', async () => {
    const { dispatcher, site } = await startCrawl();
    const { requested, release } = holdRobotsTxt(site);
    const body = new Readable({ read() {} });
    const sent = request(`${site.origin}/page`, { dispatcher, method: 'POST', body });
    await requested;
    body.destroy(new Error('no such file'));
    release();
    await expect(sent).rejects.toThrow('no such file');
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('a header without a value is not sent', async () => {
    const { dispatcher, site } = await startCrawl();
    site.answer('/page', ({ rawHeaders }, response) => void response.end(JSON.stringify(rawHeaders)));
    const headers = { cookie: undefined, via: ['a', 'b'], 'user-agent': undefined };
    const { body } = await request(`${site.origin}/page`, { dispatcher, headers });
    const sent = (await body.json()) as string[];
    expect(sent).toEqual(expect.arrayContaining(['via', 'a', 'b', 'user-agent']));
    expect(sent).not.toContain('undefined');
  });

  test('stream() is checked', async () => {
    const { dispatcher, site } = await startCrawl();
    const url = `${site.origin}/private`;
    const sent = stream(url, { dispatcher, method: 'GET' }, () => {
      throw new Error('there is no response');
    });
    await expect(sent).rejects.toMatchObject(disallowed(url));
  });

  test('a Client, which omits the origin of requests, is checked', async () => {
    const { client, site } = await startCrawledSites();
    const connection = new Client(site.origin);
    onTestFinished(() => connection.destroy());
    const sent = connection.compose(robotsInterceptor(client)).request({ path: '/private', method: 'GET' });
    await expect(sent).rejects.toMatchObject(disallowed(`${site.origin}/private`));
  });

  test('a refusal is not retried', async () => {
    const { client, site } = await startCrawledSites();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const check = vi.fn((url: string) => client.check(url));
    const dispatcher = agent.compose(
      robotsInterceptor({ check, schedule: (url) => client.schedule(url) }),
      interceptors.retry({ errorCodes: ['ERR_ROBOTS_DISALLOWED'], minTimeout: 1 }),
    );
    const url = `${site.origin}/private`;
    await expect(request(url, { dispatcher })).rejects.toMatchObject(disallowed(url));
    expect(check).toHaveBeenCalledTimes(1);
  });
});

describe('redirects', () => {
  test.each(['to-page', 'to-open'])('%s is followed', async (name) => {
    const { dispatcher, site } = await startCrawl();
    const { statusCode, body } = await request(`${site.origin}/${name}`, { dispatcher });
    await body.dump();
    expect(statusCode).toBe(200);
  });

  test('a disallowed URL of the same origin is refused at its hop', async () => {
    const { dispatcher, site } = await startCrawl();
    const sent = request(`${site.origin}/to-private-in-two-steps`, { dispatcher });
    await expect(sent).rejects.toMatchObject(disallowed(`${site.origin}/private`));
    expect(site.log).toEqual(['GET /robots.txt', 'GET /to-private-in-two-steps', 'GET /to-private']);
  });

  test('a redirect to another origin is checked against its own robots.txt', async () => {
    const { dispatcher, site, other } = await startCrawl();
    const sent = request(`${site.origin}/to-closed`, { dispatcher });
    await expect(sent).rejects.toMatchObject(disallowed(`${other.origin}/closed`));
    expect(other.log).toEqual(['GET /robots.txt']);
  });

  test('in the wrong order of compose only the first request is checked', async () => {
    const { client, site } = await startCrawledSites();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const redirect = interceptors.redirect({ maxRedirections: 5 });
    const dispatcher = agent.compose(redirect, robotsInterceptor(client));
    const { body } = await request(`${site.origin}/to-private`, { dispatcher });
    expect(await body.text()).toBe('private');
  });
});

describe('fetch', () => {
  test('an allowed request and its redirects are sent', async () => {
    const { client, site, other } = await startCrawledSites();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    const dispatcher = agent.compose(robotsInterceptor(client));
    const response = await fetch(`${site.origin}/to-open`, { dispatcher });
    expect([response.url, response.redirected]).toEqual([`${other.origin}/open`, true]);
    expect(await response.text()).toBe('open');
  });

  test.each([
    ['private', 'site', '/private'],
    ['to-private', 'site', '/private'],
    ['to-closed', 'other', '/closed'],
  ] as const)('%s fails, and the decision is in the cause', async (name, target, path) => {
    const crawl = await startCrawl();
    const sent = fetch(`${crawl.site.origin}/${name}`, { dispatcher: crawl.dispatcher });
    await expect(sent).rejects.toMatchObject({
      name: 'TypeError',
      cause: disallowed(`${crawl[target].origin}${path}`),
    });
    expect(crawl[target].log).not.toContain(`GET ${path}`);
  });
});

describe("Node's built-in fetch", () => {
  const builtInFetch = (url: string, dispatcher: Dispatcher) => globalThis.fetch(url, { dispatcher } as unknown as RequestInit);

  test.each(['/page', '/private', '/to-private'])('fails with an explanation at %s', async (path) => {
    const { dispatcher, site } = await startCrawl();
    await expect(builtInFetch(`${site.origin}${path}`, dispatcher)).rejects.toMatchObject({
      name: 'TypeError',
      cause: { message: expect.stringContaining('new Dispatcher1Wrapper(dispatcher)') },
    });
    expect(site.log).toEqual([]);
  });

  test('works with a Dispatcher1Wrapper', async () => {
    const { dispatcher, site } = await startCrawl();
    const wrapped = new Dispatcher1Wrapper(dispatcher);
    const response = await builtInFetch(`${site.origin}/page`, wrapped);
    expect(await response.text()).toBe('a page');
    const refused = builtInFetch(`${site.origin}/to-private`, wrapped);
    await expect(refused).rejects.toMatchObject({ cause: disallowed(`${site.origin}/private`) });
    expect(site.log).not.toContain('GET /private');
  });
});

describe('aborting', () => {
  test('request rejects immediately while the robots.txt is fetched, and sends nothing', async () => {
    const crawl = await startCrawl();
    const { requested, release } = holdRobotsTxt(crawl.site);
    const abort = new AbortController();
    const url = `${crawl.site.origin}/page`;
    const sent = request(url, { dispatcher: crawl.dispatcher, signal: abort.signal });
    await requested;
    abort.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    release();
    await fetch(`${crawl.site.origin}/after`);
    expect(crawl.site.log).not.toContain('GET /page');
  });

  test('fetch rejects immediately as well', async () => {
    const crawl = await startCrawl();
    const { requested, release } = holdRobotsTxt(crawl.site);
    const abort = new AbortController();
    const url = `${crawl.site.origin}/page`;
    const sent = fetch(url, { dispatcher: crawl.dispatcher, signal: abort.signal });
    await requested;
    abort.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    release();
    await crawl.client.check(url);
    // A request after the one that must not be sent.
    await (
      await fetch(`${crawl.site.origin}/to-page`, {
        redirect: 'manual',
        dispatcher: crawl.dispatcher,
      })
    ).text();
    expect(crawl.site.log).not.toContain('GET /page');
  });

  test('a response can be aborted while it is read', async () => {
    const crawl = await startCrawl();
    crawl.site.answer('/page', (_request, response) => void response.write('the beginning'));
    const abort = new AbortController();
    const { body } = await request(`${crawl.site.origin}/page`, {
      dispatcher: crawl.dispatcher,
      signal: abort.signal,
    });
    await once(body, 'readable');
    abort.abort(new Error('enough'));
    await expect(text(body)).rejects.toThrow('enough');
  });
});

test('with obeyCrawlDelay, requests are spaced by the crawl-delay', async () => {
  const { client, site } = await startCrawledSites();
  site.answer('/robots.txt', 'User-agent: *\nCrawl-delay: 0.3\n');
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const dispatcher = agent.compose(robotsInterceptor(client, { obeyCrawlDelay: true }));
  const start = Date.now();
  await Promise.all([1, 2].map(() => request(`${site.origin}/page`, { dispatcher })));
  expect(Date.now() - start).toBeGreaterThanOrEqual(299);
});

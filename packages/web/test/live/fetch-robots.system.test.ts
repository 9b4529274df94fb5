import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fetchRobots, urlOf } from '../../src/live/fetch-robots.js';
import { type LiveSites, SHOP_ROBOTS_TXT, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';
import { en } from '../support/texts.js';

const fetchByUrl = globalThis.fetch;
const { signal } = new AbortController();

async function failureOf(site: string): Promise<string> {
  const outcome = await fetchRobots(site, { refresh: false, signal });
  return 'origin' in outcome ? '' : outcome.text(en);
}

/** Resolves the relative URLs of a page against an origin. */
function pageAt(origin: string): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push(path);
    return fetchByUrl(origin + path, init);
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe('the service', () => {
  let service: RunningService;
  let sites: LiveSites;
  beforeAll(async () => {
    [service, sites] = await Promise.all([startService(), startSites()]);
  });
  afterAll(() => Promise.all([service.stop(), sites.stop()]));

  test('is requested at the origin of the page and bypasses its cache on refresh', async () => {
    const requests = pageAt(service.origin);
    const { www } = sites.origins;
    for (const refresh of [false, false, true]) {
      expect(await fetchRobots(` ${www}/a?b `, { refresh, signal })).toMatchObject({
        origin: www,
        text: SHOP_ROBOTS_TXT,
      });
    }
    expect(sites.requested).toEqual(['www', 'www']);
    const query = `origin=${encodeURIComponent(www)}`;
    expect(requests.slice(1)).toEqual([`/v1/robots?${query}`, `/v1/robots?${query}&refresh=true`]);
  });

  test('returns the bytes of a file that is not valid UTF-8, which are shown as an opened file is', async () => {
    pageAt(service.origin);
    const response = await fetchRobots(sites.origins.latin, { refresh: false, signal });
    expect(response).toMatchObject({
      text: 'User-agent: *\nDisallow: /caf%E9\n',
      opened: { invalidLines: { count: 1, first: 2 } },
    });
  });

  test.each([
    ['is long', `/${'x'.repeat(50_000)}`],
    ['has a fragment', '/a#b'],
  ])('receives only the origin of a URL that %s', async (_, path) => {
    const requests = pageAt(service.origin);
    const { shop } = sites.origins;
    expect(await fetchRobots(shop + path, { refresh: false, signal })).toMatchObject({ origin: shop });
    expect(requests).toEqual([`/v1/robots?origin=${encodeURIComponent(shop)}`]);
  });

  test('returns problems with a title and a detail (RFC 9457)', async () => {
    pageAt(service.origin);
    expect(await failureOf('not a host')).toBe(
      'A URL, product token or crawler is invalid. ' +
        '"https://not a host" has no robots.txt. Use an absolute http:, https: or ftp: URL.',
    );
  });

  test('is aborted by the signal', async () => {
    pageAt(service.origin);
    const { silent } = sites.origins;
    const controller = new AbortController();
    const fetching = fetchRobots(silent, { refresh: false, signal: controller.signal });
    await expect.poll(() => sites.requested.at(-1)).toBe('silent');
    controller.abort();
    await expect(fetching).rejects.toThrow('aborted');
  });
});

test('urlOf adds https:// to a host name', () => {
  expect(urlOf(' a.example ')).toBe('https://a.example');
  expect(urlOf('ftp://a.example')).toBe('ftp://a.example');
});

test.each([
  ['<html>', 200],
  ['{}', 200],
  ['{}', 502],
  ['Bad gateway', 502],
])('an unexpected response is reported as no response: %s', async (body, status) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(end);
  pageAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await failureOf('a')).toBe(en.live.noAnswer);
  end();
  expect(await failureOf('a')).toBe(en.live.noAnswer);
});

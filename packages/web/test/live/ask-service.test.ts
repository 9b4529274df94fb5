import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askService, urlOf } from '../../src/live/ask-service.js';
import { type LiveSites, SHOP_ROBOTS_TXT, startSites } from '../support/live-sites.js';
import { type RunningService, startService } from '../support/running-service.js';

const fetchByUrl = globalThis.fetch;
const { signal } = new AbortController();

/** A page has an origin, which Node has not: this gives it one. */
function pageAt(origin: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(path);
    return fetchByUrl(origin + path, init);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('the service', () => {
  let service: RunningService;
  let sites: LiveSites;
  beforeAll(async () => {
    [service, sites] = await Promise.all([startService(), startSites()]);
  });
  afterAll(() => Promise.all([service.stop(), sites.stop()]));

  test('is asked under the origin of the page, and asks the site anew where it is told to', async () => {
    const asked = pageAt(service.origin);
    const { www } = sites.origins;
    for (const refresh of [false, false, true]) {
      expect(await askService(` ${www}/a?b `, { refresh, signal })).toMatchObject({
        kind: 'answer',
        answer: { origin: www, text: SHOP_ROBOTS_TXT },
      });
    }
    expect(sites.asked).toEqual(['www', 'www']);
    const query = `origin=${encodeURIComponent(`${www}/a?b`)}`;
    expect(asked.slice(1)).toEqual([`/v1/robots?${query}`, `/v1/robots?${query}&refresh=true`]);
  });

  test('has problems with a title and a detail (RFC 9457)', async () => {
    pageAt(service.origin);
    expect(await askService('not a host', { refresh: false, signal })).toEqual({
      kind: 'problem',
      title: 'A URL or a product token cannot be asked about.',
      detail: '"https://not a host" has no robots.txt: give an absolute http:, https: or ftp: URL.',
    });
  });

  test('is asked no more where the question is taken back', async () => {
    pageAt(service.origin);
    const { silent } = sites.origins;
    const controller = new AbortController();
    const asked = askService(silent, { refresh: false, signal: controller.signal });
    await expect.poll(() => sites.asked.at(-1)).toBe('silent');
    controller.abort();
    await expect(asked).rejects.toThrow('aborted');
  });
});

test('a name alone is that of a host', () => {
  expect(urlOf(' a.example ')).toBe('https://a.example');
  expect(urlOf('ftp://a.example')).toBe('ftp://a.example');
});

test.each([
  ['<html>', 200],
  ['{}', 200],
  ['{}', 502],
  ['Bad gateway', 502],
])('a server that says something else is no service: %s', async (body, status) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(end);
  pageAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await askService('a', { refresh: false, signal })).toEqual({ kind: 'no-answer' });
  end();
  expect(await askService('a', { refresh: false, signal })).toEqual({ kind: 'no-answer' });
});

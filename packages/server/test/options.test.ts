import { readFileSync } from 'node:fs';
import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  DEFAULT_LIMITS,
  MAX_JSON_PARTS,
  MAX_JSON_VALUES,
  MAX_REQUEST_URL_LENGTH,
  MAX_ROBOTS_TXT_LENGTH,
  MAX_URL_LENGTH,
  type ServerOptions,
  THREAD_HEAP_MEBIBYTES,
} from '../src/options.js';
import { startService } from './support/service.js';

async function siteOnLoopback(): Promise<string> {
  const site = createSite((_request, response) => response.end('User-agent: *\nDisallow: /a\n'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

async function reasonAt(site: string, options: Partial<ServerOptions>): Promise<string> {
  const service = await startService({ transport: undefined, ...options });
  const response = await service.post('/v1/check', { urls: [`${site}/a`], productTokens: ['a'] });
  const { verdicts } = (await response.json()) as { verdicts: { reason: string }[] };
  return verdicts[0]?.reason ?? '';
}

test('the SSRF guard is on by default', async () => {
  const site = await siteOnLoopback();
  expect(await reasonAt(site, {})).toBe('refused-address');
  expect(await reasonAt(site, { guard: { allowCidrs: ['127.0.0.1/32'] } })).toBe('rule');
});

const count = (value: number) => value.toLocaleString('en');
const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
const seconds = (ms: number) => `${ms / 1000} s`;
const limits = DEFAULT_LIMITS;

test.each([
  ['body', mebibytes(limits.bodyBytes)],
  ['URLs × (product tokens + crawlers)', count(limits.checks)],
  ['JSON values in a body', `${count(MAX_JSON_VALUES)}, of which ${count(MAX_JSON_PARTS)} arrays, objects and members`],
  ['response to a check', `about ${mebibytes(limits.responseBytes)}`],
  ['heap of a thread', `${THREAD_HEAP_MEBIBYTES} MiB`],
  ['URL', `${count(MAX_URL_LENGTH)} characters`],
  ['robots.txt, HTML', `${count(MAX_ROBOTS_TXT_LENGTH)} characters each, of which the parser of robots.txt reads 500 KiB`],
  ['request URL', `${count(MAX_REQUEST_URL_LENGTH)} characters`],
  ['time to receive the headers; the whole request', `${seconds(limits.headersMs)}; ${seconds(limits.receiveMs)}`],
  ['time from the request to the result', seconds(limits.responseMs)],
  ['live checks in progress, and requests for pages, sitemaps and robots.txt files', count(limits.liveChecks)],
  ['open connections', count(limits.connections)],
  ['requests per connection', count(limits.requestsPerConnection)],
  ['time without a byte on a connection', seconds(limits.connectionMs)],
  ['requests that wait for a thread', count(limits.threadQueue)],
  ['memory of the main thread, including unread responses', mebibytes(limits.memoryBytes)],
])('docs/service.md has the limit of: %s', (what, value) => {
  const page = readFileSync(new URL('../../../docs/service.md', import.meta.url), 'utf8');
  expect(page).toContain(`\n| ${what} | ${value} |`);
});

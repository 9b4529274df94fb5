import { expect, test } from 'vitest';
import { Metrics } from '../src/metrics.js';
import { startService } from './support/service.js';

/** Returns the value of the metric whose line starts with `name`, or 0. */
function figure(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

test('requests, cache hits, fetch outcomes and store state are exported', async () => {
  const service = await startService({ sites: { 'https://broken.example': { status: 503 } } });
  const check = (url: string) => service.post('/v1/check', { urls: [url], productTokens: ['Bot'] });
  await check('https://a.example/');
  await check('https://a.example/private/');
  await check('https://broken.example/');
  await service.get('/unknown/path');
  let text = '';
  const scrape = async (name: string) => {
    text = await (await service.get('/metrics')).text();
    return figure(text, name);
  };
  // A client may have read a response before the service counts it.
  await expect.poll(() => scrape('repkit_http_requests_in_flight')).toBe(1);
  const requests = 'repkit_http_request_duration_seconds_count';
  expect(figure(text, `${requests}{method="POST",path="/v1/check",status="200"}`)).toBe(3);
  expect(figure(text, `${requests}{method="GET",path="unknown",status="404"}`)).toBe(1);
  expect(text).not.toContain('/unknown/path');
  const checks = 'repkit_checks_total';
  expect(figure(text, `${checks}{outcome="allowed",cache="miss",stale="false"}`)).toBe(1);
  expect(figure(text, `${checks}{outcome="disallowed",cache="hit",stale="false"}`)).toBe(1);
  expect(figure(text, `${checks}{outcome="unreachable",cache="miss",stale="false"}`)).toBe(1);
  expect(figure(text, 'repkit_fetch_duration_seconds_count{outcome="200"}')).toBe(1);
  expect(figure(text, 'repkit_fetch_duration_seconds_count{outcome="503"}')).toBe(1);
  expect(figure(text, 'repkit_store_up{store="memory"}')).toBe(1);
  expect(figure(text, 'repkit_http_requests_in_flight')).toBe(1);
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(text).toMatch(/^repkit_connections \d+$/m);
  expect(text).toMatch(/^repkit_thread_queue 0$/m);
});

test('replies of FTP servers share labels, except for the one that crawlers treat differently', async () => {
  const fetchReply = async ({ url }: { readonly url: string }) => {
    const code = Number(new URL(url).port);
    return { kind: 'ftp', url, hops: [], code, detail: '', body: undefined } as const;
  };
  const service = await startService({ transport: { fetch: fetchReply, close: async () => {} } });
  const urls = [421, 430, 550].map((code) => `ftp://127.0.0.1:${code}/`);
  await service.post('/v1/check', { urls, productTokens: ['Bot'] });
  const text = await (await service.get('/metrics')).text();
  expect(figure(text, 'repkit_fetch_duration_seconds_count{outcome="ftp-4xx"}')).toBe(2);
  expect(figure(text, 'repkit_fetch_duration_seconds_count{outcome="ftp-550"}')).toBe(1);
});

test('refused addresses are counted', async () => {
  const service = await startService({ transport: undefined });
  await service.post('/v1/check', { urls: ['http://127.0.0.1:1/'], productTokens: ['Bot'] });
  const text = await (await service.get('/metrics')).text();
  expect(figure(text, 'repkit_guard_refusals_total')).toBe(1);
  expect(figure(text, 'repkit_fetch_duration_seconds_count{outcome="refused-address"}')).toBe(1);
});

test('nothing is counted after close', async () => {
  const metrics = new Metrics({
    connections: async () => 0,
    droppedLogLines: () => 0,
    waiting: () => 0,
  });
  metrics.close();
  const service = await startService();
  await service.post('/v1/check', { urls: ['https://a.example/'], productTokens: ['Bot'] });
  expect(await metrics.text()).not.toContain('repkit_checks_total{');
});

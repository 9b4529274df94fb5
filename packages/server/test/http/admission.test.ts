import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../support/service.js';

const body = { robotsTxt: '' };

const PAGE = { status: 200, headers: {}, body: '' };

test('a client over the rate limit gets 429 with Retry-After; other clients and health checks do not', async () => {
  const service = await startService({ requestsPerMinute: 2, trustedProxies: ['127.0.0.1'] });
  const from = (client: string) => service.post('/v1/format', body, { 'x-forwarded-for': client });
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1')).status).toBe(200);
  const third = await from('192.0.2.1');
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await third.json()).toMatchObject({ type: '/docs#problem-too-many-requests' });
  expect((await from('192.0.2.2')).status).toBe(200);
  expect((await service.get('/healthz', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
});

test('connections of one client have one rate limit, even if a proxy adds their ports', async () => {
  const service = await startService({ requestsPerMinute: 1, trustedProxies: ['127.0.0.1'] });
  const statusFor = async (forwarded: string) =>
    (await service.post('/v1/format', body, { 'x-forwarded-for': forwarded })).status;
  for (const [first, second, client] of [
    ['192.0.2.1:1024', '192.0.2.1:1025', '192.0.2.1'],
    ['[2001:db8::1]:1024', '2001:db8::1', '2001:db8::1'],
    ['192.0.2.9, 192.0.2.2:1024', '192.0.2.2, 127.0.0.1:1025', '192.0.2.2'],
  ] as const) {
    expect([await statusFor(first), await statusFor(second)], first).toEqual([200, 429]);
    expect(service.log.filter((line) => line.includes(`"client":"${client}"`))).toHaveLength(2);
  }
});

test('X-Forwarded-For is ignored without trusted proxies', async () => {
  const service = await startService({ requestsPerMinute: 1 });
  const from = (client: string) => service.post('/v1/format', body, { 'x-forwarded-for': client });
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.2')).status).toBe(429);
});

test('over the memory limit, requests get 503 with Retry-After and health checks do not', async () => {
  const service = await startService({ limits: { memoryBytes: 1 } });
  const response = await service.post('/v1/format', body);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ type: '/docs#problem-busy' });
  expect((await service.get('/healthz')).status).toBe(200);
  expect((await service.get('/docs')).status).toBe(200);
});

test('a request from a page of another origin gets 403', async () => {
  const service = await startService({ cors: ['https://tools.example'] });
  const statusOf = async (headers: Record<string, string>) => (await service.post('/v1/format', body, headers)).status;
  expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await statusOf({ 'sec-fetch-site': 'same-site', origin: 'https://b.example' })).toBe(403);
  expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  const allowed = { 'sec-fetch-site': 'cross-site', origin: 'https://tools.example' };
  expect(await statusOf(allowed)).toBe(200);
  expect((await service.get('/healthz', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
});

test('a result that takes too long gets 422, and a disconnect ends the fetch', async () => {
  let fetched = 0;
  let aborted = 0;
  const service = await startService({
    transport: {
      fetch: ({ signal }) =>
        new Promise((_, reject) => {
          fetched++;
          signal.addEventListener('abort', () => {
            aborted++;
            reject(signal.reason);
          });
        }),
      close: async () => {},
    },
    limits: { responseMs: 1000 },
  });
  const live = { urls: ['https://a.example/'], productTokens: ['a'] };
  const slow = await service.post('/v1/check', live);
  expect(slow.status).toBe(422);
  expect(await slow.json()).toMatchObject({ type: '/docs#problem-took-too-long' });
  await expect.poll(() => aborted).toBe(fetched);
  const fetchedBefore = fetched;
  const controller = new AbortController();
  const leaving = fetch(`${service.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(live),
    signal: controller.signal,
  });
  await expect.poll(() => fetched).toBe(fetchedBefore + 1);
  controller.abort();
  await expect(leaving).rejects.toThrow();
  await expect.poll(() => aborted).toBe(fetched);
  await expect.poll(() => service.log.join('')).toContain('"status":499');
  expect(service.log.join('')).not.toContain('internal error');
});

test('live checks over the limit wait for others, unless their client disconnects', async () => {
  const service = await startService({
    sites: { 'https://silent.example': 'silent' },
    limits: { liveChecks: 1 },
  });
  const check = (site: string, init: RequestInit = {}) => fetch(`${service.url}/v1/check?url=${site}/&productToken=a`, init);
  // Includes the request for the metrics.
  const inFlight = async () => /^repkit_http_requests_in_flight (\d+)$/m.exec(await (await service.get('/metrics')).text())?.[1];
  const [first, second] = [new AbortController(), new AbortController()];
  const running = check('https://silent.example', { signal: first.signal });
  await expect.poll(() => service.fetched).toHaveLength(1);
  const waiting = check('https://a.example', { signal: second.signal });
  await expect.poll(inFlight).toBe('3');
  second.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(inFlight).toBe('2');
  const third = check('https://b.example');
  await expect.poll(inFlight).toBe('3');
  expect(service.fetched).toHaveLength(1);
  first.abort();
  await expect(running).rejects.toThrow();
  expect((await third).status).toBe(200);
  expect(service.fetched).toEqual(['https://silent.example/robots.txt', 'https://b.example/robots.txt']);
});

test.each([
  ['/v1/robots?origin=https://b.example', undefined],
  ['/v1/robots?origin=https://b.example&refresh=true', undefined],
  ['/v1/sitemap?origin=https://b.example', undefined],
  ['/v1/page', { url: 'https://b.example/', crawler: 'Bot', response: PAGE }],
  ['/v1/page', { url: 'https://b.example/', crawler: 'Bot', robotsTxt: '' }],
])('%s waits for live checks over the limit, too', async (path, request) => {
  const service = await startService({
    sites: { 'https://silent.example': 'silent' },
    limits: { liveChecks: 1 },
  });
  const first = new AbortController();
  const url = `${service.url}/v1/check?url=https://silent.example/&productToken=a`;
  const running = fetch(url, { signal: first.signal });
  await expect.poll(() => service.fetched).toHaveLength(1);
  const waiting = request === undefined ? service.get(path) : service.post(path, request);
  // A check that needs no site does not wait.
  expect((await service.get('/v1/crawlers?name=Applebot')).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(service.fetched).toHaveLength(1);
  first.abort();
  await expect(running).rejects.toThrow();
  await waiting;
  expect(service.fetched).toContain('https://b.example/robots.txt');
});

test('the process survives if it has no free file descriptor', async () => {
  const service = await startService();
  const memoryUsage = vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  });
  onTestFinished(() => memoryUsage.mockRestore());
  // Longer than any interval at which the load is measured. An exception in a timer would fail the test.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const path of ['/healthz', '/v1/crawlers?name=Applebot', '/metrics']) {
    expect((await service.get(path)).status, path).toBe(200);
  }
});

test('a body or URL that is too long gets its own problem', async () => {
  const service = await startService({ limits: { bodyBytes: 1000 } });
  const large = await service.post('/v1/format', { robotsTxt: 'x'.repeat(1000) });
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ type: '/docs#problem-body-too-large' });
  const long = await service.get(`/v1/robots?origin=https://a.example/${'a'.repeat(13_000)}`);
  expect(long.status).toBe(414);
  expect(await long.json()).toMatchObject({ type: '/docs#problem-request-url-too-long' });
});

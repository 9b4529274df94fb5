import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const body = { robotsTxt: '' };

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

test('X-Forwarded-For is ignored without trusted proxies', async () => {
  const service = await startService({ requestsPerMinute: 1 });
  const from = (client: string) => service.post('/v1/format', body, { 'x-forwarded-for': client });
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.2')).status).toBe(429);
});

test('requests over the concurrency limit get 503 with Retry-After', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let fetching = false;
  const service = await startService({
    transport: {
      async fetch({ url }) {
        fetching = true;
        await released;
        return { kind: 'failure', failure: 'reset', detail: '', url, hops: [] };
      },
      close: async () => {},
    },
    limits: { concurrentRequests: 1 },
  });
  const first = service.post('/v1/check', { urls: ['https://a.example/'], productTokens: ['a'] });
  await expect.poll(() => fetching).toBe(true);
  const second = await service.post('/v1/format', body);
  expect(second.status).toBe(503);
  expect(second.headers.get('retry-after')).toBe('1');
  expect(await second.json()).toMatchObject({ type: '/docs#problem-busy' });
  release();
  expect((await first).status).toBe(200);
  expect((await service.post('/v1/format', body)).status).toBe(200);
});

test('a client with as many requests as are left for others gets 503, and the others do not', async () => {
  const service = await startService({
    sites: { 'https://silent.example': 'silent' },
    limits: { concurrentRequests: 4, responseMs: 500 },
    trustedProxies: ['127.0.0.1'],
  });
  const live = { urls: ['https://silent.example/'], productTokens: ['a'] };
  const statuses = ['1', '1', '1', '2', '2', '3'].map(async (client) => {
    const headers = { 'x-forwarded-for': `192.0.2.${client}` };
    return `${client}: ${(await service.post('/v1/check', live, headers)).status}`;
  });
  const all = await Promise.all(statuses);
  expect(all.sort()).toEqual(['1: 422', '1: 422', '1: 503', '2: 422', '2: 503', '3: 422']);
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

import { MemoryStore } from '@repkit/client';
import { openStore } from '@repkit/client/store-url';
import { describe, expect, test, vi } from 'vitest';
import { createServer } from '../src/create-server.js';
import { startService } from './support/service.js';

describe('unknown routes', () => {
  test('an unknown method gets 405 with Allow (RFC 9110 15.5.6)', async () => {
    const service = await startService();
    const cases = [
      ['GET', '/v1/lint', 'POST'],
      ['PUT', '/v1/check', 'GET, HEAD, POST'],
      ['PUT', '/v1/robots', 'GET, HEAD, DELETE'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['OPTIONS', '/v1/lint', 'POST'],
    ] as const;
    for (const [method, path, allow] of cases) {
      const response = await fetch(service.url + path, { method });
      expect(response.status, path).toBe(405);
      expect(response.headers.get('allow'), path).toBe(allow);
      expect(await response.json(), path).toMatchObject({
        type: '/docs#problem-method-not-allowed',
      });
    }
  });

  test('an unknown path gets 404, an invalid one 400', async () => {
    const service = await startService();
    for (const path of ['/nowhere', '/v1/', '/v1/check/', '/../etc/passwd', '/assets/x.js']) {
      const response = await service.get(path);
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toMatchObject({ type: '/docs#problem-not-found' });
    }
    const broken = await service.get('/%zz');
    expect(broken.status).toBe(400);
    expect(broken.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('every GET route supports HEAD', async () => {
    const service = await startService();
    const response = await fetch(`${service.url}/docs`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

test('no library writes to the console', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const service = await startService();
  await service.post('/v1/check', { urls: ['https://a.example/'], productTokens: ['Bot'] });
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

test('an internal error is logged and hidden from the client', async () => {
  const service = await startService({
    transport: {
      fetch: async () => {
        throw new Error('a secret detail');
      },
      close: async () => {},
    },
  });
  const response = await service.post('/v1/check', {
    urls: ['https://a.example/'],
    productTokens: ['Bot'],
  });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain('/docs#problem-service-failed');
  expect(text).not.toContain('secret');
  const { requestId } = JSON.parse(text) as { requestId: string };
  const line = service.log.find((one) => one.includes('a secret detail')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ level: 50, requestId });
});

test('each request is logged as one JSON line with its id and without its query', async () => {
  const service = await startService();
  const response = await service.get('/v1/robots?origin=https://user:secret@a.example/');
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('secret');
  const lines = service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find(({ msg }) => msg === 'request completed');
  expect(line).toMatchObject({
    method: 'GET',
    path: '/v1/robots',
    status: 200,
    ms: expect.any(Number),
    client: '127.0.0.1',
    requestId: response.headers.get('x-request-id'),
  });
  expect(service.log.join('')).not.toContain('secret');
});

test('createServer rejects an invalid option by name', async () => {
  const store = new MemoryStore();
  await expect(createServer({ store, userAgent: '' })).rejects.toThrow(/userAgent/);
});

test('an unreachable store is logged at startup with the reason and without secrets', async () => {
  const store = await openStore('redis://:secret@127.0.0.1:1');
  const service = await startService({ store });
  await expect.poll(() => service.log.join('')).toContain('The store does not respond');
  const log = service.log.join('');
  expect(log).toContain('ECONNREFUSED');
  expect(log).not.toContain('secret');
  expect((await service.get('/healthz')).status).toBe(200);
});

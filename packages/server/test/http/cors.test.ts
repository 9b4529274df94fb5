import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const TOOLS = 'https://tools.example';

test('without configured origins there are no CORS headers', async () => {
  const service = await startService();
  const { headers } = await service.get('/healthz', { origin: TOOLS });
  expect([...headers.keys()].filter((name) => /^access-control|^vary$/.test(name))).toEqual([]);
});

test('a page of a listed origin may send requests, including ones with a token', async () => {
  const service = await startService({ cors: [TOOLS], token: 'a-token-of-the-tests' });
  const preflight = await preflightOf(service.url, TOOLS);
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    vary: 'Origin',
    'access-control-allow-origin': TOOLS,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
  });
  const refused = await service.post('/v1/lint', { robotsTxt: '' }, { origin: TOOLS });
  expect(refused.status).toBe(401);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'access-control-allow-origin': TOOLS,
    'access-control-expose-headers': 'x-request-id, retry-after',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('a page of another origin gets no CORS headers but Vary: Origin', async () => {
  const service = await startService({ cors: [TOOLS] });
  for (const response of [
    await preflightOf(service.url, 'https://other.example'),
    await service.post('/v1/lint', { robotsTxt: '' }, { origin: 'https://other.example' }),
  ]) {
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.get('vary')).toBe('Origin');
  }
  expect((await preflightOf(service.url, 'https://other.example')).status).toBe(405);
});

function preflightOf(url: string, origin: string): Promise<Response> {
  return fetch(`${url}/v1/lint`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
}

import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const TOKEN = 'a-token-of-the-tests';
const body = { robotsTxt: 'a: b' };

test.each([undefined, '', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])(
  '%s is refused with a challenge (RFC 9110 11.6.1)',
  async (authorization) => {
    const service = await startService({ token: TOKEN });
    const response = await service.post('/v1/lint', body, authorization === undefined ? {} : { authorization });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="repkit"');
    expect(await response.json()).toMatchObject({ type: '/docs#problem-unauthorized' });
  },
);

test('the API and metrics require the token; health and documentation do not', async () => {
  const service = await startService({ token: TOKEN });
  const bearer = { authorization: `Bearer ${TOKEN}` };
  expect((await service.post('/v1/lint', body)).status).toBe(401);
  expect((await service.post('/v1/lint', body, bearer)).status).toBe(200);
  // The scheme is case-insensitive (RFC 9110 11.1).
  expect((await service.post('/v1/lint', body, { authorization: `bearer ${TOKEN}` })).status).toBe(200);
  // The router decodes paths before matching.
  expect((await service.post('/%761/lint', body)).status).toBe(401);
  expect((await service.get('/v1/robots?origin=https://a.example')).status).toBe(401);
  expect((await service.get('/v1/check?url=https://a.example&productToken=a')).status).toBe(401);
  const head = await fetch(`${service.url}/v1/robots?origin=https://a.example`, { method: 'HEAD' });
  expect(head.status).toBe(401);
  expect((await service.get('/metrics')).status).toBe(401);
  expect((await service.get('/metrics', bearer)).status).toBe(200);
  for (const path of ['/healthz', '/readyz', '/docs', '/openapi.json', '/']) {
    expect((await service.get(path)).status, path).toBe(200);
  }
  expect(service.fetched).toEqual([]);
  expect(service.log.join('')).not.toContain(TOKEN);
});

import { expect, test } from 'vitest';
import { bearerCheck } from '../../src/http/admission.js';
import { Problem } from '../../src/http/problem.js';
import { startService } from '../support/service.js';

const TOKEN = 'a-token-of-the-tests';

test('RFC 6750 2.1: the scheme is case-insensitive', () => {
  const check = bearerCheck(TOKEN);
  expect(() => check(`Bearer ${TOKEN}`)).not.toThrow();
  expect(() => check(`bearer ${TOKEN}`)).not.toThrow();
});

test.each([undefined, '', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'Bearer \u00e9'])(
  '%s is refused with a challenge (RFC 9110 11.6.1)',
  (header) => {
    const check = bearerCheck(TOKEN);
    const refused = (() => {
      try {
        return check(header);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(Problem);
    expect((refused as Problem).headers).toEqual({ 'www-authenticate': 'Bearer realm="repkit"' });
  },
);

test('the API and metrics require the token; health and documentation do not', async () => {
  const service = await startService({ token: TOKEN });
  const body = { robotsTxt: 'a: b' };
  const bearer = { authorization: `Bearer ${TOKEN}` };
  expect((await service.post('/v1/lint', body)).status).toBe(401);
  expect((await service.post('/v1/lint', body, bearer)).status).toBe(200);
  // The router decodes paths before matching.
  expect((await service.post('/%761/lint', body)).status).toBe(401);
  expect((await service.get('/v1/robots?origin=https://a.example')).status).toBe(401);
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

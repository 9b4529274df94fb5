import { expect, test } from 'vitest';
import { corsAnswer } from '../../src/http/cors.js';
import { startService } from '../support/service.js';

const TOOLS = 'https://tools.example';

test('without an origin there are no such headers at all', () => {
  expect(corsAnswer([], 'GET', { origin: TOOLS })).toEqual({ headers: {}, isPreflight: false });
});

test('an origin that is not named gets none, and what is cached is told apart', () => {
  const { headers, isPreflight } = corsAnswer([TOOLS], 'OPTIONS', {
    origin: 'https://other.example',
    'access-control-request-method': 'POST',
  });
  expect(headers).toEqual({ vary: 'Origin' });
  expect(isPreflight).toBe(false);
});

test('a page of a named origin may ask, also with a token', async () => {
  const service = await startService({ cors: [TOOLS], token: 'a-token-of-the-tests' });
  const preflight = await fetch(`${service.url}/v1/lint`, {
    method: 'OPTIONS',
    headers: { origin: TOOLS, 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(TOOLS);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
  const refused = await service.post('/v1/lint', { robotsTxt: '' }, { origin: TOOLS });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(TOOLS);
  const other = await fetch(`${service.url}/v1/lint`, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  });
  expect(other.status).toBe(405);
});

import { describe, expect, test } from 'vitest';
import { startService } from '../support/service.js';

const good = { urls: ['/a'], productTokens: ['a'], robotsTxt: '' };

describe('invalid bodies', () => {
  const cases: [string, unknown, number, string, string][] = [
    ['a member is missing', { urls: ['/a'] }, 400, 'invalid-request', '#'],
    ['an unknown member', { ...good, url: '/a' }, 400, 'invalid-request', '#'],
    ['no coercion: a number instead of a string', { ...good, urls: [1] }, 400, 'invalid-request', '#/urls/0'],
    ['no coercion: a string instead of an array', { ...good, urls: '/a' }, 400, 'invalid-request', '#/urls'],
    ['no coercion: "true" instead of true', { ...good, explain: 'true' }, 400, 'invalid-request', '#/explain'],
    ['null instead of a string', { ...good, robotsTxt: null }, 400, 'invalid-request', '#/robotsTxt'],
    ['an unknown dialect', { ...good, dialect: 'bing' }, 400, 'invalid-request', '#/dialect'],
    ['no URLs', { ...good, urls: [] }, 400, 'invalid-request', '#/urls'],
    ['an array', [good], 400, 'invalid-request', '#'],
    ['a URL that is too long', { ...good, urls: [`/${'a'.repeat(8192)}`] }, 422, 'text-too-long', '#/urls/0'],
    ['too many URLs', { ...good, urls: Array(10_001).fill('/a') }, 422, 'too-many-items', '#/urls'],
  ];

  test('each mistake has its problem and location', async () => {
    const service = await startService();
    for (const [what, body, status, name, pointer] of cases) {
      const response = await service.post('/v1/check', body);
      expect(response.status, what).toBe(status);
      expect(response.headers.get('content-type'), what).toMatch(/^application\/problem\+json/);
      expect(await response.json(), what).toMatchObject({
        type: `/docs#problem-${name}`,
        status,
        detail: expect.stringMatching(/\.$/),
        errors: [{ pointer, detail: expect.stringMatching(/\.$/) }],
        requestId: response.headers.get('x-request-id'),
      });
    }
  });

  test('invalid JSON, an empty body and another media type are rejected', async () => {
    const service = await startService();
    expect((await service.post('/v1/check', '{"urls":')).status).toBe(400);
    expect((await service.post('/v1/check', '')).status).toBe(400);
    expect((await service.post('/v1/check', '{"__proto__":{}}')).status).toBe(400);
    for (const type of ['text/plain', 'application/x-ndjson', 'application/x-www-form-urlencoded']) {
      const response = await service.post('/v1/check', good, { 'content-type': type });
      expect(response.status, type).toBe(415);
      expect(await response.json()).toMatchObject({
        type: '/docs#problem-unsupported-media-type',
        detail: 'This path accepts only application/json. Set Content-Type accordingly.',
      });
    }
  });
});

test('RFC 9110 8.4: an unsupported content coding gets 415', async () => {
  const service = await startService();
  for (const coding of ['gzip', 'br', 'GZIP', 'identity, gzip']) {
    const response = await service.post('/v1/check', good, { 'content-encoding': coding });
    expect(response.status, coding).toBe(415);
    expect(response.headers.get('accept-encoding')).toBe('identity');
    expect(await response.json()).toMatchObject({
      type: '/docs#problem-unsupported-content-encoding',
    });
  }
  const plain = await service.post('/v1/check', good, { 'content-encoding': 'identity' });
  expect(plain.status).toBe(200);
});

test.each([
  [{ ...good, urls: [] }, '#/urls: Must not be empty.'],
  [{ ...good, urls: 'https://a.example/' }, '#/urls: Must be an array.'],
  [{ ...good, urls: [7] }, '#/urls/0: Must be a string.'],
  [{ ...good, urls: [''] }, '#/urls/0: Must not be empty.'],
  [{ ...good, refresh: 'x' }, '#: Unknown member "refresh".'],
  [{ urls: ['/a'], robotsTxt: '' }, 'No product token or crawler. Add productTokens or crawlers.'],
  [[good], '#: Must be an object.'],
])('%j: %s', async (body, detail) => {
  const service = await startService();
  expect(await (await service.post('/v1/check', body)).json()).toMatchObject({ detail });
});

describe('invalid queries', () => {
  const url = 'url=https://a.example/';
  const origin = 'origin=https://a.example/';
  test.each([
    ['/v1/check', 'url', '"url" is required.'],
    ['/v1/check?url=&productToken=a', 'url', 'Must not be empty.'],
    [`/v1/check?${url}&${url}&productToken=a`, 'url', 'Must be sent once.'],
    [`/v1/check?${url}&productToken=a&productToken=b`, 'productToken', 'Must be sent once.'],
    [`/v1/check?${url}&crawler=a&crawler=`, 'crawler', 'Must be sent once.'],
    [`/v1/check?${url}&productToken=a&policy=google&policy=google`, 'policy', 'Must be sent once.'],
    [`/v1/check?${url}&productToken=a&explain=1`, 'explain', 'Must be one of true, false.'],
    [`/v1/check?${url}&productTokens=a`, 'productTokens', 'Unknown parameter "productTokens".'],
    [`/v1/check?${url}&x=1&x=2`, 'x', 'Unknown parameter "x".'],
    [`/v1/check?${url}`, 'productToken', 'No product token or crawler. Add productToken or crawler.'],
    ['/v1/robots', 'origin', '"origin" is required.'],
    [`/v1/robots?${origin}&refresh=1`, 'refresh', 'Must be one of true, false.'],
    [`/v1/robots?${origin}&${origin}`, 'origin', 'Must be sent once.'],
    ['/v1/sitemap?url=https://a.example/', 'origin', '"origin" is required.'],
    [`/v1/sitemap?${origin}&policy=google`, 'policy', 'Unknown parameter "policy".'],
    ['/v1/crawlers?name=a&name=b', 'name', 'Must be sent once.'],
  ])('%s names the parameter %s', async (path, parameter, detail) => {
    const service = await startService();
    const response = await service.get(path);
    expect(await response.json()).toMatchObject({ status: 400, errors: [{ parameter, detail }] });
  });

  test('DELETE names the parameter', async () => {
    const service = await startService();
    const response = await fetch(`${service.url}/v1/robots?${origin}&${origin}`, { method: 'DELETE' });
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'origin', detail: 'Must be sent once.' }] });
  });
});

test('a byte order mark before JSON is ignored (RFC 8259 8.1)', async () => {
  const service = await startService();
  expect((await service.post('/v1/check', `\ufeff${JSON.stringify(good)}`)).status).toBe(200);
});

test('a media type without a body is ignored, as generated clients send it', async () => {
  const service = await startService();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/v1/robots?origin=https://a.example`, { method: 'DELETE', headers });
  expect(response.status).toBe(204);
});

test('bytes that are not UTF-8 get 400', async () => {
  const service = await startService();
  const body = Buffer.from('{"robotsTxt":"\xff"}', 'latin1');
  const response = await fetch(`${service.url}/v1/lint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    detail: 'The body is not valid UTF-8. Encode JSON as UTF-8.',
  });
});

test.each([
  ['nested arrays', '['.repeat(1_000_000)],
  ['members', `{${Array.from({ length: 2000 }, (_, at) => `"${at}":0`).join()}}`],
  ['values', `[${'0,'.repeat(30_000)}0]`],
])('JSON with too many %s gets 422', async (_, text) => {
  const service = await startService();
  const response = await service.post('/v1/check', text);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ type: '/docs#problem-too-many-items' });
});

import { describe, expect, test } from 'vitest';
import { requestProblem } from '../../src/http/problem.js';
import { startService } from '../support/service.js';

const good = { urls: ['/a'], productTokens: ['a'], robotsTxt: '' };

describe('what is wrong with a body', () => {
  const cases: [string, unknown, number, string, string][] = [
    ['a member is missing', { urls: ['/a'] }, 400, 'invalid-request', '#'],
    ['a member that nobody knows', { ...good, url: '/a' }, 400, 'invalid-request', '#'],
    [
      'no coercion: a number is no text',
      { ...good, urls: [1] },
      400,
      'invalid-request',
      '#/urls/0',
    ],
    ['no coercion: a text is no list', { ...good, urls: '/a' }, 400, 'invalid-request', '#/urls'],
    [
      'no coercion: "true" is no boolean',
      { ...good, explain: 'true' },
      400,
      'invalid-request',
      '#/explain',
    ],
    ['null is no text', { ...good, robotsTxt: null }, 400, 'invalid-request', '#/robotsTxt'],
    ['a dialect that is none', { ...good, dialect: 'bing' }, 400, 'invalid-request', '#/dialect'],
    ['no URL at all', { ...good, urls: [] }, 400, 'invalid-request', '#/urls'],
    ['a list', [good], 400, 'invalid-request', '#'],
    [
      'a URL that is too long',
      { ...good, urls: [`/${'a'.repeat(8192)}`] },
      422,
      'text-too-long',
      '#/urls/0',
    ],
    [
      'too many URLs',
      { ...good, urls: Array(10_001).fill('/a') },
      422,
      'too-many-checks',
      '#/urls',
    ],
  ];

  test('each has its problem and its place', async () => {
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

  test('no JSON, nothing at all, and another media type', async () => {
    const service = await startService();
    expect((await service.post('/v1/check', '{"urls":')).status).toBe(400);
    expect((await service.post('/v1/check', '')).status).toBe(400);
    expect((await service.post('/v1/check', '{"__proto__":{}}')).status).toBe(400);
    for (const type of [
      'text/plain',
      'application/x-ndjson',
      'application/x-www-form-urlencoded',
    ]) {
      const response = await service.post('/v1/check', good, { 'content-type': type });
      expect(response.status, type).toBe(415);
      expect(await response.json()).toMatchObject({
        type: '/docs#problem-unsupported-media-type',
        detail: 'Send the body as application/json.',
      });
    }
    const json = await service.post('/v1/check/stream', '{}');
    expect(json.status).toBe(415);
    expect(await json.json()).toMatchObject({
      detail: 'Send the body as application/x-ndjson.',
    });
  });
});

test('RFC 9110 8.4: a content coding that is not supported is a 415', async () => {
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
  [{ ...good, urls: [] }, '#/urls: It must not be empty.'],
  [{ ...good, urls: 'https://a.example/' }, '#/urls: It must be an array.'],
  [{ ...good, urls: [7] }, '#/urls/0: It must be a string.'],
  [{ ...good, urls: [''] }, '#/urls/0: It must not be empty.'],
  [{ ...good, refresh: 'x' }, '#: Unknown member "refresh".'],
  [[good], '#: It must be an object.'],
])('%j: %s', async (body, detail) => {
  const service = await startService();
  expect(await (await service.post('/v1/check', body)).json()).toMatchObject({ detail });
});

test('what is wrong with a query names its parameter', async () => {
  const service = await startService();
  const at = async (query: string) => (await service.get(`/v1/robots${query}`)).json();
  expect(await at('')).toMatchObject({ status: 400, errors: [{ parameter: 'origin' }] });
  expect(await at('?origin=https://a.example&refresh=1')).toMatchObject({
    status: 400,
    errors: [{ parameter: 'refresh', detail: 'It must be one of true, false.' }],
  });
  expect(await at('?origin=https://a.example&x=1')).toMatchObject({
    errors: [{ parameter: 'x' }],
  });
});

test('a fault of the service is none of the request', () => {
  expect(requestProblem(new TypeError('x is not a function'), 'application/json')).toBeUndefined();
  expect(requestProblem('text', 'application/json')).toBeUndefined();
});

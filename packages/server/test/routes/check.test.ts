import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const sites = {
  'https://open.example': { status: 404 },
  'https://broken.example': { status: 503 },
  'https://private.example': { status: 403 },
} as const;

interface ResponseBody {
  readonly verdicts: Record<string, unknown>[];
}

test('live verdicts are allowed, disallowed or unreachable, with a reason', async () => {
  const service = await startService({ sites });
  const urls = ['https://open.example/', 'https://broken.example/', 'https://a.example/private/'];
  const response = await service.post('/v1/check', { urls, productTokens: ['Bot'] });
  const { verdicts } = (await response.json()) as ResponseBody;
  expect(verdicts).toMatchObject([
    { verdict: 'allowed', reason: 'unavailable' },
    { verdict: 'unreachable', reason: 'status', nextTryAt: expect.any(Number) },
    { verdict: 'disallowed', reason: 'rule' },
  ]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('many checks of one site cause one fetch', async () => {
  const service = await startService();
  const urls = Array.from({ length: 200 }, (_, at) => `https://a.example/${at}`);
  const ask = () => service.post('/v1/check', { urls, productTokens: ['a', 'b'] });
  for (const response of await Promise.all([ask(), ask()])) {
    const { verdicts } = (await response.json()) as ResponseBody;
    expect(verdicts).toHaveLength(400);
  }
  expect(service.fetched).toEqual(['https://a.example/robots.txt']);
});

test('a request can override the policy of the service', async () => {
  const service = await startService({ sites, policy: 'koster1996' });
  const body = { urls: ['https://private.example/'], productTokens: ['Bot'] };
  const verdictOf = async (more: object) => {
    const response = await service.post('/v1/check', { ...body, ...more });
    return ((await response.json()) as ResponseBody).verdicts[0]?.verdict;
  };
  expect(await verdictOf({})).toBe('disallowed');
  expect(await verdictOf({ policy: 'rfc9309' })).toBe('allowed');
});

test('explain adds the target, group, matching rules and provenance', async () => {
  const service = await startService();
  const body = { urls: ['https://a.example/private/%41'], productTokens: ['Bot'], explain: true };
  const { verdicts } = (await (await service.post('/v1/check', body)).json()) as ResponseBody;
  expect(verdicts[0]).toMatchObject({
    target: '/private/A',
    group: { productToken: '*', userAgentLines: [1] },
    matched: [{ pattern: '/private/', bytes: 9, line: 2 }],
    provenance: { status: 200, source: 'fetched', store: 'memory', access: 'successful' },
  });
});

test('too many checks in one request get 422', async () => {
  const service = await startService({ limits: { checks: 5 } });
  const body = { urls: ['/a', '/b'], productTokens: ['a', 'b', 'c'], robotsTxt: '' };
  const response = await service.post('/v1/check', body);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    type: '/docs#problem-too-many-items',
    detail: expect.stringContaining('are 6 checks; the limit is 5'),
    errors: [{ pointer: '#/urls' }],
  });
});

import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

interface Result {
  readonly verdict: string;
  readonly rule: { readonly pattern: string };
  readonly matched: { readonly line: number; readonly lost?: string }[];
  readonly matchedCount?: number;
  readonly group: { readonly userAgentLines: number[]; readonly userAgentLineCount?: number };
}

const RULES = 20_000;
const hostile = `User-agent: *\n${'Allow: /\n'.repeat(RULES)}`;
const sites = { 'https://hostile.example': { status: 200, body: hostile } };

async function verdictsOf(response: Response): Promise<Result[]> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { verdicts: Result[] }).verdicts;
}

test('an explanation lists 20 rules and counts the others, for inline and live checks', async () => {
  const service = await startService({ sites });
  const urls = Array.from({ length: 50 }, (_, at) => `https://hostile.example/${at}`);
  for (const robotsTxt of [hostile, undefined]) {
    const body = { urls, productTokens: ['Bot'], robotsTxt, explain: true };
    const response = await service.post('/v1/check', body);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(500_000);
    const verdicts = await verdictsOf(response);
    expect(verdicts).toHaveLength(50);
    expect(verdicts[49]).toMatchObject({ verdict: 'allowed', matchedCount: RULES });
    const lines = verdicts[49]?.matched.map(({ line }) => line);
    expect(lines).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
  }
});

test('an explanation without omitted rules has no count', async () => {
  const service = await startService();
  const robotsTxt = 'User-agent: *\nDisallow: /a\nAllow: /a/b\n';
  const body = { urls: ['/a/b'], productTokens: ['Bot'], robotsTxt, explain: true };
  const [result] = await verdictsOf(await service.post('/v1/check', body));
  expect(result?.matched).toHaveLength(2);
  expect(result).not.toHaveProperty('matchedCount');
  expect(result?.group).not.toHaveProperty('userAgentLineCount');
});

test('a group with many user-agent lines lists the first 20 and counts them', async () => {
  const service = await startService();
  const robotsTxt = `${'User-agent: *\n'.repeat(10_000)}Disallow: /a\n`;
  const body = { urls: ['/a'], productTokens: ['Bot'], robotsTxt, explain: true };
  const [result] = await verdictsOf(await service.post('/v1/check', body));
  expect(result?.group.userAgentLines).toHaveLength(20);
  expect(result?.group.userAgentLineCount).toBe(10_000);
});

test('a response that is too large gets a 4xx, on the event loop and in a thread', async () => {
  const service = await startService({ limits: { responseBytes: 100_000 } });
  for (const length of [1000, 400_000]) {
    const robotsTxt = `User-agent: *\nDisallow: /*${'a'.repeat(length)}\nDisallow: /b\n`;
    const urls = Array.from({ length: 1000 }, (_, at) => `/b${'b'.repeat(200)}${at}`);
    const response = await service.post('/v1/check', { urls, productTokens: ['Bot'], robotsTxt });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ type: '/docs#problem-response-too-large' });
  }
});

test('a check in a thread has the same results and problems as one on the event loop', async () => {
  const service = await startService();
  const filler = `# ${'x'.repeat(400_000)}\n`;
  const rules = 'User-agent: *\nDisallow: /a\n';
  const urls = Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? '/a' : `/b${at}`));
  const check = (robotsTxt: string, more: object = {}) =>
    service.post('/v1/check', { urls, productTokens: ['Bot', 'b'], robotsTxt, ...more });
  for (const more of [{}, { explain: true, crawlers: ['Googlebot'], productTokens: undefined }]) {
    const [small, large] = [await check(rules, more), await check(rules + filler, more)];
    expect(large.headers.get('content-type')).toBe(small.headers.get('content-type'));
    expect(await large.json()).toEqual(await small.json());
  }
  const wrong = await check(rules + filler, { urls: [...urls, 'no URL'] });
  expect(await wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/urls/300' }] });
});

import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

interface Answer {
  readonly verdict: string;
  readonly rule: { readonly pattern: string };
  readonly matched: { readonly line: number; readonly lost?: string }[];
  readonly matchedCount?: number;
  readonly group: { readonly userAgentLines: number[]; readonly userAgentLineCount?: number };
}

const RULES = 20_000;
const hostile = `User-agent: *\n${'Allow: /\n'.repeat(RULES)}`;
const sites = { 'https://hostile.example': { status: 200, body: hostile } };

async function verdictsOf(response: Response): Promise<Answer[]> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { verdicts: Answer[] }).verdicts;
}

test('an explanation lists 20 rules and counts the others, of a given file and of a site', async () => {
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
  const ndjson = { 'content-type': 'application/x-ndjson' };
  for (const robotsTxt of [hostile, undefined]) {
    const line = { url: urls[0], productToken: 'Bot', robotsTxt, explain: true };
    const streamed = await service.post('/v1/check/stream', `${JSON.stringify(line)}\n`, ndjson);
    const answer = JSON.parse(await streamed.text()) as Answer;
    expect(answer).toMatchObject({ line: 1, matchedCount: RULES });
    expect(answer.matched).toHaveLength(20);
  }
});

test('rules are all listed if there are few, and no count is needed', async () => {
  const service = await startService();
  const robotsTxt = 'User-agent: *\nDisallow: /a\nAllow: /a/b\n';
  const body = { urls: ['/a/b'], productTokens: ['Bot'], robotsTxt, explain: true };
  const [answer] = await verdictsOf(await service.post('/v1/check', body));
  expect(answer?.matched).toHaveLength(2);
  expect(answer).not.toHaveProperty('matchedCount');
  expect(answer?.group).not.toHaveProperty('userAgentLineCount');
});

test('a group of many user-agent lines is listed in part', async () => {
  const service = await startService();
  const robotsTxt = `${'User-agent: *\n'.repeat(10_000)}Disallow: /a\n`;
  const body = { urls: ['/a'], productTokens: ['Bot'], robotsTxt, explain: true };
  const [answer] = await verdictsOf(await service.post('/v1/check', body));
  expect(answer?.group.userAgentLines).toHaveLength(20);
  expect(answer?.group.userAgentLineCount).toBe(10_000);
});

test('an answer that is too large is a 4xx, on the event loop and in a thread', async () => {
  const service = await startService({ limits: { answerBytes: 100_000 } });
  for (const length of [1000, 400_000]) {
    const robotsTxt = `User-agent: *\nDisallow: /*${'a'.repeat(length)}\nDisallow: /b\n`;
    const urls = Array.from({ length: 1000 }, (_, at) => `/b${'b'.repeat(200)}${at}`);
    const response = await service.post('/v1/check', { urls, productTokens: ['Bot'], robotsTxt });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ type: '/docs#problem-response-too-large' });
  }
});

test('a large check in a thread answers as a small one does, also about what is invalid', async () => {
  const service = await startService();
  const filler = `# ${'x'.repeat(400_000)}\n`;
  const rules = 'User-agent: *\nDisallow: /a\n';
  const urls = Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? '/a' : `/b${at}`));
  const ask = (robotsTxt: string, more: object = {}) =>
    service.post('/v1/check', { urls, productTokens: ['Bot', 'b'], robotsTxt, ...more });
  expect(await (await ask(rules + filler)).json()).toEqual(await (await ask(rules)).json());
  const wrong = await ask(rules + filler, { urls: [...urls, 'no URL'] });
  expect(await wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/urls/300' }] });
});

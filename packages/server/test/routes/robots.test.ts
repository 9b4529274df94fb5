import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { EXAMPLE_ROBOTS_TXT, startService } from '../support/service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ORIGIN = 'https://a.example';

interface ResponseBody {
  readonly text?: string;
  readonly base64?: string;
  readonly provenance: {
    status?: number;
    fetchedAt: number;
    freshUntil?: number;
    nextRequestAt: number;
  };
  readonly policies: Record<string, { effect: string; freshUntil?: number; stages: { afterMs: number; decision: string }[] }>;
}

test('a cached copy has its text, provenance and the result per policy', async () => {
  const service = await startService();
  const body = (await (await service.get(`/v1/robots?origin=${ORIGIN}/page`)).json()) as ResponseBody;
  expect(body).toMatchObject({ origin: ORIGIN, robotsTxtUrl: `${ORIGIN}/robots.txt` });
  expect(body.text).toBe(EXAMPLE_ROBOTS_TXT);
  const { fetchedAt } = body.provenance;
  // The site sends max-age=7200.
  for (const name of ['rfc9309', 'google', 'google-2026', 'koster1996']) {
    expect(body.policies[name], name).toMatchObject({
      access: 'successful',
      effect: 'rules',
      freshUntil: fetchedAt + 2 * HOUR,
    });
  }
  expect(body.policies['google-2026']?.stages).toEqual([
    { afterMs: 0, decision: 'disallow' },
    { afterMs: 12 * HOUR, decision: 'copy-or-allow' },
    { afterMs: 30 * DAY, decision: 'allow' },
  ]);
  expect(body.policies.koster1996?.stages).toEqual([{ afterMs: 0, decision: 'disallow' }]);
});

test.each([
  ['valid UTF-8', 'Disallow: /café', undefined],
  ['a replacement character', 'Disallow: /\uFFFD', undefined],
  ['UTF-16', Uint8Array.from(Buffer.from('\uFEFF/é', 'utf16le')), '\xFF\xFE/\0\xE9\0'],
  ['invalid UTF-8', Uint8Array.from(Buffer.from('Disallow: /caf\xE9', 'latin1')), 'Disallow: /caf\xE9'],
  ['the first three bytes of a character of four', Uint8Array.of(0x2f, 0xf0, 0x9f, 0x98), '/\xF0\x9F\x98'],
  ['a byte-order mark', '\uFEFFDisallow: /a', '\xEF\xBB\xBFDisallow: /a'],
])('the bytes of a copy are returned if its text lacks some: %s', async (_, body, bytes) => {
  const service = await startService({ sites: { [ORIGIN]: { status: 200, body } } });
  const response = await service.get(`/v1/robots?origin=${ORIGIN}`);
  const { base64 } = (await response.json()) as ResponseBody;
  expect(base64).toBe(bytes && Buffer.from(bytes, 'latin1').toString('base64'));
});

test('an unreachable site has no text', async () => {
  const service = await startService({ sites: { [ORIGIN]: { status: 503 } } });
  const body = (await (await service.get(`/v1/robots?origin=${ORIGIN}`)).json()) as ResponseBody;
  expect(body).not.toHaveProperty('text');
  const { fetchedAt } = body.provenance;
  expect(body.provenance).toMatchObject({ access: 'unreachable', unreachableSince: fetchedAt });
  expect(body.policies['google-2026']).toMatchObject({
    access: 'unreachable',
    reason: 'status',
    effect: 'disallow-all',
  });
  expect(body.policies.yandex).toMatchObject({ access: 'unreachable', effect: 'allow-all' });
});

test('policies interpret status 403 differently', async () => {
  const service = await startService({ sites: { [ORIGIN]: { status: 403 } } });
  const body = (await (await service.get(`/v1/robots?origin=${ORIGIN}`)).json()) as ResponseBody;
  expect(body.policies.rfc9309).toMatchObject({ access: 'unavailable', effect: 'allow-all' });
  expect(body.policies.koster1996).toMatchObject({ access: 'forbidden', effect: 'disallow-all' });
});

test('a site is fetched once, again on refresh, and again after removal', async () => {
  const service = await startService();
  const get = (more = '') => service.get(`/v1/robots?origin=${ORIGIN}${more}`);
  await get();
  expect(await (await get()).json()).toMatchObject({ provenance: { source: 'memory' } });
  expect(service.fetched).toHaveLength(1);
  await get('&refresh=true');
  expect(service.fetched).toHaveLength(2);
  // A policy reads the same response in its own way.
  await get('&policy=google');
  expect(service.fetched).toHaveLength(2);
  const forgotten = await fetch(`${service.url}/v1/robots?origin=${ORIGIN}`, { method: 'DELETE' });
  expect(forgotten.status).toBe(204);
  expect(await forgotten.text()).toBe('');
  await get();
  await get('&policy=google');
  expect(service.fetched).toHaveLength(3);
});

test('removal on one instance reaches the store, from which other instances read', async () => {
  const store = new MemoryStore();
  const sites: Record<string, { status: number; body?: string }> = {};
  const start = () => startService({ store, sites });
  const service = await start();
  const statusAt = async ({ get }: typeof service, policy: string) => {
    const path = `/v1/robots?origin=${ORIGIN}&policy=${policy}`;
    return ((await (await get(path)).json()) as ResponseBody).provenance.status;
  };
  for (const policy of ['rfc9309', 'google']) expect(await statusAt(service, policy)).toBe(200);
  sites[ORIGIN] = { status: 404 };
  const url = `${service.url}/v1/robots?origin=${ORIGIN}`;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  const other = await start();
  for (const policy of ['rfc9309', 'google']) {
    expect(await statusAt(other, policy)).toBe(404);
    expect(await statusAt(service, policy)).toBe(404);
  }
  expect([...service.fetched, ...other.fetched]).toHaveLength(2);
});

test('removal gets 503 if the store fails', async () => {
  const store: Store = Object.assign(new MemoryStore(), {
    delete: async () => {
      throw new Error('the store is gone');
    },
  });
  const service = await startService({ store });
  const response = await fetch(`${service.url}/v1/robots?origin=${ORIGIN}`, { method: 'DELETE' });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ type: '/docs#problem-store-failed' });
});

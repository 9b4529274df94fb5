import { type FetchOutcome, MemoryStore } from '@repkit/client';
import { expect, onTestFinished, test } from 'vitest';
import { Clients } from '../src/clients.js';
import { startService } from './support/service.js';

const CHECKED_URL = 'https://example.com/a';

function newClients() {
  const fetched: string[] = [];
  const store = new MemoryStore();
  const bytes = new TextEncoder().encode('User-agent: *\nDisallow: /a\n');
  const made = new Clients({
    store,
    policy: 'rfc9309',
    liveChecks: 64,
    userAgent: 'repkit-test/1.0',
    guard: undefined,
    clock: Date.now,
    transport: {
      async fetch({ url }): Promise<FetchOutcome> {
        fetched.push(url);
        const charset = { name: 'utf-8', from: 'default' } as const;
        const body = { bytes, truncated: false, charset, wireBytes: bytes.length };
        return { kind: 'http', url, hops: [], status: 200, headers: {}, body, conditional: false };
      },
      close: async () => {},
    },
  });
  onTestFinished(async () => {
    await made.client.close();
    await store.close();
  });
  return { made, fetched };
}

test('policies share one cached copy, which each reads in its own way', async () => {
  const { made, fetched } = newClients();
  const signal = new AbortController().signal;
  const policiesOf = ['rfc9309', 'google', 'koster1996'] as const;
  for (const policy of policiesOf) {
    const { provenance } = await made.access(CHECKED_URL, 'ExampleBot', policy, signal);
    expect(provenance.policy).toBe(policy);
  }
  expect(fetched).toHaveLength(1);
});

test('a user agent that is not a valid header value is rejected', () => {
  const options = {
    store: new MemoryStore(),
    policy: 'rfc9309',
    liveChecks: 1,
    userAgent: 'a\nb',
  } as const;
  expect(() => new Clients(options)).toThrow(/userAgent/);
});

test('checks that waited for the same robots.txt are spread over turns of the event loop', async () => {
  const rules = `User-agent: *\n${'Allow: /\n'.repeat(20_000)}`;
  const service = await startService({
    sites: { 'https://a.example': { status: 200, body: rules } },
  });
  const urls = Array.from({ length: 60 }, (_, at) => `https://a.example/${at}`);
  const body = { urls, productTokens: ['Bot'], explain: true };
  let isDone = false;
  const answers = Promise.all(Array.from({ length: 5 }, () => service.post('/v1/check', body)));
  answers.finally(() => {
    isDone = true;
  });
  // Processor time, because other processes may stop this one for a while.
  const usedMs = () => process.cpuUsage().user / 1000;
  const began = usedMs();
  let turnBegan = began;
  let longestTurn = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = usedMs();
    longestTurn = Math.max(longestTurn, now - turnBegan);
    turnBegan = now;
  }
  expect((await answers).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(service.fetched).toEqual(['https://a.example/robots.txt']);
  // A turn per request; a single turn for all five would take nearly the whole time.
  expect(longestTurn).toBeLessThan((turnBegan - began) / 2);
});

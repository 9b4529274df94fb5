/** Checks leave the event loop to other requests. */
import { MemoryStore, type Transport } from '@repkit/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Clients } from '../../src/clients.js';
import { needsThread } from '../../src/work/check-file.js';
import { checkSites } from '../../src/work/check-sites.js';
import { Slots } from '../../src/work/slots.js';

const STATEMENTS = { overrides: {}, defaults: {} };

describe('a check of a file runs in a thread if it takes long', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tokens = (count: number) => letters.flatMap((a) => letters.map((b) => `bot-${a}${b}`)).slice(0, count);

  test.each([
    { bytes: 2000, urls: 1, crawlers: 1, isLarge: false },
    { bytes: 5000, urls: 1, crawlers: 60, isLarge: false },
    { bytes: 400_000, urls: 1, crawlers: 1, isLarge: false },
    { bytes: 2000, urls: 600, crawlers: 1, isLarge: true },
    // Each token takes a walk through the file.
    { bytes: 500_000, urls: 1, crawlers: 60, isLarge: true },
    { bytes: 128_000, urls: 1, crawlers: 500, isLarge: true },
  ])('$bytes bytes, $urls URLs, $crawlers crawlers: $isLarge', ({ isLarge, ...sizes }) => {
    const check = {
      robotsTxt: 'a'.repeat(sizes.bytes),
      urls: Array.from({ length: sizes.urls }, () => '/'),
      crawlers: tokens(sizes.crawlers),
      explain: false,
      responseBytes: 1_000_000,
      ...STATEMENTS,
    };
    expect(needsThread(check)).toBe(isLarge);
  });
});

function clientsWith(fetch: Transport['fetch']): Clients {
  const clients = new Clients({
    store: new MemoryStore(),
    userAgent: 'repkit-test/1.0',
    policy: 'rfc9309',
    transport: { fetch, close: async () => {} },
  });
  onTestFinished(() => clients.client.close());
  return clients;
}

test('clients that disconnect at once leave no fetches to each other', async () => {
  let fetches = 0;
  const clients = clientsWith(({ signal }) => {
    fetches++;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  const slots = new Slots(5);
  const requests = Array.from({ length: 20 }, (_, client) => {
    const urls = Array.from({ length: 64 }, (_, at) => `https://site-${client}-${at}.example/`);
    const request = { urls, productTokens: ['Bot'] };
    const check = { request, crawlers: ['Bot'], responseBytes: 1_000_000, ...STATEMENTS };
    const controller = new AbortController();
    return { controller, result: checkSites(check, clients, slots, controller.signal) };
  });
  const results = Promise.allSettled(requests.map(({ result }) => result));
  await expect.poll(() => fetches).toBe(5);
  for (const { controller } of requests) {
    controller.abort();
    // The others notice it in later callbacks.
    await Promise.resolve();
  }
  await results;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fetches).toBe(5);
});

test('each check of a live site has its own turn of the event loop', async () => {
  const clients = clientsWith(async ({ url }) => ({
    kind: 'failure',
    url,
    hops: [],
    failure: 'dns',
    detail: 'not found',
  }));
  const urls = Array.from({ length: 200 }, (_, at) => `https://site.example/${at}`);
  const request = { urls, productTokens: ['Bot'] };
  const check = { request, crawlers: ['Bot'], responseBytes: 1_000_000, ...STATEMENTS };
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await checkSites(check, clients, new Slots(500), new AbortController().signal);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(urls.length);
});

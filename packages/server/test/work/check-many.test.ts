import { robotsFile } from '@repkit/core';
import { expect, test } from 'vitest';
import type { Clients } from '../../src/clients.js';
import { FairSlots } from '../../src/http/fair-slots.js';
import { DEFAULT_LIMITS } from '../../src/options.js';
import type { CheckRequest, CheckResult } from '../../src/schema/check.js';
import type { AnalysisPool } from '../../src/work/analysis-pool.js';
import { Checker, checkMany } from '../../src/work/checker.js';

const request = {
  urls: Array.from({ length: 100 }, (_, at) => `https://${at}.example/`),
  productTokens: ['a', 'b', 'c'],
} satisfies CheckRequest;
const work = { client: '', signal: new AbortController().signal, hold: () => {} };
const MAX_BYTES = DEFAULT_LIMITS.responseBytes;

test('every URL is checked for every token, in order, with bounded concurrency', async () => {
  let running = 0;
  let most = 0;
  const checker = {
    inlineFile: () => undefined,
    validate: () => {},
    live: async (url: string, productToken: string) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, url.includes('7') ? 5 : 0));
      running--;
      return { url, productToken, verdict: 'allowed', reason: 'no-rule' };
    },
  } as unknown as Checker;
  const text = await checkMany(request, checker, MAX_BYTES, work);
  const results = JSON.parse(`[${text}]`) as CheckResult[];
  const expected = request.urls.flatMap((url) =>
    request.productTokens.map((productToken) => ({ url, productToken })),
  );
  expect(results.map(({ url, productToken }) => ({ url, productToken }))).toEqual(expected);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(64);
});

test('all checks are validated before the first fetch', async () => {
  const checked: string[] = [];
  const checker = {
    inlineFile: () => undefined,
    validate: (url: string, token: string) => {
      if (url === 'https://99.example/' || token === 'x') throw new Error(`not ${url} ${token}`);
    },
    live: (url: string) => checked.push(url),
  } as unknown as Checker;
  await expect(checkMany(request, checker, MAX_BYTES, work)).rejects.toThrow(
    'not https://99.example/',
  );
  const wrong = { urls: ['/a'], productTokens: ['a', 'x'] };
  await expect(checkMany(wrong, checker, MAX_BYTES, work)).rejects.toThrow('not /a x');
  expect(checked).toEqual([]);
});

/** Checks that block the event loop for 2 ms each. */
const busy = {
  inlineFile: () => undefined,
  validate: () => {},
  live: async () => {
    const began = performance.now();
    while (performance.now() - began < 2);
    return { verdict: 'allowed' };
  },
} as unknown as Checker;

test('a disconnect ends the checks', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const checker = {
    ...busy,
    live: async () => {
      if (++count === 10) controller.abort(new Error('gone'));
      return await busy.live('', '', {}, { ...work, signal, fetches: signal });
    },
  } as unknown as Checker;
  const urls = Array.from({ length: DEFAULT_LIMITS.checks }, () => 'https://a.example/');
  const checked = checkMany({ urls, productTokens: ['a'] }, checker, MAX_BYTES, {
    ...work,
    signal,
  });
  await expect(checked).rejects.toThrow('gone');
  expect(count).toBeLessThan(200);
});

test('concurrent long requests delay others by one slice in total', async () => {
  const urls = Array.from({ length: 40 }, () => 'https://a.example/');
  const requests = Array.from({ length: 30 }, () =>
    checkMany({ urls, productTokens: ['a'] }, busy, MAX_BYTES, work),
  );
  let isDone = false;
  const all = Promise.all(requests).then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await all;
  // 1,200 checks of 2 ms each take at least 240 turns in slices of 10 ms; with one slice per request it would be 8.
  expect(turns).toBeGreaterThan(100);
});

test('explained checks of a large cached file share the event loop', async () => {
  const file = robotsFile(`User-agent: *\n${'Allow: /\n'.repeat(50_000)}`);
  const found = { access: { kind: 'file', file }, provenance: {} };
  const slots = new FairSlots(64);
  const clients = { access: async () => found, report: () => {}, policy: 'rfc9309', slots };
  const checker = new Checker(clients as unknown as Clients, {} as AnalysisPool);
  const urls = Array.from({ length: 60 }, (_, at) => `https://a.example/${at}`);
  const explained = { urls, productTokens: ['a'], explain: true };
  let isDone = false;
  const checked = checkMany(explained, checker, MAX_BYTES, work);
  void Promise.resolve(checked).finally(() => {
    isDone = true;
  });
  let [longest, total] = [0, 0];
  while (!isDone) {
    const began = process.cpuUsage();
    await new Promise((resolve) => setImmediate(resolve));
    const { user } = process.cpuUsage(began);
    longest = Math.max(longest, user);
    total += user;
  }
  await checked;
  // Without a pause before each check, one turn takes nearly all of the time.
  expect(longest).toBeLessThan(total / 3);
});

test('a response that grows too large is a problem, and memory is held as it grows', async () => {
  const held: number[] = [];
  const checker = {
    ...busy,
    live: async (url: string) => ({ url, rule: 'x'.repeat(10_000) }),
  } as unknown as Checker;
  const hold = (bytes: number): void => void held.push(bytes);
  const urls = Array.from({ length: 100 }, () => 'https://a.example/');
  const checked = checkMany({ urls, productTokens: ['a'] }, checker, 500_000, { ...work, hold });
  await expect(checked).rejects.toMatchObject({ problem: 'response-too-large' });
  expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(500_000);
  expect(held.length).toBeGreaterThan(3);
});

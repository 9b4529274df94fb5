import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/options.js';
import type { CheckRequest } from '../../src/schema/check.js';
import { type Answerer, checkMany } from '../../src/work/answerer.js';
import type { VerdictAnswer } from '../../src/work/given-files.js';

const request: CheckRequest = {
  urls: Array.from({ length: 100 }, (_, at) => `https://${at}.example/`),
  productTokens: ['a', 'b', 'c'],
};
const work = { signal: new AbortController().signal, hold: () => {} };
const MOST = DEFAULT_LIMITS.answerBytes;

test('each token about each URL, in order, and only so many at one time', async () => {
  let running = 0;
  let most = 0;
  const answerer = {
    givenFile: () => undefined,
    check: () => {},
    live: async (url: string, productToken: string) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, url.includes('7') ? 5 : 0));
      running--;
      return { url, productToken, verdict: 'allowed', reason: 'no-rule' };
    },
  } as unknown as Answerer;
  const text = await checkMany(request, answerer, MOST, work);
  const answers = JSON.parse(`[${text}]`) as VerdictAnswer[];
  const asked = request.urls.flatMap((url) =>
    request.productTokens.map((productToken) => ({ url, productToken })),
  );
  expect(answers.map(({ url, productToken }) => ({ url, productToken }))).toEqual(asked);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(64);
});

test('nothing is asked before all has been looked at', async () => {
  const answered: string[] = [];
  const answerer = {
    givenFile: () => undefined,
    check: (url: string, token: string) => {
      if (url === 'https://99.example/' || token === 'x') throw new Error(`not ${url} ${token}`);
    },
    live: (url: string) => answered.push(url),
  } as unknown as Answerer;
  await expect(checkMany(request, answerer, MOST, work)).rejects.toThrow('not https://99.example/');
  const wrong = { urls: ['/a'], productTokens: ['a', 'x'] };
  await expect(checkMany(wrong, answerer, MOST, work)).rejects.toThrow('not /a x');
  expect(answered).toEqual([]);
});

/** Answers that take time on the event loop. */
const busy = {
  givenFile: () => undefined,
  check: () => {},
  live: async () => {
    const began = performance.now();
    while (performance.now() - began < 2);
    return { verdict: 'allowed' };
  },
} as unknown as Answerer;

test('work for a client that has gone ends', async () => {
  const controller = new AbortController();
  let count = 0;
  const answerer = {
    ...busy,
    live: async () => {
      if (++count === 10) controller.abort(new Error('gone'));
      return await busy.live('', '', {}, controller.signal);
    },
  } as unknown as Answerer;
  const urls = Array.from({ length: DEFAULT_LIMITS.questions }, () => 'https://a.example/');
  const { signal } = controller;
  const checked = checkMany({ urls, productTokens: ['a'] }, answerer, MOST, { ...work, signal });
  await expect(checked).rejects.toThrow('gone');
  expect(count).toBeLessThan(200);
});

test('however many long requests run, others wait for one slice and not for one of each', async () => {
  const urls = Array.from({ length: 40 }, () => 'https://a.example/');
  const requests = Array.from({ length: 30 }, () =>
    checkMany({ urls, productTokens: ['a'] }, busy, MOST, work),
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
  // 1,200 answers of 2 ms each. In slices of 10 ms that is 240 turns or more; one slice per request and turn would be 8.
  expect(turns).toBeGreaterThan(100);
});

test('an answer that grows too large is a problem, and held memory is bounded on the way', async () => {
  const held: number[] = [];
  const answerer = {
    ...busy,
    live: async (url: string) => ({ url, rule: 'x'.repeat(10_000) }),
  } as unknown as Answerer;
  const hold = (bytes: number): void => void held.push(bytes);
  const urls = Array.from({ length: 100 }, () => 'https://a.example/');
  const checked = checkMany({ urls, productTokens: ['a'] }, answerer, 500_000, { ...work, hold });
  await expect(checked).rejects.toMatchObject({ problem: 'response-too-large' });
  expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(500_000);
  expect(held.length).toBeGreaterThan(3);
});

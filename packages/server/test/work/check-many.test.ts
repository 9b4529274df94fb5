import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/limits.js';
import type { CheckRequest } from '../../src/schema/check.js';
import type { Answerer } from '../../src/work/answerer.js';
import { checkMany } from '../../src/work/check-many.js';

const request: CheckRequest = {
  urls: Array.from({ length: 100 }, (_, at) => `https://${at}.example/`),
  productTokens: ['a', 'b', 'c'],
};
const work = new AbortController();

test('each token about each URL, in order, and only so many at one time', async () => {
  let running = 0;
  let most = 0;
  const answerer = {
    check: () => {},
    live: async (url: string, productToken: string) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, url.includes('7') ? 5 : 0));
      running--;
      return { url, productToken, verdict: 'allowed', reason: 'no-rule' };
    },
  } as unknown as Answerer;
  const answers = await checkMany(request, answerer, work);
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
    check: (url: string, token: string) => {
      if (url === 'https://99.example/' || token === 'x') throw new Error(`not ${url} ${token}`);
    },
    live: (url: string) => answered.push(url),
  } as unknown as Answerer;
  await expect(checkMany(request, answerer, work)).rejects.toThrow('not https://99.example/');
  const wrong = { urls: ['/a'], productTokens: ['a', 'x'] };
  await expect(checkMany(wrong, answerer, work)).rejects.toThrow('not /a x');
  expect(answered).toEqual([]);
});

test('whoever has gone gets nothing more', async () => {
  const controller = new AbortController();
  let count = 0;
  const answerer = {
    given: () => {
      count++;
      const began = performance.now();
      while (performance.now() - began < 2);
      if (count === 10) controller.abort(new Error('gone'));
      return { verdict: 'allowed' };
    },
  } as unknown as Answerer;
  const urls = Array.from({ length: DEFAULT_LIMITS.questions }, () => '/a');
  const much = { urls, productTokens: ['a'], robotsTxt: '' };
  await expect(checkMany(much, answerer, controller)).rejects.toThrow('gone');
  expect(count).toBeLessThan(50);
});

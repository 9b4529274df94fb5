import { expect, test } from 'vitest';
import { makeInput, makeUrls, ORIGIN, TOKEN } from '../src/inputs.js';
import { PEERS, REFERENCE } from '../src/peers.js';

const BODY = `User-agent: ${TOKEN}\nDisallow: /private/\nAllow: /private/open\n`;
const URLS = ['/private/x', '/private/open', '/other'].map((target) => ORIGIN + target);

test('the one that all are measured against is among them', () => {
  expect(PEERS.map(({ name }) => name)).toContain(REFERENCE);
});

test.each(PEERS)('$name is asked the right way', async ({ prepare }) => {
  const ask = await prepare?.(BODY, TOKEN);
  expect(URLS.map((_, index) => ask?.(URLS, index, 1))).toEqual([0, 1, 1]);
  expect(ask?.(URLS, 1, 5)).toBe(4);
});

test.each(PEERS)('$name gives in one shot what it gives once parsed', async (peer) => {
  const questions = [0, 1].map((variant) => {
    const input = makeInput('typical', variant);
    return { input, urls: makeUrls(input).few };
  });
  let allowed = 0;
  for (const { input, urls } of questions) {
    allowed += (await peer.prepare?.(input.body, TOKEN))?.(urls, 0, urls.length) ?? 0;
  }
  expect(await peer.oneShot?.(questions, 0, 128)).toBe(allowed);
  expect(allowed).toBeGreaterThan(10);
  expect(allowed).toBeLessThan(118);
});

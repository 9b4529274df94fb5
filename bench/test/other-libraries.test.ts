import { expect, test } from 'vitest';
import { makeInput, makeUrls, ORIGIN, TOKEN } from '../src/inputs.js';
import { OTHER_LIBRARIES } from '../src/other-libraries.js';
import { REFERENCE } from '../src/reference.js';

const BODY = `User-agent: ${TOKEN}\nDisallow: /private/\nAllow: /private/open\n`;
const URLS = ['/private/x', '/private/open', '/other'].map((target) => ORIGIN + target);

test('includes the reference', () => {
  expect(OTHER_LIBRARIES.map(({ name }) => name)).toContain(REFERENCE);
});

test.each(OTHER_LIBRARIES)('$name is called correctly', async ({ prepare }) => {
  const countAllowed = await prepare?.(BODY, TOKEN);
  expect(URLS.map((_, index) => countAllowed?.(URLS, index, 1))).toEqual([0, 1, 1]);
  expect(countAllowed?.(URLS, 1, 5)).toBe(4);
});

test.each(OTHER_LIBRARIES)(
  '$name allows the same URLs one-shot and after parsing once',
  async (peer) => {
    const files = [0, 1].map((variant) => {
      const input = makeInput('typical', variant);
      return { input, urls: makeUrls(input).few };
    });
    let allowed = 0;
    for (const { input, urls } of files) {
      allowed += (await peer.prepare?.(input.body, TOKEN))?.(urls, 0, urls.length) ?? 0;
    }
    expect(await peer.oneShot?.(files, 0, 128)).toBe(allowed);
    expect(allowed).toBeGreaterThan(10);
    expect(allowed).toBeLessThan(118);
  },
);

import { expect, test } from 'vitest';
import { makeInput, makeUrls, TOKEN } from '../src/inputs.js';
import { REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, REPKIT_FILE } from '../src/repkit.js';

const files = [0, 1].map((variant) => {
  const input = makeInput('typical', variant);
  return { input, urls: makeUrls(input).few };
});

test('every form of repkit gives the same verdicts', async () => {
  const oneShots = await Promise.all(
    [REPKIT, REPKIT_BYTES, REPKIT_DROP_IN].map(({ oneShot }) => oneShot?.(files, 0, 128)),
  );
  expect(new Set(oneShots).size).toBe(1);
  let allowed = 0;
  for (const { input, urls } of files) {
    const byMatcher = await REPKIT.prepare?.(input.body, TOKEN);
    const byFile = await REPKIT_FILE.prepare?.(input.body, TOKEN);
    const verdicts = urls.map((_, index) => byMatcher?.(urls, index, 1));
    const byDropIn = await REPKIT_DROP_IN.prepare?.(input.body, TOKEN);
    for (const other of [byFile, byDropIn]) {
      expect(urls.map((_, index) => other?.(urls, index, 1))).toEqual(verdicts);
    }
    allowed += byMatcher?.(urls, 0, urls.length) ?? 0;
  }
  expect(oneShots[0]).toBe(allowed);
});

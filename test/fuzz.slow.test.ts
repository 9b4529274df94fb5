/** A short fuzz run, and all inputs that once failed. `npm run fuzz` runs longer. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { failureOf, fuzz } from './fuzz/fuzz.ts';
import { targets } from './fuzz/targets.ts';

const REGRESSIONS = fileURLToPath(new URL('fuzz/regressions/', import.meta.url));

describe.each(Object.entries(targets))('%s', (name, target) => {
  test('no seed or mutation of one breaks a guarantee', async () => {
    const limits = { inputs: 1_000, ms: 4_000 };
    const { found, tried } = await fuzz(target, { ...limits, seed: 1, guided: false });
    expect(found).toBeUndefined();
    expect(tried).toBeGreaterThan(target.seeds.length);
  });

  test('inputs that failed before pass', async () => {
    for (const file of globSync(`${name}/*`, { cwd: REGRESSIONS })) {
      const input = readFileSync(`${REGRESSIONS}${file}`);
      expect(await failureOf(target, input), file).toBeUndefined();
    }
  });
});

test('the fuzzer finds an input that fails, guided by coverage', async () => {
  const target = {
    seeds: ['robots'],
    words: ['!'],
    run: (input: Uint8Array) => {
      if (input.includes(0x21)) throw new Error('found');
    },
  };
  const { found } = await fuzz(target, { inputs: 10_000, ms: 20_000, seed: 1, guided: true });
  expect(found?.error).toEqual(new Error('found'));
});

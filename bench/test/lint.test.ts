import { expect, test } from 'vitest';
import { LINT_NAMES, makeLintInput, measureLint } from '../src/lint.js';

test.each(LINT_NAMES)('%s: has at most 500 KiB, is reproducible', (name) => {
  const { body } = makeLintInput(name);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(512_000);
  expect(makeLintInput(name).body === body).toBe(true);
});

test('rejects an unknown name', () => {
  expect(() => makeLintInput('none')).toThrow(RangeError);
});

test('measures time and memory of a file', async () => {
  const [result] = await measureLint({ limitMs: 60_000, repeats: 1 }, ['500 KiB of CR']);
  expect(result?.ms).toBeGreaterThan(0);
  expect(result?.memoryBytes).toBeGreaterThanOrEqual(0);
});

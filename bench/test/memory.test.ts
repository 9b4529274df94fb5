import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { retainedByFile, retainedByMatcher } from '../src/memory.js';

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
});

// The engine's own memory varies, so the margins are wide; a copy would exceed them.
test('counts what a contender retains, including the body if it retains the body', async () => {
  const bodyResult = await retainedByFile({ name: 'body', keep: ({ body }) => [body] }, 2_000);
  expect(bodyResult.total).toBeGreaterThan(1_500);
  expect(bodyResult.total).toBeLessThan(3_500);
  expect(bodyResult.withoutBody).toBeLessThan(1_000);

  const copyResult = await retainedByFile(
    { name: 'copy', keep: () => new Uint8Array(4_000) },
    2_000,
  );
  expect(copyResult.total).toBeGreaterThan(3_600);
  expect(copyResult.total).toBeLessThan(6_000);
  expect(copyResult.withoutBody).toBeGreaterThan(3_600);
});

test('rejects a contender without a keep function', async () => {
  await expect(retainedByFile({ name: 'none' }, 1)).rejects.toThrow('none has no "keep" function');
});

test('measures a matcher', () => {
  const { size, bytes } = retainedByMatcher('typical', 4, 500);
  expect(size).toBe('typical');
  expect(bytes).toBeLessThan(4 * 1024 * 1024);
});

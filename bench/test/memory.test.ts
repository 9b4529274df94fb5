import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { keptByFile, keptByMatcher } from '../src/memory.js';

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
});

// The engine's own memory varies, so the margins are wide; a copy would exceed them.
test('what a contender keeps is counted, the body with it where the body is kept', async () => {
  const ofBody = await keptByFile({ name: 'body', keep: ({ body }) => [body] }, 2_000);
  expect(ofBody.inAll).toBeGreaterThan(1_500);
  expect(ofBody.inAll).toBeLessThan(3_500);
  expect(ofBody.besideBody).toBeLessThan(1_000);

  const ofCopy = await keptByFile({ name: 'copy', keep: () => new Uint8Array(4_000) }, 2_000);
  expect(ofCopy.inAll).toBeGreaterThan(3_600);
  expect(ofCopy.inAll).toBeLessThan(6_000);
  expect(ofCopy.besideBody).toBeGreaterThan(3_600);
});

test('a contender that keeps nothing is refused', async () => {
  await expect(keptByFile({ name: 'none' }, 1)).rejects.toThrow('none has nothing to keep');
});

test('a matcher is measured', () => {
  const { size, bytes } = keptByMatcher('typical', 4, 500);
  expect(size).toBe('typical');
  expect(bytes).toBeLessThan(4 * 1024 * 1024);
});

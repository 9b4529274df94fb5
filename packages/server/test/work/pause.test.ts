import { expect, test } from 'vitest';
import { Pauses } from '../../src/work/pause.js';

test('a pause is due after a while, and others have their turn in it', async () => {
  const pauses = new Pauses();
  expect(pauses.isDue).toBe(false);
  const began = performance.now();
  while (performance.now() - began < 15);
  expect(pauses.isDue).toBe(true);
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await pauses.take(new AbortController().signal);
  expect(hadTurn).toBe(true);
  expect(pauses.isDue).toBe(false);
});

test('work that nobody waits for ends', async () => {
  const reason = new Error('gone');
  await expect(new Pauses().take(AbortSignal.abort(reason))).rejects.toBe(reason);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pauses } from '../../src/work/pause.js';

// A busy machine may stop a test for longer than what it waits for.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a pause is due after a while, and others have their turn in it', async () => {
  const pauses = new Pauses();
  vi.advanceTimersByTime(10);
  expect(pauses.isDue).toBe(false);
  vi.advanceTimersByTime(1);
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPauseDue, mustWait, pause } from '../../src/http/pause.js';

/** A turn of the event loop, and the end of the slice that began before it. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

// Fake time, because a busy machine may pause a test for longer than a slice.
beforeEach(async () => {
  while (isPauseDue()) await turn();
  await turn();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const workOf = (client: string) => ({ client, signal });

test('a pause is due after a slice, and other work runs during it', async () => {
  expect(isPauseDue()).toBe(false);
  vi.advanceTimersByTime(10);
  expect(isPauseDue()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isPauseDue()).toBe(true);
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await pause(workOf('a'));
  expect(hadTurn).toBe(true);
  expect(isPauseDue()).toBe(false);
});

test('pause rejects after an abort', async () => {
  const reason = new Error('gone');
  await expect(pause({ client: 'a', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a new computation waits behind paused ones even if the slice has time left', async () => {
  expect(mustWait()).toBe(false);
  const paused = pause(workOf('a'));
  expect(isPauseDue()).toBe(false);
  expect(mustWait()).toBe(true);
  await paused;
  expect(mustWait()).toBe(false);
});

test('paused computations resume in one turn until its slice is used up', async () => {
  const order: (number | 'turn')[] = [];
  const compute = async (ms: number): Promise<void> => {
    await pause(workOf('a'));
    // The work begins some microtasks later.
    for (let step = 0; step < 5; step++) await undefined;
    order.push(ms);
    vi.advanceTimersByTime(ms);
    setImmediate(() => {
      if (order.at(-1) !== 'turn') order.push('turn');
    });
  };
  await Promise.all([1, 9, 2, 11, 3].map(compute));
  expect(order).toEqual([1, 9, 2, 'turn', 11, 'turn', 3]);
});

test('clients take turns', async () => {
  const order: string[] = [];
  const compute = async (name: string): Promise<void> => {
    await pause(workOf(name.charAt(0)));
    order.push(name);
  };
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(compute));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('after a slice, work that arrives before the next one waits for it', async () => {
  isPauseDue();
  vi.advanceTimersByTime(5);
  await turn();
  expect(isPauseDue()).toBe(true);
  expect(mustWait()).toBe(true);
  await pause(workOf('a'));
  expect(isPauseDue()).toBe(false);
});

test('after a short slice, the next one begins in the next turn', async () => {
  isPauseDue();
  vi.advanceTimersByTime(4.9);
  await turn();
  expect(isPauseDue()).toBe(false);
});

test('the next slice begins once as much time has passed as the last one took, even after few turns', async () => {
  isPauseDue();
  vi.advanceTimersByTime(8);
  await turn();
  expect(isPauseDue()).toBe(true);
  vi.advanceTimersByTime(9);
  await turn();
  expect(isPauseDue()).toBe(false);
});

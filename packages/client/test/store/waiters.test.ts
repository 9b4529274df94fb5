import { describe, expect, test } from 'vitest';
import { Waiters } from '../../src/store/waiters.js';

const LONG = 600_000;

describe('Waiters', () => {
  test('wakes all who wait for a key, and nobody else', async () => {
    const waiters = new Waiters();
    const ended: string[] = [];
    const waiting = ['a', 'a', 'b'].map(async (key) => {
      await waiters.wait(key, LONG);
      ended.push(key);
    });
    waiters.wake('a');
    await Promise.all(waiting.slice(0, 2));
    expect(ended).toEqual(['a', 'a']);
    expect([waiters.has('a'), waiters.has('b')]).toEqual([false, true]);
    waiters.wakeAll();
    await Promise.all(waiting);
    expect(waiters.has('b')).toBe(false);
  });

  test('ends a wait after its time, and only that one', async () => {
    const waiters = new Waiters();
    const longer = waiters.wait('a', LONG);
    await waiters.wait('a', 5);
    expect(waiters.has('a')).toBe(true);
    waiters.wake('a');
    await longer;
  });

  test('who begins to wait when woken waits for the next time', async () => {
    const waiters = new Waiters();
    const second = waiters.wait('a', LONG).then(() => waiters.wait('a', LONG));
    waiters.wake('a');
    await expect.poll(() => waiters.has('a')).toBe(true);
    waiters.wake('a');
    await second;
  });

  test('waits for longer than a timer can hold', async () => {
    const waiters = new Waiters();
    let isOver = false;
    const waiting = waiters.wait('a', Number.MAX_SAFE_INTEGER).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isOver).toBe(false);
    waiters.wake('a');
    await waiting;
  });

  test('to wake a key for which nobody waits is nothing', () => {
    const waiters = new Waiters();
    waiters.wake('a');
    waiters.wakeAll();
    expect(waiters.has('a')).toBe(false);
  });
});

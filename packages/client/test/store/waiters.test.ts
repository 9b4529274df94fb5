import { describe, expect, test } from 'vitest';
import { Waiters } from '../../src/store/waiters.js';

const LONG = 600_000;

describe('Waiters', () => {
  test('wakes all waiters of a key and no others', async () => {
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

  test('ends only the wait that times out', async () => {
    const waiters = new Waiters();
    const longer = waiters.wait('a', LONG);
    await waiters.wait('a', 5);
    expect(waiters.has('a')).toBe(true);
    waiters.wake('a');
    await longer;
  });

  test('a waiter added during a wake-up waits for the next one', async () => {
    const waiters = new Waiters();
    const second = waiters.wait('a', LONG).then(() => waiters.wait('a', LONG));
    waiters.wake('a');
    await expect.poll(() => waiters.has('a')).toBe(true);
    waiters.wake('a');
    await second;
  });

  test("supports waits longer than a timer's maximum", async () => {
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

  test('waking a key without waiters has no effect', () => {
    const waiters = new Waiters();
    waiters.wake('a');
    waiters.wakeAll();
    expect(waiters.has('a')).toBe(false);
  });
});

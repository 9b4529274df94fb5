import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RemovedListeners, Waiters } from '../../src/store/waiters.js';

const LONG = 600_000;

/** A wait and whether it has ended. */
function started(waiting: Promise<void>) {
  const state = { isOver: false, waiting };
  waiting.then(() => {
    state.isOver = true;
  });
  return state;
}

describe('Waiters', () => {
  test('wakes all waiters of a key and no others', async () => {
    const waiters = new Waiters();
    const [first, second, other] = ['a', 'a', 'b'].map((key) => started(waiters.wait(key, LONG)));
    waiters.wake('a');
    await Promise.all([first?.waiting, second?.waiting]);
    expect(other?.isOver).toBe(false);
    waiters.wakeAll();
    await other?.waiting;
  });

  test('ends only the wait that times out', async () => {
    const waiters = new Waiters();
    const longer = started(waiters.wait('a', LONG));
    await waiters.wait('a', 5);
    expect(longer.isOver).toBe(false);
    waiters.wake('a');
    await longer.waiting;
  });

  test('a waiter added during a wake-up waits for the next one', async () => {
    const waiters = new Waiters();
    const first = waiters.wait('a', LONG);
    const second = started(first.then(() => waiters.wait('a', LONG)));
    waiters.wake('a');
    await first;
    await new Promise(setImmediate);
    expect(second.isOver).toBe(false);
    waiters.wake('a');
    await second.waiting;
  });

  test("supports waits longer than a timer's maximum", async () => {
    const waiters = new Waiters();
    const long = started(waiters.wait('a', Number.MAX_SAFE_INTEGER));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(long.isOver).toBe(false);
    waiters.wake('a');
    await long.waiting;
  });

  test('waking a key without waiters has no effect', () => {
    const waiters = new Waiters();
    waiters.wake('a');
    waiters.wakeAll();
  });

  test('polls until the wait is over', async () => {
    const waiters = new Waiters();
    let polls = 0;
    await waiters.wait('a', LONG, async () => ++polls === 3);
    expect(polls).toBe(3);
  });

  test('a rejected poll ends the wait', async () => {
    await new Waiters().wait('a', LONG, () => Promise.reject(new Error('no')));
  });

  test('a wake-up or timeout ends the wait during a poll, which is the last one', async () => {
    const waiters = new Waiters();
    let polls = 0;
    const unanswered = (): Promise<boolean> => {
      polls += 1;
      return new Promise(() => {});
    };
    const woken = waiters.wait('a', LONG, unanswered);
    waiters.wake('a');
    await woken;
    await waiters.wait('a', 5, unanswered);
    expect(polls).toBe(2);
  });
});

test('RemovedListeners polls while there are listeners and it is open', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let polls = 0;
  const listeners = new RemovedListeners(() => polls++);
  const pollsIn = (ms: number): number => {
    polls = 0;
    vi.advanceTimersByTime(ms);
    return polls;
  };
  expect(pollsIn(5000)).toBe(0);
  const ends = [listeners.add(() => {}), listeners.add(() => {})];
  expect(pollsIn(5000)).toBe(5);
  ends[0]?.();
  expect(pollsIn(5000)).toBe(5);
  ends[1]?.();
  expect(pollsIn(5000)).toBe(0);
  listeners.add(() => {});
  expect(pollsIn(5000)).toBe(5);
  listeners.close();
  listeners.add(() => {});
  expect(pollsIn(5000)).toBe(0);
});

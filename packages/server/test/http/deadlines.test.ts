import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../src/http/request-work.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function timed() {
  return { timeIsOver: vi.fn() };
}

test('a time is told to be over once, not before it is, and at most two ticks later', () => {
  const deadlines = new Deadlines(100);
  const one = timed();
  deadlines.set(one, 200);
  vi.advanceTimersByTime(199);
  expect(one.timeIsOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11);
  expect(one.timeIsOver).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(one.timeIsOver).toHaveBeenCalledTimes(1);
  deadlines.close();
});

test('a time between two ticks is not told too soon', () => {
  const deadlines = new Deadlines(100);
  vi.advanceTimersByTime(4);
  const one = timed();
  deadlines.set(one, 100);
  vi.advanceTimersByTime(99);
  expect(one.timeIsOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11);
  expect(one.timeIsOver).toHaveBeenCalledTimes(1);
  deadlines.close();
});

test('a time may be set anew, or taken back', () => {
  const deadlines = new Deadlines(100);
  const [longer, none] = [timed(), timed()];
  deadlines.set(longer, 100);
  deadlines.set(none, 100);
  vi.advanceTimersByTime(50);
  deadlines.set(longer, 100);
  deadlines.clear(none);
  vi.advanceTimersByTime(90);
  expect(longer.timeIsOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30);
  expect(longer.timeIsOver).toHaveBeenCalledTimes(1);
  expect(none.timeIsOver).not.toHaveBeenCalled();
  deadlines.close();
});

test('a clock that is closed tells nobody', () => {
  const deadlines = new Deadlines(100);
  const one = timed();
  deadlines.set(one, 100);
  deadlines.close();
  vi.advanceTimersByTime(1000);
  expect(one.timeIsOver).not.toHaveBeenCalled();
});

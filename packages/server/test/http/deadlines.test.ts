import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines, HeldMemory, RequestWork } from '../../src/http/request-work.js';
import { DEFAULT_LIMITS } from '../../src/options.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function timed() {
  return { onTimeout: vi.fn() };
}

test('a deadline fires once, never early, and at most two ticks late', () => {
  const deadlines = new Deadlines(100);
  const one = timed();
  deadlines.set(one, 200);
  vi.advanceTimersByTime(199);
  expect(one.onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11);
  expect(one.onTimeout).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(one.onTimeout).toHaveBeenCalledTimes(1);
  deadlines.close();
});

test('a deadline set between two ticks does not fire early', () => {
  const deadlines = new Deadlines(100);
  vi.advanceTimersByTime(4);
  const one = timed();
  deadlines.set(one, 100);
  vi.advanceTimersByTime(99);
  expect(one.onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11);
  expect(one.onTimeout).toHaveBeenCalledTimes(1);
  deadlines.close();
});

test('a deadline can be replaced or cleared', () => {
  const deadlines = new Deadlines(100);
  const [longer, none] = [timed(), timed()];
  deadlines.set(longer, 100);
  deadlines.set(none, 100);
  vi.advanceTimersByTime(50);
  deadlines.set(longer, 100);
  deadlines.clear(none);
  vi.advanceTimersByTime(90);
  expect(longer.onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30);
  expect(longer.onTimeout).toHaveBeenCalledTimes(1);
  expect(none.onTimeout).not.toHaveBeenCalled();
  deadlines.close();
});

test('no deadline fires after close', () => {
  const deadlines = new Deadlines(100);
  const one = timed();
  deadlines.set(one, 100);
  deadlines.close();
  vi.advanceTimersByTime(1000);
  expect(one.onTimeout).not.toHaveBeenCalled();
});

test('a request that has ended begins no deadline, which would retain its body', () => {
  const deadlines = new Deadlines(1000);
  const bounds = { limits: DEFAULT_LIMITS, deadlines, memory: new HeldMemory(DEFAULT_LIMITS) };
  const raw = new EventEmitter();
  const reply = { raw, statusCode: 200 } as unknown as FastifyReply;
  const work = new RequestWork({} as FastifyRequest, reply, bounds);
  const onTimeout = vi.spyOn(work, 'onTimeout').mockReturnValue();
  raw.emit('close');
  for (const begin of ['receive', 'received', 'sent', 'moved'] as const) {
    work[begin]();
    vi.advanceTimersByTime(200_000);
    expect(onTimeout, begin).not.toHaveBeenCalled();
  }
  deadlines.close();
});

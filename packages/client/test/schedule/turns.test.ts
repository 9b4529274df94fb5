import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Events } from '../../src/client/events.js';
import { Turns } from '../../src/client/schedule.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { Store } from '../../src/store/store.js';
import { DAY, FakeClock } from '../support/clock.js';

const delay = { ms: 500, from: 'crawl-delay' } as const;
const SECOND = 1000;

interface Made {
  readonly turns: Turns;
  readonly clock: FakeClock;
  readonly events: Events;
  /** Takes a turn; returns its time relative to the start of the clock. */
  readonly take: (origin?: string, ms?: number) => Promise<number>;
}

function make(store: Store = new MemoryStore(), clock = new FakeClock(), storeMs = 20_000): Made {
  const events = new Events();
  const turns = new Turns({ store, clock: clock.now, events, storeMs });
  const start = clock.time;
  const take = async (origin = 'a', ms: number = delay.ms) => (await turns.take(origin, { ...delay, ms })).at - start;
  return { turns, clock, events, take };
}

test('turns of an origin are an interval apart and never in the past', async () => {
  const { turns, take, clock } = make();
  expect(await turns.take('a', delay)).toEqual({
    at: clock.time,
    intervalMs: 500,
    from: 'crawl-delay',
  });
  expect(await take()).toBe(500);
  expect(await take('b')).toBe(0);
  clock.pass(100);
  expect(await take('a', 2000)).toBe(2500);
  clock.pass(9000);
  expect(await take()).toBe(9100);
  expect(await take()).toBe(9600);
});

test('without an interval there is no wait', async () => {
  const { turns, clock } = make();
  const none = { ms: 0, from: 'none' } as const;
  for (let index = 0; index < 3; index++) {
    expect(await turns.take('a', none)).toEqual({ at: clock.time, intervalMs: 0, from: 'none' });
  }
});

test('fractions of milliseconds are exact', async () => {
  const { take } = make();
  expect([await take('a', 0.25), await take('a', 0.25)]).toEqual([0, 0.25]);
});

test('clients that share a store share its turns, each of many at once', async () => {
  const [store, clock] = [new MemoryStore(), new FakeClock()];
  const clients = Array.from({ length: 4 }, () => make(store, clock));
  const taking = clients.flatMap(({ take }) => Array.from({ length: 50 }, () => take()));
  const times = (await Promise.all(taking)).sort((a, b) => a - b);
  expect(times).toEqual(times.map((_, index) => 500 * index));
});

test('100 turns per second of one origin are taken without a delay', async () => {
  const store = new MemoryStore();
  const clients = Array.from({ length: 4 }, () => {
    const clock = { now: () => performance.now(), time: 0, pass: () => {} };
    return new Turns({ store, clock: clock.now, events: new Events(), storeMs: 20_000 });
  });
  const began = performance.now();
  const taken: number[] = [];
  const crawl = async (turns: Turns) => {
    for (let count = 0; count < 10; count++) {
      const { at } = await turns.take('a', { ms: 10, from: 'crawl-delay' });
      taken.push(at - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
    }
  };
  await Promise.all(clients.map(crawl));
  taken.sort((a, b) => a - b);
  for (let index = 1; index < taken.length; index++) {
    expect(taken[index] - taken[index - 1]).toBeGreaterThan(9.99);
  }
  // The last of 40 turns is due after 390 ms, and ten times later on a busy machine.
  expect(taken.at(-1)).toBeLessThan(3900);
});

test.each([60 * SECOND, 30 * DAY])(
  'a clock that was set back by %d ms does not extend the wait, nor shorten it',
  async (setBackMs) => {
    const { take, clock } = make();
    const start = clock.time;
    clock.pass(setBackMs);
    await take();
    expect(await take()).toBe(setBackMs + 500);
    clock.time = start;
    // No time may have passed since, so both turns may still be ahead.
    const time = await take();
    expect(time).toBeGreaterThanOrEqual(1000);
    expect(time).toBeLessThanOrEqual(1000 + 10 * SECOND);
    expect(await take()).toBe(time + 500);
  },
);

test('a machine whose clock is a day ahead delays the turns of others by at most ten seconds', async () => {
  const store = new MemoryStore();
  const [right, wrong] = [new FakeClock(), new FakeClock()];
  wrong.pass(DAY);
  const clients = [make(store, right), make(store, wrong)];
  for (let round = 0; round < 5; round++) {
    const [time = 0] = [await clients[0]?.take()];
    expect(time).toBeLessThanOrEqual((round + 1) * (10 * SECOND + 500));
    await clients[1]?.take();
  }
});

describe('a failing store', () => {
  const neverGranted = async () => undefined;
  test.each<[string, Partial<Store>, string]>([
    ['rejects', { lock: () => Promise.reject(new Error('it is down')) }, 'it is down'],
    ['is full', { set: () => Promise.reject(new Error('it is full')) }, 'it is full'],
    ['does not respond', { get: () => new Promise(() => {}) }, 'no response within 20 ms'],
    ['never grants a lock', { lock: neverGranted }, 'other processes hold the lock of the turns'],
  ])('%s: turns continue in this process, and an event reports it', async (_, methods, detail) => {
    const received: unknown[] = [];
    const listener = (message: unknown) => received.push(message);
    subscribe('repkit:client:store-error', listener);
    onTestFinished(() => void unsubscribe('repkit:client:store-error', listener));
    const store = Object.assign(new MemoryStore(), methods);
    const { take, events } = make(store, new FakeClock(), 20);
    expect([await take(), await take()]).toEqual([0, 500]);
    await expect.poll(() => events.counters.errors.store).toBeGreaterThan(0);
    const late = 'no response within 20 ms';
    const details = { detail: expect.stringMatching(`^(?:${detail}|${late})$`) };
    expect(received[0]).toMatchObject({
      origin: 'a',
      store: 'memory',
      operation: 'turn',
      ...details,
    });
  });

  test('null for a lock that is taken: it is taken', async () => {
    const shared = new MemoryStore();
    const lock = async (key: string, ms: number) => (await shared.lock(key, ms)) ?? (null as never);
    const { take, events } = make(Object.assign(new MemoryStore(), { lock }));
    const release = await shared.lock('turn:a', 60_000);
    const turn = take();
    await sleep(10);
    await release?.();
    expect(await turn).toBe(0);
    expect(events.counters.errors).toEqual({});
  });

  test('null for a missing value: it is missing', async () => {
    const store = Object.assign(new MemoryStore(), { get: async () => null as never });
    const { take, events } = make(store);
    expect([await take(), await take()]).toEqual([0, 500]);
    expect(events.counters.errors).toEqual({});
  });

  test('a damaged value counts as missing, and turns continue in this process', async () => {
    const store = new MemoryStore();
    const { take, events } = make(store);
    expect(await take()).toBe(0);
    for (const value of ['', '[1e300,0]', 'x'.repeat(100)]) {
      await store.set('turn:a', Buffer.from(value), { ttlMs: DAY });
      expect(await take()).toBeLessThan(DAY);
    }
    expect(await take()).toBe(2000);
    expect(events.counters.errors).toEqual({});
  });

  test('a process that is stopped during a turn does not move the turns of others back', async () => {
    const [inner, clock] = [new MemoryStore(), new FakeClock()];
    const { promise, resolve } = Promise.withResolvers<void>();
    const setLate: Store['set'] = async (...args) => {
      await promise;
      await inner.set(...args);
    };
    const store: Store = {
      name: 'memory',
      get: (key) => inner.get(key),
      set: setLate,
      delete: (key) => inner.delete(key),
      lock: (key) => inner.lock(key, 1),
    };
    const [stopped, running] = [make(store, clock), make(inner, clock)];
    expect(await stopped.take()).toBe(0);
    clock.pass(1);
    await expect.poll(() => running.take()).toBe(1);
    expect(await running.take()).toBe(501);
    resolve();
    await new Promise((done) => setTimeout(done, 5));
    expect(await running.take()).toBe(1001);
  });
});

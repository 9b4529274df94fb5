import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Events } from '../../src/client/events.js';
import { turnTaker } from '../../src/client/schedule.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { Store, TurnStore } from '../../src/store/store.js';

const delay = { ms: 500, from: 'crawl-delay' } as const;
const limits = { storeMs: 20 };

test('turns of an origin are an interval apart and never in the past', async () => {
  const turns = turnTaker(new MemoryStore(), new Events(), limits);
  expect(await turns('a', 1_000, delay)).toEqual({
    at: 1_000,
    intervalMs: 500,
    from: 'crawl-delay',
  });
  expect((await turns('a', 1_000, delay)).at).toBe(1_500);
  expect((await turns('b', 1_000, delay)).at).toBe(1_000);
  expect((await turns('a', 9_000, delay)).at).toBe(9_000);
});

test('without an interval there is no wait', async () => {
  const turns = turnTaker(new MemoryStore(), new Events(), limits);
  const none = { ms: 0, from: 'none' } as const;
  for (let index = 0; index < 3; index++) {
    expect(await turns('a', 1_000, none)).toEqual({ at: 1_000, intervalMs: 0, from: 'none' });
  }
});

test('clients that share a store share its turns', async () => {
  const store = new MemoryStore();
  const clients = [1, 2, 3].map(() => turnTaker(store, new Events(), limits));
  const taken = await Promise.all(clients.map((turns) => turns('a', 1_000, delay)));
  expect(taken.map(({ at }) => at).sort()).toEqual([1_000, 1_500, 2_000]);
});

describe('a failing store', () => {
  function failing(takeTurn: TurnStore['takeTurn']): Store & TurnStore {
    return Object.assign(new MemoryStore(), { takeTurn });
  }

  test.each([
    ['rejects', () => Promise.reject(new Error('it is down')), 'it is down'],
    ['does not respond', () => new Promise<number>(() => {}), 'no response within 20 ms'],
  ])('%s: turns continue in this process, and an event reports it', async (_, takeTurn, detail) => {
    const received: unknown[] = [];
    const listener = (message: unknown) => received.push(message);
    subscribe('repkit:client:store-error', listener);
    onTestFinished(() => void unsubscribe('repkit:client:store-error', listener));
    const events = new Events();
    const turns = turnTaker(failing(takeTurn), events, limits);
    expect((await turns('a', 1_000, delay)).at).toBe(1_000);
    expect((await turns('a', 1_000, delay)).at).toBe(1_500);
    expect(events.counters.errors).toEqual({ store: 2 });
    expect(received).toMatchObject([
      { origin: 'a', store: 'memory', operation: 'take-turn', detail },
      { detail },
    ]);
  });
});

test('a store without turns uses local turns', async () => {
  const { name, acquire, commit, changed, remove, onRemoved, close } = new MemoryStore();
  const store = { name, acquire, commit, changed, remove, onRemoved, close };
  const turns = turnTaker(store, new Events(), limits);
  await turns('a', 1_000, delay);
  expect((await turns('a', 1_000, delay)).at).toBe(1_500);
});

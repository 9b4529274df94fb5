import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { StoreMonitor } from '../src/store-monitor.js';
import { startService } from './support/service.js';

/** Returns a store that counts locks and fails on demand. */
function spiedStore() {
  const store = new MemoryStore();
  const state = { fails: false, calls: 0 };
  const lock: Store['lock'] = async (key, ms) => {
    state.calls++;
    if (state.fails) throw new Error('it is gone');
    return await store.lock(key, ms);
  };
  return { spied: Object.assign(new MemoryStore(), { lock }), state };
}

test('the store is checked at most once per second', async () => {
  const { spied, state } = spiedStore();
  let now = 0;
  const storeMonitor = new StoreMonitor(spied, () => now);
  const answers = await Promise.all([storeMonitor.health(), storeMonitor.health()]);
  expect(answers).toEqual(Array(2).fill({ name: 'memory', state: 'available' }));
  expect(state.calls).toBe(1);
  now = 1000;
  await storeMonitor.health();
  expect(state.calls).toBe(2);
});

test('failure and recovery of the store are reported', async () => {
  const { spied, state } = spiedStore();
  let now = 0;
  const storeMonitor = new StoreMonitor(spied, () => now);
  const changes: (string | undefined)[] = [];
  storeMonitor.onChange = (problem) => changes.push(problem);
  state.fails = true;
  expect(await storeMonitor.health()).toEqual({ name: 'memory', state: 'failing' });
  state.fails = false;
  now = 1000;
  expect(await storeMonitor.health()).toEqual({ name: 'memory', state: 'available' });
  expect(changes).toEqual(['it is gone', undefined]);
});

test('a store whose writes fail is reported, although a check succeeds and the clock was set back', async () => {
  let wallClock = Date.UTC(2056, 0);
  const full = Object.assign(new MemoryStore(), {
    set: () => Promise.reject(new Error('database or disk is full')),
  });
  const service = await startService({ store: full, clock: () => wallClock });
  const state = async () => JSON.parse(await (await service.get('/readyz')).text()).store.state;
  expect(await state()).toBe('available');
  wallClock = Date.UTC(2026, 0);
  await service.post('/v1/check', { urls: ['https://a.example/'], productTokens: ['Bot'] });
  await expect.poll(state).toBe('failing');
  expect(await (await service.get('/metrics')).text()).toContain('repkit_store_up{store="memory"} 0');
  expect(service.log.filter((line) => line.includes('disk is full'))).toHaveLength(1);
});

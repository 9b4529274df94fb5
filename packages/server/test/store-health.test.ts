import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { StoreMonitor } from '../src/clients.js';

/** Returns a store that counts calls and fails on demand. */
function spiedStore() {
  const store = new MemoryStore();
  const state = { fails: false, calls: 0 };
  const spied: Store = {
    name: 'memory',
    acquire: async (key, request) => {
      state.calls++;
      if (state.fails) throw new Error('it is gone');
      return await store.acquire(key, request);
    },
    commit: (lease, commit) => store.commit(lease, commit),
    changed: (key, timeout) => store.changed(key, timeout),
    remove: (key) => store.remove(key),
    onRemoved: (listener) => store.onRemoved(listener),
    close: () => store.close(),
  };
  return { spied, state };
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
  state.fails = true;
  expect(await storeMonitor.health()).toEqual({ name: 'memory', state: 'failing' });
  expect(storeMonitor.problem).toBe('it is gone');
  state.fails = false;
  now = 1000;
  expect(await storeMonitor.health()).toEqual({ name: 'memory', state: 'available' });
});

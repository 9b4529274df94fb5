import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { StoreWatch } from '../src/clients.js';

/** A store that says what is asked of it, and fails where it is told to. */
function watched() {
  const store = new MemoryStore();
  const state = { fails: false, asked: 0 };
  const spied: Store = {
    name: 'memory',
    acquire: async (key, request) => {
      state.asked++;
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

test('it is asked once a second, whoever wants to know, and leaves nothing behind', async () => {
  const { spied, state } = watched();
  let now = 0;
  const watch = new StoreWatch(spied, () => now);
  const answers = await Promise.all([watch.health(), watch.health()]);
  expect(answers).toEqual(Array(2).fill({ name: 'memory', state: 'answering' }));
  expect(state.asked).toBe(1);
  now = 1000;
  await watch.health();
  expect(state.asked).toBe(2);
});

test('what fails is told, and so is that it answers again', async () => {
  const { spied, state } = watched();
  let now = 0;
  const watch = new StoreWatch(spied, () => now);
  state.fails = true;
  expect(await watch.health()).toEqual({ name: 'memory', state: 'failing' });
  expect(watch.problem).toBe('it is gone');
  state.fails = false;
  now = 1000;
  expect(await watch.health()).toEqual({ name: 'memory', state: 'answering' });
});

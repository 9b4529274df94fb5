import { MemoryStore } from '@repkit/client';
import { expect, test } from 'vitest';
import { retryingStore } from '../src/work.js';

test('retries store operations while Redis is unavailable', async () => {
  const memory = new MemoryStore();
  const failing = new Set(['acquire', 'commit', 'remove']);
  const fails = (operation: string): void => {
    if (failing.delete(operation)) throw new Error('Redis is not connected (reconnecting).');
  };
  const store = retryingStore({
    name: 'redis',
    acquire: async (key, request) => {
      fails('acquire');
      return await memory.acquire(key, request);
    },
    commit: async (lease, commit) => {
      fails('commit');
      return await memory.commit(lease, commit);
    },
    changed: (key, timeoutMs) => memory.changed(key, timeoutMs),
    remove: async (key) => {
      fails('remove');
      await memory.remove(key);
    },
    onRemoved: (listener) => memory.onRemoved(listener),
    close: () => memory.close(),
  });
  expect(store.name).toBe('redis');
  const acquired = await store.acquire('k', { now: 0, leaseMs: 1000, mode: 'when-due' });
  if (acquired.role !== 'leader') throw new Error('expected the leader role');
  expect(await store.commit(acquired.lease, { kind: 'release' })).toBe(true);
  await store.changed('k', 1);
  const removed: unknown[] = [];
  store.onRemoved((key) => removed.push(key));
  await store.remove('k');
  expect(removed).toEqual(['k']);
  await store.close();
  expect(failing.size).toBe(0);
});

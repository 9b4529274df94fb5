/** A process with its own store that follows its parent's commands (`store-process.ts`). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../src/store/store.js';
import { encodeEntry } from '../../src/store/stored-entry.js';
import { binary, bytes, copy, entry, NOW } from './entries.js';
import { openStore } from './store-place.js';
import type { Order, Reply } from './store-process.js';

const LIFE = { ttlMs: 3_600_000 };

async function follow(store: Store, order: Order): Promise<unknown> {
  switch (order.name) {
    case 'lock':
      return (await store.lock(order.key, order.ms)) !== undefined;
    case 'race':
      return race(store, order.keys);
    case 'churn':
      return churn(store, order.keys);
  }
}

/** Sets every key that has no value, under its lock, and returns the keys that it has set. */
async function race(store: Store, keys: readonly string[]): Promise<string[]> {
  const set: string[] = [];
  const visit = async (key: string): Promise<void> => {
    while ((await store.get(key)) === undefined) {
      const release = await store.lock(key, 60_000);
      if (release !== undefined && (await store.get(key)) === undefined) {
        // The duration of a fetch.
        await sleep(50);
        set.push(key);
        await store.set(key, bytes(key), LIFE);
      }
      await release?.();
    }
  };
  await Promise.all(keys.map(visit));
  return set;
}

/** Writes bodies of all lengths until the process is killed. */
async function churn(store: Store, keys: readonly string[]): Promise<never> {
  for (let round = 0; ; round += 1) {
    for (const key of keys) {
      const body = binary((round * 7919) % 100_000);
      const written = entry({ settled: { ...copy, body }, refreshAt: NOW + round });
      await store.set(key, encodeEntry(key, written), LIFE);
    }
    // The first write is done: from now on, the process may be killed at any time.
    if (round === 0) process.send?.({ kind: 'churning' });
  }
}

function reply(message: Reply): void {
  process.send?.(message);
}

const store = openStore(JSON.parse(process.argv[2] ?? ''));
process.on('message', async (order: Order) => {
  try {
    reply({ kind: 'result', value: await follow(store, order) });
  } catch (error) {
    reply({ kind: 'error', message: String(error) });
  }
});

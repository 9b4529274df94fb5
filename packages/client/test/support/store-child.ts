/** A process with its own store that follows its parent's commands (`store-process.ts`). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../src/store/store.js';
import { binary, copy, entry, NOW } from './entries.js';
import { openStore } from './store-place.js';
import type { Order, Reply } from './store-process.js';

async function follow(store: Store, order: Order): Promise<unknown> {
  switch (order.name) {
    case 'acquire':
      return store.acquire(order.key, order.request);
    case 'commit':
      return store.commit(order.lease, order.commit);
    case 'race':
      return race(store, order.keys, order.rounds);
    case 'churn':
      return churn(store, order.keys);
  }
}

/** Acquires every key repeatedly and reports how often it led. */
async function race(store: Store, keys: readonly string[], rounds: number): Promise<number> {
  let led = 0;
  const acquire = async (key: string): Promise<void> => {
    const request = { now: NOW, leaseMs: 60_000, mode: 'when-due' } as const;
    const acquisition = await store.acquire(key, request);
    if (acquisition.role !== 'leader') return;
    led += 1;
    // The duration of a fetch, during which the others call acquire.
    await sleep(50);
    await store.commit(acquisition.lease, { kind: 'put', entry: entry() });
  };
  for (let round = 0; round < rounds; round += 1) await Promise.all(keys.map(acquire));
  return led;
}

/** Writes bodies of all lengths until the process is killed. */
async function churn(store: Store, keys: readonly string[]): Promise<never> {
  for (let round = 0; ; round += 1) {
    for (const key of keys) {
      const request = { now: NOW, leaseMs: 60_000, mode: 'now' } as const;
      const acquisition = await store.acquire(key, request);
      if (acquisition.role !== 'leader') continue;
      const body = binary((round * 7919) % 100_000);
      const written = entry({ settled: { ...copy, body }, refreshAt: NOW + round });
      await store.commit(acquisition.lease, { kind: 'put', entry: written });
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

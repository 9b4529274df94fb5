import { expect, onTestFinished, test } from 'vitest';
import { MemoryStore } from '../../src/store/memory-store.js';
import { RedisStore } from '../../src/store/redis-store.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import type { Store, TurnStore } from '../../src/store/store.js';

// What else the interface asks for is held by the suite of all stores, `contract.ts`.
test('provenance tells the stores apart by their names', () => {
  const stores: readonly (Store & TurnStore)[] = [
    new MemoryStore(),
    new SqliteStore({ path: ':memory:' }),
    new RedisStore({ client: 'redis://127.0.0.1' }),
  ];
  for (const store of stores) onTestFinished(() => store.close());
  expect(stores.map(({ name }) => name)).toEqual(['memory', 'sqlite', 'redis']);
});

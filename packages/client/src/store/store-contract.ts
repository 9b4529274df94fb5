/**
 * The contract of stores as test cases for any test framework:
 *
 * ```ts
 * for (const { name, run } of storeContract(() => new MyStore(address))) test(name, run);
 * ```
 */
import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, MINUTE } from '../policy/limits.js';
import type { Release, Store } from './store.js';

export interface StoreContractCase {
  /** What holds for every store, as the title of a test. */
  readonly name: string;
  /** Rejects with an AssertionError if it does not hold. Takes less than a second for most stores. */
  run(): Promise<void>;
}

type Steps = (store: Store, second: Store) => Promise<void>;

const LIFE = { ttlMs: 31 * DAY };

/** Duration of a lock that lapses during a test, and a time after which it has certainly lapsed. */
const SHORT_LOCK_MS = 40;
const AFTER_SHORT_LOCK_MS = 80;

/**
 * Returns the cases. Each opens the store twice, as two processes would, and closes both.
 *
 * @param open opens the store, each time with the same data. It need not be empty, because each case uses new keys
 *
 * @example
 * ```ts
 * import { SqliteStore } from '@repkit/client/sqlite';
 * import { storeContract } from '@repkit/client/store-contract';
 *
 * const cases = storeContract(() => new SqliteStore({ path: 'robots.sqlite' }));
 * cases[0]?.name; // 'a key without a value has none'
 * ```
 */
export function storeContract(open: () => Store | Promise<Store>): StoreContractCase[] {
  return Object.entries(CASES).map(([name, steps]) => ({
    name,
    async run() {
      const opened: Store[] = [];
      try {
        opened.push(await open());
        opened.push(await open());
        await steps(opened[0], opened[1]);
      } finally {
        await Promise.all(opened.map((store) => store.close?.()));
      }
    },
  }));
}

const CASES: Readonly<Record<string, Steps>> = {
  'a key without a value has none': async (store) => {
    equal(await store.get(newKey()), undefined);
  },

  'a value is returned as it was set, to every process': async (store, second) => {
    const values = [[], [0], Array.from({ length: 256 }, (_, byte) => byte)].map(bytes);
    values.push(new Uint8Array(600_000).fill(7));
    for (const value of values) {
      const key = newKey();
      await store.set(key, value, LIFE);
      await holds(store, key, value);
      await holds(second, key, value);
    }
  },

  'a value replaces the previous one, also a longer one': async (store, second) => {
    const key = newKey();
    await store.set(key, bytes([1, 2, 3]), LIFE);
    await second.set(key, bytes([4]), LIFE);
    await holds(store, key, bytes([4]));
  },

  'a value is held for a year if necessary': async (store) => {
    const key = newKey();
    await store.set(key, bytes([1]), { ttlMs: 366 * DAY });
    await holds(store, key, bytes([1]));
  },

  'keys are any text, and similar keys are different': async (store) => {
    const id = newKey();
    const endings = ['', ' ', '/', '/../..', 'a', 'A', '{a}', '}{', `'";%_*\n\\`, 'é', 'e\u0301', '例え😀'];
    const keys = [...endings, 'a'.repeat(1992)].map((ending) => `${id}${ending}`);
    for (const [at, key] of keys.entries()) await store.set(key, bytes([at]), LIFE);
    for (const [at, key] of keys.entries()) await holds(store, key, bytes([at]));
  },

  'many values can be set and read at once': async (store, second) => {
    const keys = Array.from({ length: 50 }, newKey);
    await Promise.all(keys.map((key, at) => (at % 2 ? store : second).set(key, bytes([at]), LIFE)));
    await Promise.all(keys.map((key, at) => holds(store, key, bytes([at]))));
  },

  'a value with an earlier order than the stored one is ignored': async (store, second) => {
    const key = newKey();
    const now = Date.now();
    await store.set(key, bytes([1]), { ...LIFE, order: now - 1000 });
    await second.set(key, bytes([2]), { ...LIFE, order: now - 1000.5 });
    await holds(store, key, bytes([1]));
    await second.set(key, bytes([3]), { ...LIFE, order: now - 1000 });
    await holds(store, key, bytes([3]));
    await second.set(key, bytes([4]), { ...LIFE, order: now - 999.5 });
    await holds(store, key, bytes([4]));
  },

  'a stored order ahead of the clock protects nothing': async (store, second) => {
    const key = newKey();
    await store.set(key, bytes([1]), { ...LIFE, order: Date.now() + DAY });
    await second.set(key, bytes([2]), { ...LIFE, order: Date.now() - 1000 });
    await holds(store, key, bytes([2]));
  },

  'a value without an order replaces any, and any replaces it': async (store) => {
    const key = newKey();
    await store.set(key, bytes([1]), { ...LIFE, order: Date.now() - 1000 });
    await store.set(key, bytes([2]), LIFE);
    await holds(store, key, bytes([2]));
    await store.set(key, bytes([3]), { ...LIFE, order: 1 });
    await holds(store, key, bytes([3]));
  },

  'delete removes a value and its order, and only of this key': async (store, second) => {
    const [key, otherKey] = [newKey(), newKey()];
    await store.set(key, bytes([1]), { ...LIFE, order: Date.now() - 1000 });
    await store.set(otherKey, bytes([2]), LIFE);
    await second.delete(key);
    await second.delete(key);
    equal(await store.get(key), undefined);
    await holds(store, otherKey, bytes([2]));
    await store.set(key, bytes([3]), { ...LIFE, order: 1 });
    await holds(store, key, bytes([3]));
  },

  'a lock is held by one caller until it is released': async (store, second) => {
    const key = newKey();
    const release = await locked(store, key);
    equal(await store.lock(key, MINUTE), undefined);
    equal(await second.lock(key, MINUTE), undefined);
    await (await locked(second, newKey()))();
    await release();
    await (await locked(second, key))();
  },

  'of 40 callers at once, one gets the lock': async (store, second) => {
    const key = newKey();
    equal(await winners(key, store, second), 1);
  },

  'a lock lapses by itself, and then one caller gets it': async (store, second) => {
    const key = newKey();
    await locked(store, key, SHORT_LOCK_MS);
    await sleep(AFTER_SHORT_LOCK_MS);
    equal(await winners(key, store, second), 1);
  },

  'a lock is released only by its holder': async (store, second) => {
    const key = newKey();
    const releaseLapsed = await locked(store, key, SHORT_LOCK_MS);
    await sleep(AFTER_SHORT_LOCK_MS);
    const release = await locked(second, key);
    await releaseLapsed();
    equal(await store.lock(key, MINUTE), undefined);
    await release();
    await release();
    const releaseLast = await locked(store, key);
    await release();
    equal(await second.lock(key, MINUTE), undefined);
    await releaseLast();
  },

  'the lock and the value of a key are independent': async (store, second) => {
    const key = newKey();
    const release = await locked(store, key);
    equal(await second.get(key), undefined);
    await second.set(key, bytes([1]), LIFE);
    equal(await second.lock(key, MINUTE), undefined);
    await release();
    await holds(store, key, bytes([1]));
    const releaseAgain = await locked(store, key);
    await second.delete(key);
    equal(await second.lock(key, MINUTE), undefined);
    await releaseAgain();
  },

  'after close every method rejects': async (store) => {
    if (store.close === undefined) return;
    const key = newKey();
    await store.set(key, bytes([1]), LIFE);
    await store.close();
    await rejects(async () => store.get(key));
    await rejects(async () => store.set(key, bytes([1]), LIFE));
    await rejects(async () => store.lock(key, MINUTE));
    await rejects(async () => store.delete(key));
  },

  'close may be called twice': async (store) => {
    await store.close?.();
    await store.close?.();
  },

  'it has a name': async (store) => {
    notEqual(store.name, '');
    equal(typeof store.name, 'string');
  },
};

function newKey(): string {
  return `contract ${randomUUID()}`;
}

function bytes(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}

async function holds(store: Store, key: string, expected: Uint8Array): Promise<void> {
  const value = await store.get(key);
  ok(value instanceof Uint8Array, 'get must resolve to a Uint8Array');
  deepEqual(Buffer.from(value), Buffer.from(expected));
}

async function locked(store: Store, key: string, ms = MINUTE): Promise<Release> {
  const release = await store.lock(key, ms);
  ok(release !== undefined, 'the lock must be free');
  return release;
}

/** Returns how many of 40 callers got the lock. */
async function winners(key: string, store: Store, second: Store): Promise<number> {
  const locking = Array.from({ length: 40 }, (_, at) => (at % 2 ? store : second).lock(key, MINUTE));
  const releases = (await Promise.all(locking)).filter((release) => release !== undefined);
  for (const release of releases) await release();
  return releases.length;
}

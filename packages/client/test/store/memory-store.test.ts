import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/policy/limits.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { copy, EVERY_KIND, entry, failing, NOW } from '../support/entries.js';
import { storeContract } from './contract.js';
import { entryIn, KEY, lead, leaseOf, put, requestOf } from './contract-steps.js';

describe('MemoryStore', () => {
  let clock = 0;
  storeContract({
    open: () => new MemoryStore({ clock: () => clock }),
    pass: async (ms) => {
      clock += ms;
    },
  });

  test('holds at most maxEntries, the most recently used', async () => {
    const store = new MemoryStore({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c']) await put(store, entry(), key);
    await store.acquire('a', requestOf());
    await put(store, entry(), 'd');
    const found = await Promise.all(['a', 'b', 'c', 'd'].map((key) => entryIn(store, key)));
    expect(found.map((of) => of !== undefined)).toEqual([true, false, true, true]);
  });

  test('limits compressed bytes: bodies count', async () => {
    const store = new MemoryStore({ maxBytes: 1_000_000 });
    const large = entry({ settled: { ...copy, body: randomBytes(300_000) } });
    for (const key of ['a', 'b', 'c']) await put(store, large, key);
    const found = await Promise.all(['a', 'b', 'c'].map((key) => entryIn(store, key)));
    expect(found.map((of) => of !== undefined)).toEqual([false, true, true]);
  });

  test('limits compressed bytes: facts and keys count', async () => {
    const store = new MemoryStore({ maxBytes: 100_000 });
    const keys = Array.from({ length: 200 }, (_, at) => `${'a'.repeat(1000)}${at}`);
    for (const key of keys) await put(store, entry(), key);
    const found = await Promise.all(keys.map((key) => entryIn(store, key)));
    const kept = found.filter((of) => of !== undefined).length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(50);
  });

  test('a body larger than the store is held alone', async () => {
    const store = new MemoryStore({ maxBytes: 10_000 });
    const body = randomBytes(500_000);
    for (const key of ['a', 'b']) await put(store, entry({ settled: { ...copy, body } }), key);
    expect(await entryIn(store, 'a')).toBeUndefined();
    const { settled } = (await entryIn(store, 'b')) ?? {};
    expect(settled?.kind === 'copy' && Buffer.compare(settled.body, body)).toBe(0);
  });

  test('bodies do not displace failures and 404s, and a failure outlives its last good copy', async () => {
    const store = new MemoryStore({ maxBytes: 1_000_000 });
    const { settled } = EVERY_KIND['no robots.txt'] ?? {};
    await put(store, entry({ settled }), 'missing');
    await put(store, entry({ settled: undefined, failing }), 'failing');
    await put(store, entry({ failing }), 'failing with a copy');
    const large = entry({ settled: { ...copy, body: randomBytes(300_000) } });
    for (const key of ['a', 'b', 'c']) await put(store, large, key);
    expect(await entryIn(store, 'missing')).toStrictEqual(entry({ settled }));
    const withoutCopy = entry({ settled: undefined, failing });
    expect(await entryIn(store, 'failing')).toStrictEqual(withoutCopy);
    expect(await entryIn(store, 'failing with a copy')).toStrictEqual(withoutCopy);
    await put(store, entry(), 'failing with a copy');
    for (const key of ['d', 'e', 'f']) await put(store, large, key);
    expect(await entryIn(store, 'failing with a copy')).toBeUndefined();
  });

  test('a lease outlives an entry dropped for space', async () => {
    const store = new MemoryStore({ maxEntries: 1 });
    await put(store);
    const lease = await lead(store, { mode: 'now' });
    await put(store, entry(), 'other');
    expect(await store.acquire(KEY, requestOf())).toMatchObject({ role: 'follower' });
    expect(await store.commit(lease, { kind: 'put', entry: entry() })).toBe(true);
  });

  test('an abandoned lease is dropped an hour after it expired', async () => {
    let now = 0;
    const store = new MemoryStore({ clock: () => now });
    const abandoned = await lead(store, { leaseMs: 10 });
    now = HOUR;
    await lead(store, { leaseMs: 10 }, 'other');
    expect(await store.commit(abandoned, { kind: 'release' })).toBe(true);
    const again = await lead(store, { leaseMs: 10 });
    now += HOUR + 10;
    await lead(store, {}, 'another');
    expect(await store.commit(again, { kind: 'release' })).toBe(false);
  });

  test('has a default clock for leases', async () => {
    const store = new MemoryStore();
    leaseOf(await store.acquire(KEY, requestOf({ leaseMs: 20, now: NOW })));
    await new Promise((resolve) => setTimeout(resolve, 30));
    leaseOf(await store.acquire(KEY, requestOf({ leaseMs: 20, now: NOW })));
  });
});

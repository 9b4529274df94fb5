import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DAY } from '../../src/policy/limits.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { Store } from '../../src/store/store.js';
import { LIFE, locked, put, testContract } from './contract.js';

describe('MemoryStore', () => {
  describe('contract', () => {
    let store: MemoryStore | undefined;
    let opened = 0;
    // Each case opens it twice: both are the same store.
    testContract(() => {
      if (opened++ % 2 === 0) store = new MemoryStore();
      return store as Store;
    });
  });

  test('drops the least recently used value first', async () => {
    // Room for three values of about 260 bytes.
    const store = new MemoryStore({ maxBytes: 900 });
    for (const key of ['a', 'b', 'c']) await put(store, key, 'value');
    await store.get('a');
    await put(store, 'd', 'value');
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)));
    expect(held.map((value) => value !== undefined)).toEqual([true, false, true, true]);
  });

  test('limits memory: values and keys count', async () => {
    for (const [keyLength, valueLength] of [
      [10, 5000],
      [3000, 5],
    ]) {
      const store = new MemoryStore({ maxBytes: 100_000 });
      const keys = Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(keyLength ?? 0));
      for (const key of keys) await put(store, key, 'a'.repeat(valueLength ?? 0));
      const values = await Promise.all(keys.map((key) => store.get(key)));
      const heldCount = values.filter((value) => value !== undefined).length;
      expect(heldCount).toBeGreaterThan(2);
      expect(heldCount).toBeLessThan(20);
    }
  });

  test('a value larger than the store is held alone', async () => {
    const store = new MemoryStore({ maxBytes: 10_000 });
    const value = randomBytes(500_000);
    for (const key of ['a', 'b']) await store.set(key, value, LIFE);
    expect(await store.get('a')).toBeUndefined();
    expect(value.equals((await store.get('b')) ?? new Uint8Array())).toBe(true);
  });

  test('a value is forgotten after its lifetime', async () => {
    const store = new MemoryStore();
    await store.set('a', new Uint8Array(1), { ttlMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await store.get('a')).toBeUndefined();
  });

  test('orders are compared with the clock that it was given', async () => {
    let time = 0;
    const store = new MemoryStore({ clock: () => time });
    await store.set('a', new Uint8Array(1), { ...LIFE, order: DAY });
    await store.set('a', new Uint8Array(2), { ...LIFE, order: 1 });
    expect(await store.get('a')).toHaveLength(2);
    await store.set('a', new Uint8Array(3), { ...LIFE, order: DAY });
    time = DAY;
    await store.set('a', new Uint8Array(4), { ...LIFE, order: 1 });
    expect(await store.get('a')).toHaveLength(3);
  });

  test('locks of many keys are held, and lapsed ones are free', async () => {
    const store = new MemoryStore();
    for (let at = 0; at < 3000; at++) await locked(store, `lapsed ${at}`, 0);
    for (let at = 0; at < 3000; at++) await locked(store, `held ${at}`, DAY);
    for (let at = 0; at < 3000; at++) expect(await store.lock(`held ${at}`, DAY)).toBeUndefined();
    await sleep(5);
    for (let at = 0; at < 3000; at++) await locked(store, `lapsed ${at}`, 0);
  });
});

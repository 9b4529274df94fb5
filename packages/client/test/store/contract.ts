/** Runs the contract of stores, and steps of the tests of each store. */
import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from '../../src/policy/limits.js';
import type { Release, Store } from '../../src/store/store.js';
import { storeContract } from '../../src/store/store-contract.js';
import { bytes } from '../support/entries.js';

export const LIFE = { ttlMs: HOUR };

export function testContract(open: () => Store | Promise<Store>): void {
  for (const { name, run } of storeContract(open)) test(name, run);
}

/** Closes the store after the test. */
export function closing<Opened extends Store>(store: Opened): Opened {
  onTestFinished(() => store.close?.());
  return store;
}

export async function put(store: Store, key: string, text: string): Promise<void> {
  await store.set(key, bytes(text), LIFE);
}

export async function textAt(store: Store, key: string): Promise<string | undefined> {
  const value = await store.get(key);
  return value && new TextDecoder().decode(value);
}

export async function locked(store: Store, key: string, ms: number): Promise<Release> {
  const release = await store.lock(key, ms);
  expect(release).toBeDefined();
  return release as Release;
}

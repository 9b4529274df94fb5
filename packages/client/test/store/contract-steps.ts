/** Steps of the store contract suite. */
import { expect } from 'vitest';
import type {
  AcquireRequest,
  Acquisition,
  Lease,
  Store,
  TurnStore,
} from '../../src/store/store.js';
import { entry, NOW } from '../support/entries.js';

export type WholeStore = Store & TurnStore;

export interface StoreUnderTest {
  /** An empty store that uses the caller's time. */
  open(): WholeStore;
  /** Advances the clock that measures leases. */
  pass(ms: number): Promise<void>;
}

/** A lease that outlasts a test, and a short one. */
export const LONG_LEASE = 600_000;
export const SHORT_LEASE = 40;

export const KEY = 'rfc9309 https://example.com';

export function requestOf(changes: Partial<AcquireRequest> = {}): AcquireRequest {
  return { now: NOW, leaseMs: LONG_LEASE, mode: 'when-due', ...changes };
}

/** Acquires the lease; the caller must be the leader. */
export function leaseOf(acquisition: Acquisition): Lease {
  if (acquisition.role === 'leader') return acquisition.lease;
  throw new Error(`the role is ${acquisition.role}`);
}

export async function lead(store: Store, changes: Partial<AcquireRequest> = {}, key = KEY) {
  return leaseOf(await store.acquire(key, requestOf(changes)));
}

export async function put(store: Store, of = entry(), key = KEY) {
  const lease = await lead(store, { mode: 'now' }, key);
  expect(await store.commit(lease, { kind: 'put', entry: of })).toBe(true);
}

export async function entryIn(store: Store, key = KEY) {
  return (await store.acquire(key, requestOf({ now: 0 }))).entry;
}

/** The part of the store contract suite for leases and concurrency. */
import { describe, expect, test } from 'vitest';
import type { Commit, Lease } from '../../src/store/store.js';
import { entry, NOW } from '../support/entries.js';
import {
  entryIn,
  KEY,
  LONG_LEASE,
  lead,
  put,
  requestOf,
  SHORT_LEASE,
  type StoreUnderTest,
} from './contract-steps.js';

export function acquireContract({ open, pass }: StoreUnderTest): void {
  describe('acquire determines the leader', () => {
    test('a missing key is led and has no entry', async () => {
      const acquisition = await open().acquire(KEY, requestOf());
      expect(acquisition).toMatchObject({ role: 'leader', lease: { key: KEY }, now: NOW });
      expect(acquisition.entry).toBeUndefined();
    });

    test('while it is led, others follow and receive the end of the lease', async () => {
      const store = open();
      await lead(store);
      const acquisition = await store.acquire(KEY, requestOf());
      expect(acquisition).toMatchObject({ role: 'follower', now: NOW });
      if (acquisition.role !== 'follower') return;
      expect(acquisition.leaseEndsInMs).toBeGreaterThan(LONG_LEASE - 60_000);
      expect(acquisition.leaseEndsInMs).toBeLessThanOrEqual(LONG_LEASE);
    });

    test('before refreshAt all callers read, from then on one leads', async () => {
      const store = open();
      const { refreshAt } = entry();
      await put(store);
      expect(await store.acquire(KEY, requestOf({ now: refreshAt - 1 }))).toEqual({
        role: 'reader',
        entry: entry(),
        now: refreshAt - 1,
      });
      const due = await store.acquire(KEY, requestOf({ now: refreshAt }));
      expect(due).toMatchObject({ role: 'leader', entry: entry() });
    });

    test('a follower of a renewal has the previous entry', async () => {
      const store = open();
      await put(store);
      await lead(store, { now: entry().refreshAt });
      const acquisition = await store.acquire(KEY, requestOf({ now: entry().refreshAt }));
      expect(acquisition).toMatchObject({ role: 'follower', entry: entry() });
      expect(await store.acquire(KEY, requestOf())).toMatchObject({ role: 'reader' });
    });

    test('an entry that is due when stored is led immediately', async () => {
      const store = open();
      await put(store, entry({ refreshAt: NOW }));
      expect(await store.acquire(KEY, requestOf())).toMatchObject({ role: 'leader' });
    });

    test('now: leads even if the entry is fresh, unless another process leads', async () => {
      const store = open();
      await put(store);
      await lead(store, { mode: 'now' });
      expect(await store.acquire(KEY, requestOf({ mode: 'now' }))).toMatchObject({
        role: 'follower',
        entry: entry(),
      });
    });

    test('a follower receives the fence: another fence means another leader', async () => {
      const store = open();
      for (let round = 0; round < 2; round += 1) {
        const { fence } = await lead(store);
        expect(await store.acquire(KEY, requestOf())).toMatchObject({ role: 'follower', fence });
        await store.remove(KEY);
      }
    });

    test('an expired lease can be taken', async () => {
      const store = open();
      const first = await lead(store, { leaseMs: SHORT_LEASE });
      await pass(SHORT_LEASE + 20);
      const second = await lead(store);
      expect(second.fence).toBeGreaterThan(first.fence);
    });

    test("the caller's time does not affect the duration of a lease", async () => {
      const store = open();
      await lead(store);
      const acquisition = await store.acquire(KEY, requestOf({ now: NOW + 10 * LONG_LEASE }));
      expect(acquisition.role).toBe('follower');
    });

    test('of 1,000 concurrent callers exactly one leads', async () => {
      const store = open();
      const acquisitions = Array.from({ length: 1000 }, () => store.acquire(KEY, requestOf()));
      const roles = (await Promise.all(acquisitions)).map(({ role }) => role);
      expect(roles.filter((role) => role === 'leader')).toHaveLength(1);
      expect(roles.filter((role) => role === 'follower')).toHaveLength(999);
    });

    test('keys are led independently', async () => {
      const store = open();
      const leases = await Promise.all(
        Array.from({ length: 100 }, (_, at) => lead(store, {}, `key ${at}`)),
      );
      expect(leases.map(({ key }) => key)).toEqual(leases.map((_, at) => `key ${at}`));
    });
  });
}

export function commitContract({ open, pass }: StoreUnderTest): void {
  describe('commit ends a lease', () => {
    test('put: all callers have the entry', async () => {
      const store = open();
      await put(store);
      expect(await entryIn(store)).toEqual(entry());
    });

    test('release: the next caller leads immediately, and the entry stays', async () => {
      const store = open();
      await put(store);
      const lease = await lead(store, { mode: 'now' });
      expect(await store.commit(lease, { kind: 'release' })).toBe(true);
      expect(await store.acquire(KEY, requestOf({ mode: 'now' }))).toMatchObject({
        role: 'leader',
        entry: entry(),
      });
    });

    test('release without an entry: the entry stays missing', async () => {
      const store = open();
      await store.commit(await lead(store), { kind: 'release' });
      const acquisition = await store.acquire(KEY, requestOf());
      expect(acquisition.role).toBe('leader');
      expect(acquisition.entry).toBeUndefined();
    });

    test('remove: the entry is gone, and the next caller leads immediately', async () => {
      const store = open();
      await put(store);
      const lease = await lead(store, { mode: 'now' });
      expect(await store.commit(lease, { kind: 'remove' })).toBe(true);
      const acquisition = await store.acquire(KEY, requestOf());
      expect(acquisition.role).toBe('leader');
      expect(acquisition.entry).toBeUndefined();
    });

    test('an expired lease can still be ended if no other process has led since', async () => {
      const store = open();
      const lease = await lead(store, { leaseMs: SHORT_LEASE });
      await pass(SHORT_LEASE + 20);
      expect(await store.commit(lease, { kind: 'put', entry: entry() })).toBe(true);
      expect(await entryIn(store)).toEqual(entry());
    });

    test.each<Commit>([
      { kind: 'put', entry: entry({ settled: undefined }) },
      { kind: 'remove' },
      { kind: 'release' },
    ])('$kind under an older fence is refused and changes nothing', async (commit) => {
      const store = open();
      await put(store);
      const late = await lead(store, { mode: 'now', leaseMs: SHORT_LEASE });
      await pass(SHORT_LEASE + 20);
      const current = await lead(store, { mode: 'now' });
      expect(await store.commit(late, commit)).toBe(false);
      const acquisition = await store.acquire(KEY, requestOf({ mode: 'now' }));
      expect(acquisition).toMatchObject({ role: 'follower', entry: entry() });
      expect(await store.commit(current, { kind: 'release' })).toBe(true);
    });

    test('a lease can be ended only once', async () => {
      const store = open();
      const lease = await lead(store);
      expect(await store.commit(lease, { kind: 'put', entry: entry() })).toBe(true);
      expect(await store.commit(lease, { kind: 'remove' })).toBe(false);
      expect(await entryIn(store)).toEqual(entry());
    });

    test('a lease that was never granted is rejected', async () => {
      const store = open();
      expect(await store.commit({ key: KEY, fence: 1 }, { kind: 'remove' })).toBe(false);
      const { fence } = await lead(store);
      const made: Lease = { key: KEY, fence: fence + 1 };
      expect(await store.commit(made, { kind: 'put', entry: entry() })).toBe(false);
    });

    test('the fence increases, however the previous lease ended', async () => {
      const store = open();
      const fences: number[] = [];
      for (const kind of ['release', 'remove', 'lapse', 'put', 'remove', 'forget'] as const) {
        const lease = await lead(store, { mode: 'now', leaseMs: SHORT_LEASE });
        fences.push(lease.fence);
        if (kind === 'lapse') await pass(SHORT_LEASE + 20);
        else if (kind === 'put') await store.commit(lease, { kind, entry: entry() });
        else if (kind === 'forget') await store.remove(KEY);
        else await store.commit(lease, { kind });
      }
      fences.push((await lead(store, { mode: 'now' })).fence);
      expect(fences).toEqual([...new Set(fences)].sort((one, other) => one - other));
    });
  });
}

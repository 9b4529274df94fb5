/** Who leads, and what becomes of a lease: the part of the suite of all stores that is about concurrency. */
import { describe, expect, test } from 'vitest';
import type { Commit, Lease } from '../../src/store/store.js';
import { entry, NOW } from '../support/entries.js';
import {
  ask,
  entryIn,
  KEY,
  LONG_LEASE,
  lead,
  put,
  SHORT_LEASE,
  type StoreUnderTest,
} from './contract-steps.js';

export function acquireContract({ open, pass }: StoreUnderTest): void {
  describe('acquire says who leads', () => {
    test('a key that is missing is led, and has no entry', async () => {
      const acquisition = await open().acquire(KEY, ask());
      expect(acquisition).toMatchObject({ role: 'leader', lease: { key: KEY }, now: NOW });
      expect(acquisition.entry).toBeUndefined();
    });

    test('while it is led others follow, and learn when the lease ends', async () => {
      const store = open();
      await lead(store);
      const acquisition = await store.acquire(KEY, ask());
      expect(acquisition).toMatchObject({ role: 'follower', now: NOW });
      if (acquisition.role !== 'follower') return;
      expect(acquisition.leaseEndsInMs).toBeGreaterThan(LONG_LEASE - 60_000);
      expect(acquisition.leaseEndsInMs).toBeLessThanOrEqual(LONG_LEASE);
    });

    test('before refreshAt everybody reads, from then on one leads', async () => {
      const store = open();
      const { refreshAt } = entry();
      await put(store);
      expect(await store.acquire(KEY, ask({ now: refreshAt - 1 }))).toStrictEqual({
        role: 'reader',
        entry: entry(),
        now: refreshAt - 1,
      });
      const due = await store.acquire(KEY, ask({ now: refreshAt }));
      expect(due).toMatchObject({ role: 'leader', entry: entry() });
    });

    test('who follows a renewal has the entry as it was', async () => {
      const store = open();
      await put(store);
      await lead(store, { now: entry().refreshAt });
      const acquisition = await store.acquire(KEY, ask({ now: entry().refreshAt }));
      expect(acquisition).toMatchObject({ role: 'follower', entry: entry() });
      expect(await store.acquire(KEY, ask())).toMatchObject({ role: 'reader' });
    });

    test('an entry that is due when it is put is led at once', async () => {
      const store = open();
      await put(store, entry({ refreshAt: NOW }));
      expect(await store.acquire(KEY, ask())).toMatchObject({ role: 'leader' });
    });

    test('now: leads although the entry is fresh, unless somebody does', async () => {
      const store = open();
      await put(store);
      await lead(store, { mode: 'now' });
      expect(await store.acquire(KEY, ask({ mode: 'now' }))).toMatchObject({
        role: 'follower',
        entry: entry(),
      });
    });

    test('a follower learns whose lease it is: another fence means another leader', async () => {
      const store = open();
      const first = await lead(store, { leaseMs: SHORT_LEASE });
      expect(await store.acquire(KEY, ask())).toMatchObject({
        role: 'follower',
        fence: first.fence,
      });
      await pass(SHORT_LEASE + 20);
      const second = await lead(store);
      expect(await store.acquire(KEY, ask())).toMatchObject({
        role: 'follower',
        fence: second.fence,
      });
    });

    test('a lease that lapses is free again', async () => {
      const store = open();
      const first = await lead(store, { leaseMs: SHORT_LEASE });
      await pass(SHORT_LEASE + 20);
      const second = await lead(store);
      expect(second.fence).toBeGreaterThan(first.fence);
    });

    test('the asker’s time has no part in how long a lease holds', async () => {
      const store = open();
      await lead(store);
      const acquisition = await store.acquire(KEY, ask({ now: NOW + 10 * LONG_LEASE }));
      expect(acquisition.role).toBe('follower');
    });

    test('of 1,000 concurrent askers exactly one leads', async () => {
      const store = open();
      const asked = Array.from({ length: 1000 }, () => store.acquire(KEY, ask()));
      const roles = (await Promise.all(asked)).map(({ role }) => role);
      expect(roles.filter((role) => role === 'leader')).toHaveLength(1);
      expect(roles.filter((role) => role === 'follower')).toHaveLength(999);
    });

    test('keys are led apart from each other', async () => {
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
    test('put: the entry is there for everybody', async () => {
      const store = open();
      await put(store);
      expect(await entryIn(store)).toStrictEqual(entry());
    });

    test('release: the next one leads at once, and the entry stays', async () => {
      const store = open();
      await put(store);
      const lease = await lead(store, { mode: 'now' });
      expect(await store.commit(lease, { kind: 'release' })).toBe(true);
      expect(await store.acquire(KEY, ask({ mode: 'now' }))).toMatchObject({
        role: 'leader',
        entry: entry(),
      });
    });

    test('release where there is no entry: there is none afterwards', async () => {
      const store = open();
      await store.commit(await lead(store), { kind: 'release' });
      const acquisition = await store.acquire(KEY, ask());
      expect(acquisition.role).toBe('leader');
      expect(acquisition.entry).toBeUndefined();
    });

    test('remove: the entry is gone, and the next one leads at once', async () => {
      const store = open();
      await put(store);
      const lease = await lead(store, { mode: 'now' });
      expect(await store.commit(lease, { kind: 'remove' })).toBe(true);
      const acquisition = await store.acquire(KEY, ask());
      expect(acquisition.role).toBe('leader');
      expect(acquisition.entry).toBeUndefined();
    });

    test('one that has lapsed may still be ended, as long as nobody has led since', async () => {
      const store = open();
      const lease = await lead(store, { leaseMs: SHORT_LEASE });
      await pass(SHORT_LEASE + 20);
      expect(await store.commit(lease, { kind: 'put', entry: entry() })).toBe(true);
      expect(await entryIn(store)).toStrictEqual(entry());
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
      const acquisition = await store.acquire(KEY, ask({ mode: 'now' }));
      expect(acquisition).toMatchObject({ role: 'follower', entry: entry() });
      expect(await store.commit(current, { kind: 'release' })).toBe(true);
    });

    test('a lease ends once', async () => {
      const store = open();
      const lease = await lead(store);
      expect(await store.commit(lease, { kind: 'put', entry: entry() })).toBe(true);
      expect(await store.commit(lease, { kind: 'remove' })).toBe(false);
      expect(await entryIn(store)).toStrictEqual(entry());
    });

    test('one that was never given is refused', async () => {
      const store = open();
      expect(await store.commit({ key: KEY, fence: 1 }, { kind: 'remove' })).toBe(false);
      const { fence } = await lead(store);
      const made: Lease = { key: KEY, fence: fence + 1 };
      expect(await store.commit(made, { kind: 'put', entry: entry() })).toBe(false);
    });

    test('the fence grows, whatever became of the lease before', async () => {
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

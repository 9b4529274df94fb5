/** The contract of stores (`src/store/store.ts`), run by the tests of each store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Commit, TURN_TOLERANCE } from '../../src/store/store.js';
import { bytes, copy, EVERY_KIND, entry, failing, NOW } from '../support/entries.js';
import { acquireContract, commitContract } from './contract-leases.js';
import {
  entryIn,
  KEY,
  LONG_LEASE,
  lead,
  put,
  requestOf,
  type StoreUnderTest,
} from './contract-steps.js';

export function storeContract({ open, pass }: StoreUnderTest): void {
  const under: StoreUnderTest = {
    open: () => {
      const store = open();
      onTestFinished(() => store.close());
      return store;
    },
    pass,
  };
  acquireContract(under);
  commitContract(under);
  entriesContract(under);
  changedContract(under);
  removeContract(under);
  turnsContract(under);
  closeContract(under);
}

function entriesContract({ open }: StoreUnderTest): void {
  describe('an entry is returned as it was stored', () => {
    test.each(Object.entries(EVERY_KIND))('%s', async (_, kind) => {
      const store = open();
      await put(store, kind);
      expect(await entryIn(store)).toEqual(kind);
    });

    test('each entry replaces the previous one, including the body', async () => {
      const store = open();
      const kinds = [
        entry(),
        entry({ failing }),
        entry({ settled: { ...copy, body: bytes('User-agent: a\n') } }),
        ...Object.values(EVERY_KIND),
        entry({ settled: undefined }),
        entry(),
      ];
      for (const kind of kinds) {
        await put(store, kind);
        expect(await entryIn(store)).toEqual(kind);
      }
    });

    test.each([
      ['braces', 'https://{a}.example/{b}'],
      ['one brace', '}{'],
      ['spaces', ' rfc9309  https://example.com '],
      ['no byte', ''],
      ['a quote, a percent sign, a line', `'";%_*\n\\`],
      ['letters of all kinds', 'https://例え.テスト/é😀'],
      ['2,000 characters', `https://${'a'.repeat(1992)}`],
    ])('under a key with %s', async (_, key) => {
      const store = open();
      await put(store, entry(), key);
      expect(await store.acquire(key, requestOf())).toMatchObject({
        role: 'reader',
        entry: entry(),
      });
    });

    test('similar keys are different', async () => {
      const store = open();
      const keys = ['a', 'A', 'a ', '{a}', '{a}b', 'turn:a', 'é', 'e\u0301'];
      for (const [at, key] of keys.entries()) await put(store, entry({ refreshAt: NOW + at }), key);
      const found = await Promise.all(keys.map((key) => entryIn(store, key)));
      expect(found.map((of) => of?.refreshAt)).toEqual(keys.map((_, at) => NOW + at));
    });
  });
}

function changedContract({ open }: StoreUnderTest): void {
  describe('changed', () => {
    test.each<Commit>([{ kind: 'put', entry: entry() }, { kind: 'remove' }, { kind: 'release' }])(
      'wakes all waiters on $kind',
      async (commit) => {
        const store = open();
        const lease = await lead(store);
        const waiting = Array.from({ length: 20 }, () => store.changed(KEY, LONG_LEASE));
        await store.commit(lease, commit);
        await Promise.all(waiting);
      },
    );

    test('ends at its timeout, independently of other waiters', async () => {
      const store = open();
      await lead(store);
      const other = await lead(store, {}, 'other');
      const began = performance.now();
      const waiting = store.changed(KEY, 60);
      await store.commit(other, { kind: 'remove' });
      await waiting;
      expect(performance.now() - began).toBeGreaterThan(55);
    });

    test('ends immediately if no process leads', async () => {
      const store = open();
      await store.changed(KEY, LONG_LEASE);
      await store.commit(await lead(store), { kind: 'put', entry: entry() });
      await store.changed(KEY, LONG_LEASE);
    });

    test('can be awaited repeatedly', async () => {
      const store = open();
      for (let round = 0; round < 5; round += 1) {
        const lease = await lead(store, { mode: 'now' });
        const waiting = store.changed(KEY, LONG_LEASE);
        await store.commit(lease, { kind: 'release' });
        await waiting;
      }
    });
  });
}

function removeContract({ open }: StoreUnderTest): void {
  describe('remove', () => {
    test('removes the entry, and the next caller leads immediately', async () => {
      const store = open();
      await put(store);
      await store.remove(KEY);
      const acquisition = await store.acquire(KEY, requestOf());
      expect(acquisition.role).toBe('leader');
      expect(acquisition.entry).toBeUndefined();
    });

    test.each<Commit>([{ kind: 'put', entry: entry() }, { kind: 'remove' }, { kind: 'release' }])(
      "voids a running fetch's lease: $kind is rejected",
      async (commit) => {
        const store = open();
        const lease = await lead(store);
        await store.remove(KEY);
        expect(await store.commit(lease, commit)).toBe(false);
        const next = await lead(store);
        expect(next.fence).toBeGreaterThan(lease.fence);
        expect(await store.commit(lease, commit)).toBe(false);
        expect(await store.commit(next, { kind: 'put', entry: entry() })).toBe(true);
        expect(await entryIn(store)).toEqual(entry());
      },
    );

    test('20 concurrent removals succeed, even without an entry', async () => {
      const store = open();
      await put(store);
      await Promise.all(Array.from({ length: 20 }, () => store.remove(KEY)));
      expect(await entryIn(store)).toBeUndefined();
      await Promise.all(Array.from({ length: 20 }, () => store.remove('unknown')));
    });

    test('wakes all waiters', async () => {
      const store = open();
      await lead(store);
      const waiting = Array.from({ length: 20 }, () => store.changed(KEY, LONG_LEASE));
      await store.remove(KEY);
      await Promise.all(waiting);
    });

    test('leaves other keys and turns unchanged', async () => {
      const store = open();
      await put(store, entry(), 'other');
      await store.takeTurn(KEY, NOW, 500);
      await store.remove(KEY);
      expect(await entryIn(store, 'other')).toEqual(entry());
      expect(await store.takeTurn(KEY, NOW, 500)).toBe(NOW + 500);
    });

    test('notifies every listener before it resolves, until the listener is removed', async () => {
      const store = open();
      const removed: string[][] = [[], []];
      const [endFirst] = removed.map((keys) =>
        store.onRemoved((key) => {
          if (key !== undefined) keys.push(key);
        }),
      );
      await store.remove('a');
      expect(removed).toEqual([['a'], ['a']]);
      endFirst?.();
      await store.remove('b');
      expect(removed).toEqual([['a'], ['a', 'b']]);
    });

    test('is not reported for a commit that removes an entry', async () => {
      const store = open();
      const removed: unknown[] = [];
      store.onRemoved((key) => removed.push(key));
      await store.commit(await lead(store), { kind: 'remove' });
      await store.commit(await lead(store), { kind: 'put', entry: entry() });
      expect(removed.filter((key) => key !== undefined)).toEqual([]);
    });
  });
}

function turnsContract({ open }: StoreUnderTest): void {
  describe('takeTurn', () => {
    test('the first turn is now, and each later one is an interval after the previous one', async () => {
      const store = open();
      expect(await store.takeTurn(KEY, NOW, 500)).toBe(NOW);
      expect(await store.takeTurn(KEY, NOW, 500)).toBe(NOW + 500);
      expect(await store.takeTurn(KEY, NOW + 100, 2000)).toBe(NOW + 2500);
    });

    test('turns are never in the past, and unused turns do not accumulate', async () => {
      const store = open();
      await store.takeTurn(KEY, NOW, 500);
      expect(await store.takeTurn(KEY, NOW + 499, 500)).toBe(NOW + 500);
      expect(await store.takeTurn(KEY, NOW + 9000, 500)).toBe(NOW + 9000);
      expect(await store.takeTurn(KEY, NOW + 9000, 500)).toBe(NOW + 9500);
    });

    test('zero intervals and fractions of milliseconds are exact', async () => {
      const store = open();
      await store.takeTurn(KEY, NOW, 0);
      expect(await store.takeTurn(KEY, NOW, 0)).toBe(NOW);
      expect(await store.takeTurn(KEY, NOW, 0.25)).toBe(NOW + 0.25);
    });

    test('concurrent turns are at least an interval apart', async () => {
      const store = open();
      const taken = Array.from({ length: 200 }, () => store.takeTurn(KEY, NOW, 100));
      const turns = (await Promise.all(taken)).sort((one, other) => one - other);
      expect(turns).toEqual(turns.map((_, at) => NOW + at * 100));
    });

    test.each([60_000, 30 * 86_400_000])(
      'a clock that was set back by %d ms does not extend the wait, nor shorten it',
      async (setBackMs) => {
        const store = open();
        const before = NOW + setBackMs;
        await store.takeTurn(KEY, before, 500);
        expect(await store.takeTurn(KEY, before, 500)).toBe(before + 500);
        // No time may have passed since, so both turns may still be ahead.
        const turn = await store.takeTurn(KEY, NOW, 500);
        expect(turn).toBeGreaterThanOrEqual(NOW + 1000);
        expect(turn).toBeLessThanOrEqual(NOW + 1000 + TURN_TOLERANCE);
        expect(await store.takeTurn(KEY, NOW, 500)).toBe(turn + 500);
      },
    );

    test('callers that waited for the store do not shorten the interval', async () => {
      const store = open();
      expect(await store.takeTurn(KEY, NOW + 900, 500)).toBe(NOW + 900);
      expect(await store.takeTurn(KEY, NOW, 500)).toBe(NOW + 1400);
    });

    test('turns are independent per key and of entries', async () => {
      const store = open();
      await store.takeTurn(KEY, NOW, 500);
      expect(await store.takeTurn('other', NOW, 500)).toBe(NOW);
      await put(store);
      await store.commit(await lead(store, { mode: 'now' }), { kind: 'remove' });
      expect(await store.takeTurn(KEY, NOW, 500)).toBe(NOW + 500);
    });
  });
}

function closeContract({ open }: StoreUnderTest): void {
  describe('close', () => {
    test('afterwards every method rejects, and all waits end', async () => {
      const store = open();
      const lease = await lead(store);
      const waiting = store.changed(KEY, LONG_LEASE);
      await store.close();
      await waiting;
      await store.changed(KEY, LONG_LEASE);
      await expect(store.acquire(KEY, requestOf())).rejects.toThrow('closed');
      await expect(store.commit(lease, { kind: 'release' })).rejects.toThrow('closed');
      await expect(store.takeTurn(KEY, NOW, 1)).rejects.toThrow('closed');
      await expect(store.remove(KEY)).rejects.toThrow('closed');
      store.onRemoved(() => {})();
    });

    test('can be called twice, and first', async () => {
      const store = open();
      await store.close();
      await store.close();
    });
  });
}

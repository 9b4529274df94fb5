/** Contract of stores that several processes share; some processes are stopped or killed. */
import { afterEach, describe, expect, test } from 'vitest';
import { entry, NOW } from '../support/entries.js';
import { openStore, type StoreLocation } from '../support/store-place.js';
import { StoreProcess } from '../support/store-process.js';
import { entryIn, leaseOf, requestOf, type WholeStore } from './contract-steps.js';

const KEYS = Array.from({ length: 20 }, (_, at) => `https://host-${at}.example`);
const KEY = 'https://example.com';
const LEASE_MS = 400;

/** 32,000 calls and 8 new processes take long on a busy machine. */
const MINUTES = 120_000;

/** @param newPlace returns an empty place */
export function processesContract(newPlace: () => StoreLocation): void {
  describe('across processes', () => {
    const processes: StoreProcess[] = [];
    const stores: WholeStore[] = [];

    const startProcess = (place: StoreLocation): StoreProcess => {
      const started = new StoreProcess(place);
      processes.push(started);
      return started;
    };
    const openHere = (place: StoreLocation): WholeStore => {
      const store = openStore(place);
      stores.push(store);
      return store;
    };
    afterEach(async () => {
      await Promise.all(processes.splice(0).map((running) => running.kill()));
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });

    test('8 processes that acquire 20 keys 200 times lead 20 times', {
      timeout: MINUTES,
    }, async () => {
      const place = newPlace();
      const racers = Array.from({ length: 8 }, () => startProcess(place));
      // All processes must be running before the race starts.
      await Promise.all(racers.map((racer) => racer.acquire(KEY, requestOf())));
      const led = await Promise.all(racers.map((racer) => racer.race(KEYS, 200)));
      expect(led.reduce((sum, of) => sum + of, 0)).toBe(KEYS.length);
      const store = openHere(place);
      for (const key of KEYS) expect(await entryIn(store, key)).toEqual(entry());
    });

    test('a killed leader delays the others only by its lease', async () => {
      const place = newPlace();
      const leader = startProcess(place);
      const store = openHere(place);
      const { fence } = leaseOf(await leader.acquire(KEY, requestOf({ leaseMs: LEASE_MS })));
      await leader.kill();
      const acquisition = await afterLease(store);
      expect(leaseOf(acquisition).fence).toBeGreaterThan(fence);
    });

    test('a suspended leader is too late: its commit changes nothing', async () => {
      const place = newPlace();
      const leader = startProcess(place);
      const store = openHere(place);
      const late = leaseOf(await leader.acquire(KEY, requestOf({ leaseMs: LEASE_MS })));
      leader.signal('SIGSTOP');
      const lease = leaseOf(await afterLease(store));
      const newer = entry({ refreshAt: NOW + 1 });
      expect(await store.commit(lease, { kind: 'put', entry: newer })).toBe(true);
      leader.signal('SIGCONT');
      expect(await leader.commit(late, { kind: 'put', entry: entry() })).toBe(false);
      expect(await entryIn(store, KEY)).toEqual(newer);
    });

    test('removals are reported to other processes, each time', async () => {
      const place = newPlace();
      const [one, other] = [openHere(place), openHere(place)];
      const removed: (string | undefined)[] = [];
      other.onRemoved((key) => removed.push(key));
      // No removal is missed after the first read entry.
      await other.acquire(KEY, requestOf());
      await expect
        .poll(async () => {
          await one.remove(KEY);
          return removed.filter((key) => key === KEY).length;
        })
        .toBeGreaterThan(3);
      await one.remove('last');
      await expect.poll(() => removed.at(-1)).toBe('last');
    });

    test('a waiter is woken by a commit of another process', async () => {
      const place = newPlace();
      const leader = startProcess(place);
      const store = openHere(place);
      const lease = leaseOf(await leader.acquire(KEY, requestOf()));
      const waiting = store.changed(KEY, 60_000);
      await leader.commit(lease, { kind: 'put', entry: entry() });
      await waiting;
      expect(await store.acquire(KEY, requestOf())).toMatchObject({
        role: 'reader',
        entry: entry(),
      });
    });
  });

  /** Acquires the key after an abandoned lease has expired. */
  async function afterLease(store: WholeStore) {
    const before = await store.acquire(KEY, requestOf());
    if (before.role !== 'follower') return before;
    expect(before.leaseEndsInMs).toBeLessThanOrEqual(LEASE_MS);
    await new Promise((resolve) => setTimeout(resolve, before.leaseEndsInMs + 2));
    return store.acquire(KEY, requestOf());
  }
}

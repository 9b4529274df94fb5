/** What holds for stores that several processes share, of which some are killed. */
import { expect, onTestFinished, test } from 'vitest';
import { MINUTE } from '../../src/policy/limits.js';
import { openStore, type StoreLocation } from '../support/store-place.js';
import { StoreProcess } from '../support/store-process.js';
import { closing, textAt } from './contract.js';

const KEY = 'https://example.com';
const KEYS = Array.from({ length: 20 }, (_, at) => `https://host-${at}.example`);
const LOCK_MS = 1000;

/** @param newPlace returns an empty place */
export function testProcesses(newPlace: () => StoreLocation): void {
  const start = (place: StoreLocation): StoreProcess => {
    const started = new StoreProcess(place);
    onTestFinished(() => started.kill());
    return started;
  };

  test('of 8 processes that lock 20 keys, one gets each, and all see what it has set', async () => {
    const place = newPlace();
    const racers = Array.from({ length: 8 }, () => start(place));
    // All processes must be running before the race starts.
    await Promise.all(racers.map((racer) => racer.lock('ready', 1)));
    const locked = await Promise.all(racers.map((racer) => racer.race(KEYS)));
    expect(locked.flat().toSorted()).toEqual(KEYS.toSorted());
    const store = closing(openStore(place));
    for (const key of KEYS) expect(await textAt(store, key)).toBe(key);
  });

  test('a killed process holds a lock until it lapses, and no longer', async () => {
    const place = newPlace();
    const holder = start(place);
    const store = closing(openStore(place));
    const began = performance.now();
    expect(await holder.lock(KEY, LOCK_MS)).toBe(true);
    const lockedAt = performance.now();
    await holder.kill();
    await expect.poll(() => store.lock(KEY, MINUTE), { interval: 10 }).toBeDefined();
    const passedMs = performance.now();
    expect(passedMs - began).toBeGreaterThan(LOCK_MS - 5);
    // A poll takes up to 10 ms, and more on a busy machine.
    expect(passedMs - lockedAt).toBeLessThan(LOCK_MS + 10_000);
  });
}

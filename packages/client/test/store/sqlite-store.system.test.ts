import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOUR, STORED_LIFE } from '../../src/policy/limits.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { binary, copy, entry, NOW } from '../support/entries.js';
import { StoreProcess } from '../support/store-process.js';
import { storeContract } from './contract.js';
import { processesContract } from './contract-processes.js';
import { entryIn, KEY, lead, put, requestOf } from './contract-steps.js';

const folder = mkdtempSync(join(tmpdir(), 'repkit-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** A path without a file. */
function newPath(): string {
  files += 1;
  return join(folder, `store-${files}.db`);
}

function open(path: string, timeoutMs = 5000): SqliteStore {
  const store = new SqliteStore({ path, timeoutMs });
  onTestFinished(() => store.close());
  return store;
}

/** A connection outside any store. */
function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return database;
}

describe('SqliteStore in memory', () => {
  let clock = 0;
  storeContract({
    open: () => new SqliteStore({ path: ':memory:', clock: () => clock }),
    pass: async (ms) => {
      clock += ms;
    },
  });
});

describe('SqliteStore in a file', () => {
  let clock = 0;
  storeContract({
    open: () => new SqliteStore({ path: newPath(), clock: () => clock }),
    pass: async (ms) => {
      clock += ms;
    },
  });

  processesContract(() => ({ kind: 'sqlite', path: newPath() }));

  test('entries and leases outlive the store object', async () => {
    const path = newPath();
    const first = open(path);
    await put(first);
    const lease = await lead(first, { mode: 'now' });
    await first.close();
    const second = open(path);
    expect(await second.acquire(KEY, requestOf({ mode: 'now' }))).toMatchObject({
      role: 'follower',
    });
    expect(await entryIn(second)).toEqual(entry());
    expect(await second.commit(lease, { kind: 'release' })).toBe(true);
  });

  test('readers of fresh entries and followers do not wait for a writer', async () => {
    const path = newPath();
    const store = open(path);
    await put(store, entry(), 'fresh');
    await lead(store, {}, 'led');
    connect(path).exec('BEGIN IMMEDIATE');
    expect(await store.acquire('fresh', requestOf())).toMatchObject({
      role: 'reader',
      entry: entry(),
    });
    expect(await store.acquire('led', requestOf())).toMatchObject({ role: 'follower' });
    await store.changed('fresh', 60_000);
  });

  test('a writer waits for another writer without blocking the event loop', async () => {
    const path = newPath();
    const store = open(path);
    await put(store);
    const other = connect(path);
    other.exec('BEGIN IMMEDIATE');
    const leading = lead(store, { mode: 'now' });
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    other.exec('COMMIT');
    await leading;
  });

  test('a writer that holds the lock makes other calls reject', async () => {
    const path = newPath();
    const store = open(path, 50);
    await put(store);
    const other = connect(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(lead(store, { mode: 'now' })).rejects.toThrow('locked');
    await expect(store.takeTurn(KEY, NOW, 1)).rejects.toThrow('locked');
    other.exec('ROLLBACK');
    await lead(store, { mode: 'now' });
  });

  test('a waiter on a broken file resolves, and acquire rejects', async () => {
    const path = newPath();
    const store = open(path);
    await lead(store);
    connect(path).exec('DROP TABLE origin');
    const began = performance.now();
    await store.changed(KEY, 60_000);
    expect(performance.now() - began).toBeLessThan(30_000);
    await expect(store.acquire(KEY, requestOf())).rejects.toThrow();
  });

  test('a clock that was set back does not extend a lease', async () => {
    let clock = 1_000_000;
    const store = new SqliteStore({ path: newPath(), clock: () => clock });
    onTestFinished(() => store.close());
    await lead(store, { leaseMs: 1000 });
    clock -= 500_000;
    await lead(store, { leaseMs: 1000 });
  });

  test.each([
    ['facts that are not JSON', "facts = '{'"],
    ['one changed letter in its facts', `facts = replace(facts, 'copy', 'cope')`],
    ['facts without their checksum', `facts = substr(facts, instr(facts, ' ') + 1)`],
    ['a later refresh than in its facts', 'refresh_at = refresh_at + 1'],
    ['the facts of another key', `facts = (SELECT facts FROM origin WHERE key = 'other')`],
    ['a different body', "body = x'00'"],
    ['a missing body', 'body = NULL'],
  ])('an entry with %s counts as missing and can be replaced', async (_, change) => {
    const path = newPath();
    const store = open(path);
    await put(store);
    await put(store, entry(), 'other');
    connect(path).exec(`UPDATE origin SET ${change} WHERE key = '${KEY}'`);
    const acquisition = await store.acquire(KEY, requestOf());
    expect(acquisition.role).toBe('leader');
    expect(acquisition.entry).toBeUndefined();
    const other = await store.acquire(KEY, requestOf());
    expect(other.role).toBe('follower');
    await put(store, entry(), 'another key');
    if (acquisition.role !== 'leader') return;
    await store.commit(acquisition.lease, { kind: 'put', entry: entry() });
    expect(await entryIn(store)).toEqual(entry());
  });

  test('a process that has missed removals is notified without keys', async () => {
    const path = newPath();
    const [one, other] = [open(path), open(path)];
    const removed: unknown[] = [];
    other.onRemoved((key) => removed.push(key));
    await other.acquire(KEY, requestOf());
    connect(path).exec(`
      BEGIN;
      INSERT INTO removed (key, at) VALUES ('a', 0), ('b', 0);
      DELETE FROM removed;
      COMMIT`);
    await expect.poll(() => removed).toEqual([undefined]);
    await one.remove('c');
    await expect.poll(() => removed).toEqual([undefined, 'c']);
  });

  test('a leased key outlives its expiry, and removals and turns are swept later', async () => {
    const path = newPath();
    let clock = 0;
    const store = new SqliteStore({ path, clock: () => clock });
    onTestFinished(() => store.close());
    const count = (table: string) =>
      connect(path).prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    await lead(store, { leaseMs: 2 * HOUR }, 'led');
    await store.remove('removed');
    await store.takeTurn(KEY, NOW, 1);
    const later = { now: NOW + STORED_LIFE + 1 };
    clock = 2 * HOUR;
    await lead(store, later);
    expect([count('origin'), count('removed'), count('turn')]).toEqual([2, 1, 0]);
    clock += 1;
    await lead(store, { ...later, mode: 'now' }, 'other');
    await store.remove('removed later');
    expect([count('origin'), count('removed')]).toEqual([2, 1]);
    expect(await store.acquire(KEY, requestOf())).toMatchObject({ role: 'follower' });
  });

  test('expired entries are removed gradually, others stay', async () => {
    const path = newPath();
    const store = open(path);
    for (let at = 0; at < 30; at += 1) await put(store, entry(), `old ${at}`);
    await store.takeTurn('old', NOW, 1);
    const later = entry().refreshAt + STORED_LIFE + 86_400_000;
    const recent = entry({ refreshAt: later });
    await put(store, recent, 'recent');
    const rows = connect(path).prepare('SELECT count(*) AS n FROM origin');
    const counts: unknown[] = [];
    for (let at = 0; at < 5; at += 1) {
      await lead(store, { now: later }, `new ${at}`);
      counts.push(rows.get()?.n);
    }
    expect(counts).toEqual([24, 17, 10, 5, 6]);
    expect(await entryIn(store, 'recent')).toEqual(recent);
    expect(await store.takeTurn('old', NOW, 1)).toBe(NOW);
  });

  test('a writer killed repeatedly while writing leaves complete entries', async () => {
    const path = newPath();
    const keys = ['a', 'b', 'c', 'd'];
    for (let round = 0; round < 10; round += 1) {
      const writer = new StoreProcess({ kind: 'sqlite', path });
      await writer.churn(keys);
      await new Promise((resolve) => setTimeout(resolve, 10 + round * 7));
      await writer.kill();
      const store = open(path);
      for (const key of keys) {
        const { settled, refreshAt } = (await entryIn(store, key)) ?? {};
        // The child writes the round into the body.
        const body = binary(((Number(refreshAt) - NOW) * 7919) % 100_000);
        expect(settled).toEqual({ ...copy, body });
      }
      expect(connect(path).prepare('PRAGMA integrity_check').get()).toEqual({
        integrity_check: 'ok',
      });
    }
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/policy/limits.js';
import { SqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import { closing, LIFE, locked, put, testContract, textAt } from './contract.js';

const folder = mkdtempSync(join(tmpdir(), 'repkit-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** A path without a file. */
function newPath(): string {
  files += 1;
  return join(folder, `store-${files}.db`);
}

function open(path: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  return closing(new SqliteStore({ path, timeoutMs: 5000, ...options }));
}

/** A connection outside any store. */
function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return database;
}

describe('SqliteStore in a file', () => {
  const path = newPath();
  // The last connection to be closed removes the log of the file, which takes long.
  const keeper = new SqliteStore({ path });
  afterAll(() => keeper.close());
  beforeAll(() => put(keeper, 'a', 'value'));
  testContract(() => new SqliteStore({ path }));
});

describe('SqliteStore in memory', () => {
  let store: Store | undefined;
  let opened = 0;
  // Each case opens it twice: both are the same store.
  testContract(() => {
    if (opened++ % 2 === 0) store = new SqliteStore({ path: ':memory:' });
    return store as Store;
  });
});

test('values and locks outlive the store object', async () => {
  const path = newPath();
  const first = open(path);
  await put(first, 'a', 'value');
  await locked(first, 'a', MINUTE);
  await first.close();
  const second = open(path);
  expect(await textAt(second, 'a')).toBe('value');
  expect(await second.lock('a', MINUTE)).toBeUndefined();
});

test('readers do not wait for a writer', async () => {
  const path = newPath();
  const store = open(path);
  await put(store, 'a', 'value');
  connect(path).exec('BEGIN IMMEDIATE');
  expect(await textAt(store, 'a')).toBe('value');
});

test('a writer waits for another writer without blocking the event loop', async () => {
  const path = newPath();
  const store = open(path);
  await put(store, 'a', 'value');
  const writer = connect(path);
  writer.exec('BEGIN IMMEDIATE');
  const locking = locked(store, 'a', MINUTE);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  writer.exec('COMMIT');
  await locking;
});

test('a writer that holds the file makes other writers reject', async () => {
  const path = newPath();
  const store = open(path, { timeoutMs: 50 });
  await put(store, 'a', 'value');
  const writer = connect(path);
  writer.exec('BEGIN IMMEDIATE');
  await expect(store.lock('a', MINUTE)).rejects.toThrow('locked');
  await expect(put(store, 'a', 'other')).rejects.toThrow('locked');
  await expect(store.delete('a')).rejects.toThrow('locked');
  writer.exec('ROLLBACK');
  await put(store, 'a', 'other');
});

test('a file without its tables makes every method reject', async () => {
  const path = newPath();
  const store = open(path);
  await put(store, 'a', 'value');
  connect(path).exec('DROP TABLE entry; DROP TABLE lock');
  await expect(store.get('a')).rejects.toThrow('no such table');
  await expect(store.lock('a', MINUTE)).rejects.toThrow('no such table');
});

test('an error of anything but the file is not retried', async () => {
  let tries = 0;
  const clock = () => {
    tries += 1;
    throw new Error('database is locked');
  };
  await expect(open(newPath(), { clock }).lock('a', MINUTE)).rejects.toThrow('locked');
  expect(tries).toBe(1);
});

test('a caller that read its clock before it waited for the file does not take a lock that was taken meanwhile', async () => {
  let clock = DAY;
  const store = open(newPath(), { clock: () => clock });
  await locked(store, 'a', MINUTE);
  clock -= SECOND;
  expect(await store.lock('a', MINUTE)).toBeUndefined();
});

test('a caller that read its clock before it waited for the file does not replace a later value', async () => {
  const store = open(newPath(), { clock: () => DAY });
  const bytes = (text: string) => new TextEncoder().encode(text);
  await store.set('a', bytes('later'), { ...LIFE, order: DAY + SECOND });
  await store.set('a', bytes('earlier'), { ...LIFE, order: DAY });
  expect(await textAt(store, 'a')).toBe('later');
});

test('a clock that was set back does not extend a lock', async () => {
  let clock = 10 * DAY;
  const store = open(newPath(), { clock: () => clock });
  await locked(store, 'a', MINUTE);
  clock += MINUTE - 1;
  expect(await store.lock('a', MINUTE)).toBeUndefined();
  clock -= DAY;
  await locked(store, 'a', MINUTE);
});

test('values that are no longer needed and lapsed locks are removed gradually, others stay', async () => {
  const path = newPath();
  let clock = 0;
  const store = open(path, { clock: () => clock });
  for (let at = 0; at < 20; at++) await store.set(`old ${at}`, new Uint8Array(1), LIFE);
  await store.set('needed', new Uint8Array(1), { ttlMs: 31 * DAY });
  for (let at = 0; at < 20; at++) await locked(store, `lapsed ${at}`, MINUTE);
  await locked(store, 'held', 31 * DAY);
  clock = 30 * DAY;
  const rows = (table: string) => connect(path).prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  const counts: unknown[] = [];
  for (let at = 0; at < 4; at++) {
    await store.set(`new ${at}`, new Uint8Array(1), LIFE);
    const release = await locked(store, 'a', MINUTE);
    await release();
    counts.push([rows('entry'), rows('lock')]);
  }
  expect(counts).toEqual([
    [14, 13],
    [7, 5],
    [4, 1],
    [5, 1],
  ]);
  expect(await store.get('needed')).toBeDefined();
  expect(await store.lock('held', MINUTE)).toBeUndefined();
});

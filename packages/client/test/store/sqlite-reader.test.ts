import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type KeyedEntry, SqliteReader } from '../../src/store/sqlite-reader.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { binary, copy, entry } from '../support/entries.js';
import { put } from './contract-steps.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-sqlite-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An open store with an entry for each key. */
async function filled(path: string, keys: readonly string[]): Promise<SqliteStore> {
  const store = new SqliteStore({ path });
  onTestFinished(() => store.close());
  const kept = entry({ settled: { ...copy, body: binary(3) } });
  for (const key of keys) await put(store, kept, key);
  return store;
}

function read(path: string, timeoutMs = 5000): SqliteReader {
  const reader = new SqliteReader({ path, timeoutMs });
  onTestFinished(() => reader.close());
  return reader;
}

async function all(reader: SqliteReader): Promise<KeyedEntry[]> {
  const found: KeyedEntry[] = [];
  for await (const kept of reader.entries()) found.push(kept);
  return found;
}

async function keysOf(reader: SqliteReader): Promise<string[]> {
  return (await all(reader)).map(({ key }) => key);
}

test('yields all entries in the order of their keys, with undefined for unreadable ones', async () => {
  const path = join(newFolder(), 'store');
  const keys = Array.from({ length: 150 }, (_, index) => `p https://h${index}.example`).sort();
  await (await filled(path, keys.toReversed())).close();
  const database = new DatabaseSync(path);
  database.exec(`UPDATE origin SET facts = '{' WHERE key = '${keys[70]}'`);
  database.close();
  const reader = read(path);
  const found = await all(reader);
  expect(found.map(({ key }) => key)).toEqual(keys);
  expect(found.filter((one) => one.entry === undefined).map(({ key }) => key)).toEqual([keys[70]]);
  expect(found[0].entry?.settled).toEqual({ ...copy, body: binary(3) });
});

test('reads while a store writes, and leaves no files after both are closed', async () => {
  const folder = newFolder();
  const path = join(folder, 'store');
  const store = await filled(path, ['a']);
  const reader = read(path);
  expect(await keysOf(reader)).toEqual(['a']);
  await put(store, entry(), 'b');
  expect(await keysOf(reader)).toEqual(['a', 'b']);
  await store.close();
  reader.close();
  reader.close();
  expect(readdirSync(folder)).toEqual(['store']);
});

/** Acts like a folder without write access for every user: SQLite follows no symbolic link there. */
function withoutFilesBeside(path: string): void {
  symlinkSync('nowhere', `${path}-wal`);
}

test('reads if SQLite cannot create files next to the database', async () => {
  const path = join(newFolder(), 'a #?%41 store');
  await (await filled(path, ['a', 'b'])).close();
  const bytes = readFileSync(path);
  withoutFilesBeside(path);
  expect(() => new SqliteStore({ path })).toThrow();
  expect(await keysOf(read(path))).toEqual(['a', 'b']);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('an unreadable write-ahead log is reported', async () => {
  const folder = newFolder();
  const path = join(folder, 'store');
  await filled(path, ['a']);
  const other = join(folder, 'other');
  copyFileSync(path, other);
  copyFileSync(`${path}-wal`, `${path}.log`);
  symlinkSync(`${path}.log`, `${other}-wal`);
  expect(() => new SqliteReader({ path: other })).toThrow(
    `${other} cannot be read in place, because SQLite cannot write next to it and ${other}-wal contains the ` +
      'latest changes; copy both to a folder that you own.',
  );
  // The same files are readable as regular files.
  unlinkSync(`${other}-wal`);
  copyFileSync(`${path}-wal`, `${other}-wal`);
  expect(await keysOf(read(other))).toEqual(['a']);
});

test.each([
  ['a missing file', () => {}, 'no such file'],
  [
    'no database',
    (path: string) => writeFileSync(path, 'x'.repeat(999)),
    'is not a SQLite database',
  ],
  [
    'an empty file',
    (path: string) => writeFileSync(path, ''),
    'is an empty database; use the file of an existing store',
  ],
  [
    'the file of another program',
    (path: string) => {
      const database = new DatabaseSync(path);
      database.exec('CREATE TABLE a (b)');
      database.close();
    },
    'is the database of another program',
  ],
])('%s is refused, and no file is created', (_, make, sentence) => {
  const folder = newFolder();
  const path = join(folder, 'file');
  make(path);
  const before = readdirSync(folder);
  expect(() => new SqliteReader({ path })).toThrow(sentence);
  expect(readdirSync(folder)).toEqual(before);
  if (before.length === 0) return;
  withoutFilesBeside(path);
  expect(() => new SqliteReader({ path })).toThrow(sentence);
});

test('waits for a writer that holds the lock', async () => {
  const path = join(newFolder(), 'store');
  await (await filled(path, ['a'])).close();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const reader = read(path, 20);
  await expect(keysOf(reader)).rejects.toThrow('database is locked');
  const patient = read(path, 30_000);
  const found = keysOf(patient);
  other.close();
  expect(await found).toEqual(['a']);
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase, prepareDatabase } from '../../src/store/sqlite-file.js';

const folder = mkdtempSync(join(tmpdir(), 'repkit-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

const TABLES = ['entry', 'lock'];

function newPath(): string {
  files += 1;
  return join(folder, `file-${files}.db`);
}

function open(path: string): DatabaseSync {
  const database = openDatabase(path);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** A file written by SQLite without the store. */
function write(path: string, sql: string): string {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

function tablesOf(database: DatabaseSync): unknown[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map(({ name }) => name).sort();
}

/** The connection, with an action of another process before its second statement outside a transaction. */
function interrupted(database: DatabaseSync, byAnother: () => void): DatabaseSync {
  let statements = 0;
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name === 'prepare' && !target.isTransaction && ++statements === 2) byAnother();
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('tables created by another process during the probe belong to the store', () => {
  const path = newPath();
  const database = open(path);
  const other = () => prepareDatabase(open(path));
  prepareDatabase(interrupted(database, other));
  expect(tablesOf(database)).toContain('entry');
});

describe('openDatabase', () => {
  test('creates the folder of the file for this user only', () => {
    const path = join(folder, 'new', 'folder', 'store.db');
    open(path);
    for (const made of [join(folder, 'new'), join(folder, 'new', 'folder')]) {
      expect(statSync(made).mode & 0o777).toBe(0o700);
    }
    expect(statSync(path).isFile()).toBe(true);
  });

  test('leaves an existing folder unchanged', () => {
    const path = join(folder, 'open', 'store.db');
    mkdirSync(join(folder, 'open'));
    chmodSync(join(folder, 'open'), 0o755);
    open(path);
    expect(statSync(join(folder, 'open')).mode & 0o777).toBe(0o755);
  });

  test('the busy timeout is short, because it blocks the event loop', () => {
    const { timeout } = open(newPath()).prepare('PRAGMA busy_timeout').get() ?? {};
    expect(timeout).toBeGreaterThan(0);
    expect(timeout).toBeLessThanOrEqual(20);
  });

  test('a file that is not a database', () => {
    const path = newPath();
    writeFileSync(path, 'User-agent: *\nDisallow:\n'.repeat(100));
    expect(() => openDatabase(path)).toThrow(`${path} is not a SQLite database; delete it or use another file`);
  });

  test('a truncated file', () => {
    const path = newPath();
    const database = open(path);
    prepareDatabase(database);
    database.close();
    truncateSync(path, 4096);
    expect(() => openDatabase(path)).toThrow(`${path} is damaged; delete it or use another file.`);
  });

  test('a database of another program', () => {
    const path = write(newPath(), 'CREATE TABLE notes (text TEXT)');
    expect(() => openDatabase(path)).toThrow(`${path} is the database of another program`);
    const marked = write(newPath(), 'PRAGMA application_id = 7');
    expect(() => openDatabase(marked)).toThrow('another program');
  });

  test('a database of a later version', () => {
    const path = newPath();
    const database = open(path);
    prepareDatabase(database);
    database.close();
    write(path, 'PRAGMA user_version = 7');
    expect(() => openDatabase(path)).toThrow(
      `${path} was written by a later version of @repkit/client (schema 7; this version supports 3)`,
    );
  });

  test('a database of an earlier version, or without a schema version', () => {
    const path = newPath();
    const database = open(path);
    prepareDatabase(database);
    database.close();
    for (const version of [2, 0, -1]) {
      write(path, `PRAGMA user_version = ${version}`);
      expect(() => openDatabase(path)).toThrow(
        `${path} is incomplete or from an earlier version (schema ${version}); delete it or use another file.`,
      );
    }
  });

  test('a folder, or a path through a file', () => {
    expect(() => openDatabase(folder)).toThrow(`${folder} cannot be opened: unable to open`);
    const file = write(newPath(), 'CREATE TABLE notes (text TEXT)');
    expect(() => openDatabase(join(file, 'store.db'))).toThrow(`store.db cannot be opened: EEXIST`);
  });

  test('a file locked by another process can be opened', () => {
    const path = newPath();
    const other = new DatabaseSync(path);
    other.exec('BEGIN EXCLUSIVE');
    const database = open(path);
    expect(() => prepareDatabase(database)).toThrow('locked');
    other.exec('COMMIT');
    other.close();
    prepareDatabase(database);
    expect(tablesOf(database)).toEqual(TABLES);
  });
});

describe('prepareDatabase', () => {
  test('creates the tables once, with a write-ahead log', () => {
    const path = newPath();
    const database = open(path);
    prepareDatabase(database);
    expect(tablesOf(database)).toEqual(TABLES);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.exec("INSERT INTO lock VALUES ('a', 'b', 1, 2)");
    const again = open(path);
    prepareDatabase(again);
    expect(again.prepare('SELECT key FROM lock').all()).toEqual([{ key: 'a' }]);
  });

  test('works in memory', () => {
    const database = open(':memory:');
    prepareDatabase(database);
    expect(tablesOf(database)).toEqual(TABLES);
  });

  test('a table created meanwhile by another program stops it', () => {
    const path = newPath();
    const database = open(path);
    write(path, 'CREATE TABLE notes (text TEXT)');
    expect(() => prepareDatabase(database)).toThrow('another program');
  });
});

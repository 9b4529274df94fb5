/** One SQLite file as processes share it: opened, known as ours, and written to by one at a time. */

import { mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** A database that lives in this connection alone. */
const IN_MEMORY = ':memory:';

/** How long SQLite itself may wait for another process: so long the event loop stands still. */
const BUSY_TIMEOUT_MS = 10;

/** Between two tries: the event loop is free meanwhile. */
const TRY_AGAIN_MS = 5;

/** "repk": how the file tells that it is ours. */
const APPLICATION_ID = 0x72_65_70_6b;

const SCHEMA_VERSION = 1;

/** By AUTOINCREMENT no number is given twice, and one that is missing was swept. */
const REMOVED = `
  CREATE TABLE IF NOT EXISTS removed (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, at REAL NOT NULL) STRICT;
`;

/**
 * `fence` holds the last fence of all keys: thus none goes back when its row is removed. A row of `origin` begins with its
 * first lease, without an entry; times are REAL as they may have fractions of a millisecond.
 */
const SCHEMA = `
  CREATE TABLE fence (last INTEGER NOT NULL) STRICT;
  INSERT INTO fence VALUES (0);
  CREATE TABLE origin (
    key TEXT PRIMARY KEY,
    fence INTEGER NOT NULL,
    leased_from REAL,
    leased_until REAL,
    keep_until REAL NOT NULL,
    refresh_at REAL,
    facts TEXT,
    body BLOB
  ) STRICT;
  CREATE INDEX origin_keep_until ON origin (keep_until);
  CREATE TABLE turn (key TEXT PRIMARY KEY, at REAL NOT NULL) STRICT;
  CREATE INDEX turn_at ON turn (at);
  ${REMOVED}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** The primary result codes of SQLite; the bytes above the lowest tell more. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/**
 * Opens a file, or makes it and its folder (for this user alone). It is not ready before `prepareDatabase`.
 * Throws where it cannot be opened, or is something else than our database of this version.
 */
export function openDatabase(path: string): DatabaseSync {
  const file = path === IN_MEMORY ? path : resolve(path);
  try {
    if (file !== IN_MEMORY) makeFolder(dirname(file));
  } catch (error) {
    throw cannotOpen(file, error);
  }
  return lookedAt(connect(file), file, inspect);
}

/**
 * A database that `look` has nothing against, or that another process is at: then whoever works with it looks again.
 * Else it is closed, and what `look` threw is thrown.
 */
export function lookedAt(
  database: DatabaseSync,
  file: string,
  look: (database: DatabaseSync, file: string) => void,
): DatabaseSync {
  try {
    look(database, file);
  } catch (error) {
    if (!isBusy(error)) {
      database.close();
      throw error;
    }
  }
  return database;
}

/** Throws where it cannot be opened, with what to do. */
export function connect(
  file: string,
  place: string | URL = file,
  options: DatabaseSyncOptions = {},
): DatabaseSync {
  // Not before it is needed: Node 22 warns of an experimental feature as soon as the module is loaded.
  const { DatabaseSync }: typeof import('node:sqlite') = createRequire(import.meta.url)(
    'node:sqlite',
  );
  try {
    return new DatabaseSync(place, { timeout: BUSY_TIMEOUT_MS, ...options });
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

function cannotOpen(file: string, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`${file} cannot be opened: ${why}; name a file in a folder of yours.`);
}

/** Makes the tables where they are missing. Throws as `openDatabase`, and where other processes are at it. */
export function prepareDatabase(database: DatabaseSync): void {
  const file = database.location() ?? IN_MEMORY;
  // Readers and a writer do not wait for each other; what a crash of the system may cost is the last commits only.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  if (inspect(database, file) === 'ours') {
    // A file of a version that had no such table yet.
    database.exec(REMOVED);
    return;
  }
  transaction(database, () => {
    // Another process may have been quicker.
    if (inspect(database, file) === 'empty') database.exec(SCHEMA);
  });
}

/** Runs work alone among all writers. Throws, with nothing done, where another one does not let it begin. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Does a piece of work, again and again for a time where another process holds the file. */
export async function whenFree<Result>(timeoutMs: number, work: () => Result): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(TRY_AGAIN_MS);
  }
}

/** Whether an error is gone as soon as another process has done its part. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === SQLITE_BUSY;
}

/** Whether SQLite can have no files of its own beside the database. */
export function isUnwritable(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE_READONLY || code === SQLITE_CANTOPEN;
}

/** Whether a part of the file cannot be read, while others may be. */
export function isDamage(error: unknown): error is Error {
  const code = resultCode(error);
  return code === SQLITE_IOERR || code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Whether we have written, or nobody yet. Throws where it is no database, or not one for us. */
export function inspect(database: DatabaseSync, file: string): 'ours' | 'empty' {
  let found: ReturnType<typeof whatIsThere>;
  try {
    found = whatIsThere(database);
  } catch (error) {
    const code = resultCode(error);
    if (code === SQLITE_CORRUPT) {
      throw new Error(`${file} is damaged; name another file, or delete it.`);
    }
    if (code !== SQLITE_NOTADB) throw error;
    throw new Error(`${file} is no SQLite database; name another file, or delete it.`);
  }
  if (found.application === APPLICATION_ID && found.version === SCHEMA_VERSION) return 'ours';
  if (found.application === APPLICATION_ID) {
    throw new Error(
      `${file} was written by a later version of @repkit/client (schema ${found.version}, and this one knows ` +
        `${SCHEMA_VERSION}); name another file, or update @repkit/client.`,
    );
  }
  if (found.application === 0 && found.version === 0 && found.tables === 0) return 'empty';
  throw new Error(`${file} is the database of another program; give the store a file of its own.`);
}

/** By one statement: between two of them another process may have made the tables. */
const WHAT_IS_THERE = `
  SELECT
    (SELECT application_id FROM pragma_application_id) AS application,
    (SELECT user_version FROM pragma_user_version) AS version,
    (SELECT count(*) FROM sqlite_schema) AS tables
`;

function whatIsThere(database: DatabaseSync) {
  const { application, version, tables } = database.prepare(WHAT_IS_THERE).get() ?? {};
  return { application: Number(application), version: Number(version), tables: Number(tables) };
}

function resultCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error;
  return isOfSqlite && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/**
 * Makes what is missing, for this user alone. One level at a time: Node's own `recursive` never ends where a file system
 * says of a new folder that it is not there, as /proc does. Errors are those of the file system.
 */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

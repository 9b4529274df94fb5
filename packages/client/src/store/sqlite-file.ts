/** Opens a SQLite file that processes share, and verifies that it is a store. */

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const IN_MEMORY = ':memory:';

/** How long SQLite itself waits for another process. This wait blocks the event loop, so it is short. */
const BUSY_TIMEOUT_MS = 10;

/** "repk" in ASCII: marks the file as a store of this package. */
const APPLICATION_ID = 0x72_65_70_6b;

const SCHEMA_VERSION = 3;

/** Times are REAL because they may have fractions of a millisecond. */
const SCHEMA = `
  CREATE TABLE entry (key TEXT PRIMARY KEY, value BLOB NOT NULL, "order" REAL, keep_until REAL NOT NULL) STRICT;
  CREATE INDEX entry_keep_until ON entry (keep_until);
  CREATE TABLE lock (key TEXT PRIMARY KEY, holder TEXT NOT NULL, taken_at REAL NOT NULL, until REAL NOT NULL) STRICT;
  CREATE INDEX lock_until ON lock (until);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Primary result codes of SQLite: the lowest byte of the extended codes. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Opens the file, or creates it and its folder with access for this user only. Call `prepareDatabase` before use.
 * Throws if the file cannot be opened or is not a database of this version.
 */
export function openDatabase(path: string): DatabaseSync {
  const file = path === IN_MEMORY ? path : resolve(path);
  const database = connect(file);
  try {
    inspect(database, file);
  } catch (error) {
    // A busy database is inspected again before use.
    if (isBusy(error)) return database;
    database.close();
    throw error;
  }
  return database;
}

function connect(file: string): DatabaseSync {
  // Loaded on first use, because Node.js 22 warns about an experimental feature as soon as the module is loaded.
  const { DatabaseSync }: typeof import('node:sqlite') = createRequire(import.meta.url)('node:sqlite');
  try {
    if (file !== IN_MEMORY) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be opened: ${why}; use a file in a folder that you own.`);
  }
}

/** Creates missing tables. Throws as `openDatabase` does, or if the file is busy. */
export function prepareDatabase(database: DatabaseSync): void {
  const file = database.location() ?? IN_MEMORY;
  // With WAL, readers and a writer do not block each other. A system crash loses at most the last commits.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  if (inspect(database, file) === 'ours') return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have created the tables first.
    if (inspect(database, file) === 'empty') database.exec(SCHEMA);
    database.exec('COMMIT');
  } catch (error) {
    // Some errors, such as a full disk, roll back automatically.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Returns whether an operation failed only because another process locks the file. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === SQLITE_BUSY;
}

/** Returns whether the file is a store or is empty. Throws if it is damaged or anything else. */
function inspect(database: DatabaseSync, file: string): 'ours' | 'empty' {
  let contents: ReturnType<typeof readHeader>;
  try {
    contents = readHeader(database);
  } catch (error) {
    const code = resultCode(error);
    if (code === SQLITE_CORRUPT) {
      throw new Error(`${file} is damaged; delete it or use another file.`);
    }
    if (code !== SQLITE_NOTADB) throw error;
    throw new Error(`${file} is not a SQLite database; delete it or use another file.`);
  }
  const { application, version, tables } = contents;
  if (application === 0 && version === 0 && tables === 0) return 'empty';
  if (application !== APPLICATION_ID) {
    throw new Error(`${file} is the database of another program; use another file for the store.`);
  }
  if (version === SCHEMA_VERSION) return 'ours';
  throw new Error(
    version < SCHEMA_VERSION
      ? `${file} is incomplete or from an earlier version (schema ${version}); delete it or use another file.`
      : `${file} was written by a later version of @repkit/client (schema ${version}; this version supports ` +
          `${SCHEMA_VERSION}); update @repkit/client or use another file.`,
  );
}

/** One statement, because another process may create the tables between two. */
const HEADER_QUERY = `
  SELECT
    (SELECT application_id FROM pragma_application_id) AS application,
    (SELECT user_version FROM pragma_user_version) AS version,
    (SELECT count(*) FROM sqlite_schema) AS tables
`;

function readHeader(database: DatabaseSync) {
  const { application, version, tables } = database.prepare(HEADER_QUERY).get() ?? {};
  return { application: Number(application), version: Number(version), tables: Number(tables) };
}

function resultCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error;
  return isOfSqlite && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

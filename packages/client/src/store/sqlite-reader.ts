/** Reads all entries of a SQLite store without writing. The file may belong to another user. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Entry } from '../policy/entry.js';
import { SECOND } from '../policy/limits.js';
import { connect, inspect, isUnwritable, probed, whenFree } from './sqlite-file.js';
import { entryIn, prepareStatements, type StoreStatements } from './sqlite-tables.js';

export interface SqliteReaderOptions {
  /** The file of a `SqliteStore`. */
  readonly path: string;
  /** How long to wait for writers before rejecting, in milliseconds (default: 4,000). */
  readonly timeoutMs?: number;
}

export interface KeyedEntry {
  /** The scope of the clients that share it (`storeScope` in `settings.ts`), a space, and the origin. */
  readonly key: string;
  /** Undefined if it cannot be read. */
  readonly entry: Entry | undefined;
}

/** Rows per read. Other processes can write between two reads. */
const ROWS_AT_ONCE = 64;

export class SqliteReader {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  #statements: StoreStatements | undefined;

  /** Throws if the file cannot be opened or is not a store of this version. */
  constructor({ path, timeoutMs = 4 * SECOND }: SqliteReaderOptions) {
    this.#file = resolve(path);
    this.#database = openToRead(this.#file);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Yields all entries in the order of their keys; may include entries written meanwhile. Rejects if the file is
   * damaged or stays locked.
   */
  async *entries(): AsyncGenerator<KeyedEntry> {
    for (let next = ''; ; ) {
      const rows = await this.#read((sql) => sql.entriesFrom.all(next, ROWS_AT_ONCE));
      for (const row of rows) yield { key: String(row.key), entry: entryIn(row) };
      if (rows.length < ROWS_AT_ONCE) return;
      // The smallest key after the last one.
      next = `${rows.at(-1)?.key}\0`;
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #read<Result>(work: (sql: StoreStatements) => Result): Promise<Result> {
    return whenFree(this.#timeoutMs, () => {
      // A database that was busy when it was opened has not been probed yet.
      if (this.#statements === undefined) assertStore(this.#database, this.#file);
      this.#statements ??= prepareStatements(this.#database);
      return work(this.#statements);
    });
  }
}

function openToRead(file: string): DatabaseSync {
  // Throws if the file is missing. SQLite would create it.
  statSync(file);
  try {
    return probed(connect(file), file, assertStore);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
  return openImmutable(file);
}

/**
 * Opens a file next to which SQLite cannot write. Throws if its write-ahead log has content, because the latest changes
 * would be missing.
 */
function openImmutable(file: string): DatabaseSync {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new Error(
      `${file} cannot be read in place, because SQLite cannot write next to it and ${log} contains the latest ` +
        'changes; copy both to a folder that you own.',
    );
  }
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return probed(connect(file, url, { readOnly: true }), file, assertStore);
}

/** Throws as `inspect` does, or if the database is empty. */
function assertStore(database: DatabaseSync, file: string): void {
  if (inspect(database, file) === 'ours') return;
  throw new Error(`${file} is an empty database; use the file of an existing store.`);
}

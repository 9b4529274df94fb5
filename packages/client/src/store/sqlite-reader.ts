/** All that a SQLite store keeps, for who only reads it: the file may be one of somebody else. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { SECOND } from '../limits.js';
import type { Entry } from '../policy/entry.js';
import { connect, inspect, isUnwritable, lookedAt, whenFree } from './sqlite-file.js';
import { entryOfRow, SqliteTables } from './sqlite-tables.js';

export { isDamage } from './sqlite-file.js';

export interface SqliteReaderOptions {
  /** The file of a `SqliteStore`. */
  readonly path: string;
  /** How long writers are waited for, in milliseconds, before reading rejects: 4,000 where it is not given. */
  readonly timeoutMs?: number;
}

export interface KeptEntry {
  /** The scope of the clients that share it (`storeScope` in `settings.ts`), a space, and the origin. */
  readonly key: string;
  /** Undefined where it cannot be read. */
  readonly entry: Entry | undefined;
}

/** Read in one step; other processes write between two of them. */
const ROWS_AT_ONCE = 64;

export class SqliteReader {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  #tables: SqliteTables | undefined;

  /** Throws where the file cannot be opened, or is no database of this version of the store. */
  constructor({ path, timeoutMs = 4 * SECOND }: SqliteReaderOptions) {
    this.#file = resolve(path);
    this.#database = openToRead(this.#file);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * All that is kept, in the order of the keys. What others write meanwhile may be among it. Rejects where the file is
   * damaged, or a writer does not let go of it.
   */
  async *entries(): AsyncGenerator<KeptEntry> {
    for (let next = ''; ; ) {
      const rows = await this.#read((tables) => tables.entriesFrom(next, ROWS_AT_ONCE));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      // The least key behind the last one.
      next = `${last.key}\0`;
    }
  }

  /** What is kept under a key; undefined where that is nothing that can be read. Rejects as `entries`. */
  async entry(key: string): Promise<Entry | undefined> {
    const row = await this.#read((tables) => tables.origin(key));
    return row && entryOfRow(key, row);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #read<Result>(work: (tables: SqliteTables) => Result): Promise<Result> {
    return whenFree(this.#timeoutMs, () => {
      this.#tables ??= this.#prepared();
      return work(this.#tables);
    });
  }

  #prepared(): SqliteTables {
    // Where a writer was at it as it was opened, nobody has looked at it yet.
    inspectKept(this.#database, this.#file);
    return new SqliteTables(this.#database, ['origin', 'entriesFrom']);
  }
}

function openToRead(file: string): DatabaseSync {
  // SQLite would make what is not there.
  statSync(file);
  try {
    return lookedAt(connect(file), file, inspectKept);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
  return openAsItStands(file);
}

/**
 * Where SQLite can have no files of its own beside the database. What was written last may lie in one of another user:
 * without it an older state would be told as the present one.
 */
function openAsItStands(file: string): DatabaseSync {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new Error(
      `${file} cannot be read where it lies, since SQLite needs to write beside it: ${log} holds what was written ` +
        'last; copy both to a folder of yours.',
    );
  }
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return lookedAt(connect(file, url, { readOnly: true }), file, inspectKept);
}

/** Throws as `inspect`, and where nobody has kept anything. */
function inspectKept(database: DatabaseSync, file: string): void {
  if (inspect(database, file) === 'ours') return;
  throw new Error(`${file} is an empty database; name one in which copies are kept.`);
}

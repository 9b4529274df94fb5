/** A store in one SQLite file, shared by any number of processes on one machine. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../policy/limits.js';
import { anyTime } from '../validate/checks.js';
import { isBusy, openDatabase, prepareDatabase } from './sqlite-file.js';
import type { Release, SetOptions, Store } from './store.js';

export interface SqliteStoreOptions {
  /** The file; it and its folder are created if missing. `:memory:` for a private database. */
  readonly path: string;
  /** How long to wait for other writers before a method rejects, in milliseconds (default: 4,000). */
  readonly timeoutMs?: number;
  /** Returns milliseconds since 1970, the same for all processes that share the file (default: `Date.now`). */
  readonly clock?: () => number;
}

/** Timestamps may be this far ahead, because the caller reads its clock before it waits for the file. */
const CLOCK_SKEW_MS = 30 * SECOND;

/** Time between two tries, during which the event loop is free. */
const RETRY_MS = 5;

/** Maximum rows deleted per sweep, so that no caller pays for the whole backlog. */
const SWEPT_ROWS = 8;

/**
 * Statements on the tables of `sqlite-file.ts`, each in its own transaction. Uses only `?`, because Node 22 cannot bind values
 * to numbered parameters.
 */
const SQL = {
  get: 'SELECT value FROM entry WHERE key = ?',
  // The rule of `replaces`. Ignores stored orders more than CLOCK_SKEW_MS in the future: the clock was set back.
  set: `INSERT INTO entry (key, value, "order", keep_until) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
    SET value = excluded.value, "order" = excluded."order", keep_until = excluded.keep_until
    WHERE excluded."order" IS NULL OR entry."order" IS NULL OR entry."order" <= excluded."order" OR entry."order" > ?`,
  delete: 'DELETE FROM entry WHERE key = ?',
  // Ignores locks taken more than CLOCK_SKEW_MS in the future: the clock was set back.
  lock: `INSERT INTO lock (key, holder, taken_at, until) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
    SET holder = excluded.holder, taken_at = excluded.taken_at, until = excluded.until
    WHERE until <= excluded.taken_at OR taken_at > ?`,
  release: 'DELETE FROM lock WHERE key = ? AND holder = ?',
  sweepEntries: `DELETE FROM entry WHERE key IN (SELECT key FROM entry WHERE keep_until < ? LIMIT ${SWEPT_ROWS})`,
  sweepLocks: `DELETE FROM lock WHERE key IN (SELECT key FROM lock WHERE until < ? LIMIT ${SWEPT_ROWS})`,
};

type StoreStatements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/**
 * Holds values in one SQLite file, for any number of processes on one machine.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 * import { SqliteStore } from '@repkit/client/sqlite';
 *
 * const store = new SqliteStore({ path: ':memory:' });
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', store });
 * await client.isAllowed('https://example.com/page'); // true
 * await client.close();
 * await store.close();
 * ```
 */
export class SqliteStore implements Store {
  readonly name = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  /** Undefined before the first use. */
  #statements: StoreStatements | undefined;
  #isClosed = false;

  /** Throws if an option is invalid, the file cannot be opened, or it is not a store of this version. */
  constructor({ path, timeoutMs = 4 * SECOND, clock = Date.now }: SqliteStoreOptions) {
    anyTime(timeoutMs, 'timeoutMs');
    this.#database = openDatabase(path);
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const row = await this.#whenFree((sql) => sql.get.get(key));
    return row?.value instanceof Uint8Array ? row.value : undefined;
  }

  async set(key: string, value: Uint8Array, { ttlMs, order }: SetOptions): Promise<void> {
    const now = this.#clock();
    await this.#whenFree((sql) => sql.set.run(key, value, order ?? null, now + ttlMs, now + CLOCK_SKEW_MS));
    await this.#whenFree((sql) => sql.sweepEntries.run(now));
  }

  async lock(key: string, ms: number): Promise<Release | undefined> {
    const holder = randomUUID();
    const { changes } = await this.#whenFree((sql) => {
      // Read the clock for each try, because the lock begins when it is taken.
      const now = this.#clock();
      return sql.lock.run(key, holder, now, now + ms, now + CLOCK_SKEW_MS);
    });
    if (changes === 0) return undefined;
    return async () => {
      await this.#whenFree((sql) => sql.release.run(key, holder));
      await this.#whenFree((sql) => sql.sweepLocks.run(this.#clock()));
    };
  }

  async delete(key: string): Promise<void> {
    await this.#whenFree((sql) => sql.delete.run(key));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#database.close();
  }

  /** Runs work, and retries it for up to `timeoutMs` while another process locks the file. */
  async #whenFree<Result>(work: (sql: StoreStatements) => Result): Promise<Result> {
    const deadline = performance.now() + this.#timeoutMs;
    for (;;) {
      if (this.#isClosed) throw new Error('The store is closed.');
      try {
        this.#statements ??= this.#prepared();
        return work(this.#statements);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  #prepared(): StoreStatements {
    prepareDatabase(this.#database);
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, this.#database.prepare(sql)]);
    return Object.fromEntries(prepared);
  }
}

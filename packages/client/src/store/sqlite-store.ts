/** A store in one SQLite file, shared by any number of processes on one machine. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Entry } from '../policy/entry.js';
import { DAY, HOUR, SECOND, STORED_LIFE } from '../policy/limits.js';
import { isBusy, openDatabase, prepareDatabase, transaction, whenFree } from './sqlite-file.js';
import {
  type AcquireRequest,
  type Acquisition,
  type Commit,
  type Lease,
  type LeaseSpan,
  leaseLeft,
  type RemovedListener,
  roleOf,
  type Store,
  TURN_TOLERANCE,
  type TurnStore,
} from './store.js';
import { decodeEntry, encodeEntry, retainUntil } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface SqliteStoreOptions {
  /** The file; it and its folder are created if missing. `:memory:` for a private database. */
  readonly path: string;
  /** How long to wait for other writers before a method rejects, in milliseconds (default: 4,000). */
  readonly timeoutMs?: number;
  /** Clock for leases in milliseconds, the same for all processes that share the file (default: `Date.now`). */
  readonly clock?: () => number;
}

/** Turns older than this no longer affect the next turn. */
const TURN_LIFE = DAY;

/** Every running process has polled the removals by then. A process that was suspended for longer notices the gap. */
const REMOVED_LIFE = HOUR;

/** Maximum rows deleted per sweep, so that no caller pays for the whole backlog. */
const SWEPT_ROWS = 8;

/** A lease is open until it is ended, even after it has expired: no other process has taken it. */
const OF_OPEN_LEASE = 'WHERE key = ? AND fence = ? AND leased_until IS NOT NULL';

/** Statements on the tables of `sqlite-file.ts`. Each is atomic. */
const SQL = {
  origin: 'SELECT * FROM origin WHERE key = ?',
  lease: 'SELECT leased_from, leased_until FROM origin WHERE key = ?',
  removeOrigin: 'DELETE FROM origin WHERE key = ?',
  recordRemoved: 'INSERT INTO removed (key, at) VALUES (?, ?)',
  removedSince: 'SELECT key FROM removed WHERE id > ? ORDER BY id',
  lastRemoved: "SELECT seq FROM sqlite_sequence WHERE name = 'removed'",
  sweepRemoved: `DELETE FROM removed WHERE id IN (SELECT id FROM removed WHERE at < ? ORDER BY id LIMIT ${SWEPT_ROWS})`,
  nextFence: 'UPDATE fence SET last = last + 1 RETURNING last',
  lead: `INSERT INTO origin (key, fence, leased_from, leased_until, keep_until) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET fence = excluded.fence, leased_from = excluded.leased_from,
      leased_until = excluded.leased_until`,
  put: `UPDATE origin SET leased_from = NULL, leased_until = NULL, refresh_at = ?, keep_until = ?, facts = ?, body = ?
    ${OF_OPEN_LEASE}`,
  remove: `DELETE FROM origin ${OF_OPEN_LEASE}`,
  release: `UPDATE origin SET leased_from = NULL, leased_until = NULL ${OF_OPEN_LEASE}`,
  sweepOrigins: `DELETE FROM origin WHERE key IN (SELECT key FROM origin
    WHERE keep_until < ? AND (leased_until IS NULL OR leased_until < ?) LIMIT ${SWEPT_ROWS})`,
  sweepTurns: `DELETE FROM turn WHERE key IN (SELECT key FROM turn WHERE at < ? LIMIT ${SWEPT_ROWS})`,
  // The rule of `turnAfter`.
  takeTurn: `INSERT INTO turn (key, at, taken_at) VALUES (?1, ?2, ?2) ON CONFLICT (key) DO UPDATE SET
    at = max(?2, at - max(0, taken_at - ${TURN_TOLERANCE} - ?2) + ?3), taken_at = ?2 RETURNING at`,
};

type StoreStatements = Readonly<Record<keyof typeof SQL, StatementSync>>;

type SqliteRow = ReturnType<StatementSync['get']>;

export class SqliteStore implements Store, TurnStore {
  readonly name = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  readonly #waiters = new Waiters();
  readonly #removed = new RemovedListeners(() => this.#pollRemoved());
  #lastRemoved = 0;
  /** Undefined before the first use. */
  #statements: StoreStatements | undefined;
  #isClosed = false;

  /** Throws if the file cannot be opened or is not a store of this version. */
  constructor({ path, timeoutMs = 4 * SECOND, clock = Date.now }: SqliteStoreOptions) {
    this.#database = openDatabase(path);
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    const acquisition = await this.#whenFree((sql) => {
      const acquired = this.#acquired(sql, key, request);
      // Only a leader takes the write lock, unless another process was faster.
      if (acquired !== undefined) return acquired;
      return transaction(
        this.#database,
        () => this.#acquired(sql, key, request) ?? this.#lead(sql, key, request),
      );
    });
    // An unreadable entry counts as missing, even if it is fresh.
    const isBroken = acquisition.role === 'reader' && acquisition.entry === undefined;
    return isBroken ? this.acquire(key, { ...request, mode: 'now' }) : acquisition;
  }

  async commit({ key, fence }: Lease, commit: Commit): Promise<boolean> {
    const { changes } = await this.#whenFree((sql) => {
      if (commit.kind !== 'put') return sql[commit.kind].run(key, fence);
      const { facts, body = null } = encodeEntry(key, commit.entry);
      const { refreshAt } = commit.entry;
      return sql.put.run(refreshAt, retainUntil(commit.entry), facts, body, key, fence);
    });
    if (changes === 1) this.#waiters.wake(key);
    return changes === 1;
  }

  changed(key: string, timeoutMs: number): Promise<void> {
    return this.#waiters.wait(key, timeoutMs, () => this.#isFree(key));
  }

  async remove(key: string): Promise<void> {
    await this.#whenFree((sql) => {
      transaction(this.#database, () => {
        sql.removeOrigin.run(key);
        sql.recordRemoved.run(key, this.#clock());
        sql.sweepRemoved.run(this.#clock() - REMOVED_LIFE);
      });
    });
    this.#waiters.wake(key);
    this.#removed.notify(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  async takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    const turn = await this.#whenFree((sql) => sql.takeTurn.get(key, now, intervalMs));
    return numberIn(turn, 'at') ?? now;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removed.close();
    this.#database.close();
    this.#waiters.wakeAll();
  }

  /** Returns undefined if the caller has to lead. */
  #acquired(sql: StoreStatements, key: string, request: AcquireRequest): Acquisition | undefined {
    const row = sql.origin.get(key);
    const leaseEndsInMs = leaseLeft(leaseIn(row), this.#clock());
    const role = roleOf(numberIn(row, 'refresh_at'), leaseEndsInMs, request);
    if (role === 'leader') return undefined;
    const { now } = request;
    const entry = entryIn(row);
    if (role === 'reader') return { role, entry, now };
    return { role, entry, now, leaseEndsInMs, fence: numberIn(row, 'fence') ?? 0 };
  }

  /** Takes the lease, in a transaction. */
  #lead(sql: StoreStatements, key: string, { now, leaseMs }: AcquireRequest): Acquisition {
    const entry = entryIn(sql.origin.get(key));
    const from = this.#clock();
    const fence = numberIn(sql.nextFence.get(), 'last') ?? 0;
    sql.lead.run(key, fence, from, from + leaseMs, now + STORED_LIFE);
    sql.sweepOrigins.run(now, from);
    sql.sweepTurns.run(now - TURN_LIFE);
    return { role: 'leader', entry, now, lease: { key, fence } };
  }

  /** Returns whether no process holds the lease; false if the file is busy. Rejects if it cannot be read. */
  async #isFree(key: string): Promise<boolean> {
    try {
      const row = await this.#whenFree((sql) => sql.lease.get(key));
      return leaseLeft(leaseIn(row), this.#clock()) === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  #whenFree<Result>(work: (sql: StoreStatements) => Result): Promise<Result> {
    return whenFree(this.#timeoutMs, () => {
      if (this.#isClosed) throw new Error('The store is closed.');
      this.#statements ??= this.#prepared();
      return work(this.#statements);
    });
  }

  #prepared(): StoreStatements {
    prepareDatabase(this.#database);
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, this.#database.prepare(sql)]);
    const sql: StoreStatements = Object.fromEntries(prepared);
    // Before anything is read, since later removals may affect read entries.
    this.#lastRemoved = lastRemoved(sql);
    return sql;
  }

  /** Notifies the listeners of removals by other processes. If the file cannot be read, the next poll tries again. */
  #pollRemoved(): void {
    const sql = this.#statements;
    // Nothing has been read yet.
    if (sql === undefined) return;
    try {
      const removed = sql.removedSince.all(this.#lastRemoved);
      const last = lastRemoved(sql);
      // Ids are consecutive, so a missing one was swept.
      const isComplete = removed.length === last - this.#lastRemoved;
      this.#lastRemoved = last;
      if (!isComplete) this.#removed.notify(undefined);
      else for (const { key } of removed) this.#removed.notify(String(key));
    } catch {}
  }
}

function lastRemoved(sql: StoreStatements): number {
  return numberIn(sql.lastRemoved.get(), 'seq') ?? 0;
}

function numberIn(row: SqliteRow, column: string): number | undefined {
  const value = row?.[column];
  return typeof value === 'number' ? value : undefined;
}

function leaseIn(row: SqliteRow): LeaseSpan | undefined {
  const from = numberIn(row, 'leased_from');
  const until = numberIn(row, 'leased_until');
  return from === undefined || until === undefined ? undefined : { from, until };
}

/**
 * Returns the entry of a row. Undefined if there is none or any of its columns was changed, including `refresh_at`,
 * which determines the leader.
 */
function entryIn(row: SqliteRow): Entry | undefined {
  if (typeof row?.facts !== 'string') return undefined;
  // SQLite may return an empty body as null.
  const body = row.body instanceof Uint8Array ? row.body : new Uint8Array();
  const entry = decodeEntry(String(row.key), row.facts, () => body);
  return entry?.refreshAt === row.refresh_at ? entry : undefined;
}

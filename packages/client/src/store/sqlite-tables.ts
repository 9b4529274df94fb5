/** The statements on the tables of `sqlite-file.ts`, and what their rows contain. Each statement is atomic. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Entry } from '../policy/entry.js';
import type { LeaseSpan } from './store.js';
import { decodeEntry } from './stored-entry.js';

/** Maximum rows deleted per sweep, so that no caller pays for the whole backlog. */
const SWEPT_ROWS = 8;

/** A lease is open until it is ended, even after it has expired: no other process has taken it. */
const OF_OPEN_LEASE = 'WHERE key = ? AND fence = ? AND leased_until IS NOT NULL';

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
  takeTurn: `INSERT INTO turn (key, at) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET at = max(excluded.at, turn.at + ?) RETURNING at`,
};

export type StoreStatements = Readonly<Record<keyof typeof SQL, StatementSync>>;

type SqliteRow = ReturnType<StatementSync['get']>;

/** Prepares all statements. The database must have the tables of `prepareDatabase`. */
export function prepareStatements(database: DatabaseSync): StoreStatements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(prepared);
}

export function numberIn(row: SqliteRow, column: string): number | undefined {
  const value = row?.[column];
  return typeof value === 'number' ? value : undefined;
}

export function leaseIn(row: SqliteRow): LeaseSpan | undefined {
  const from = numberIn(row, 'leased_from');
  const until = numberIn(row, 'leased_until');
  return from === undefined || until === undefined ? undefined : { from, until };
}

/**
 * Returns the entry of a row. Undefined if there is none or any of its columns was changed, including `refresh_at`,
 * which determines the leader.
 */
export function entryIn(row: SqliteRow): Entry | undefined {
  if (typeof row?.facts !== 'string') return undefined;
  // SQLite may return an empty body as null.
  const body = row.body instanceof Uint8Array ? row.body : new Uint8Array();
  const entry = decodeEntry(String(row.key), row.facts, () => body);
  return entry?.refreshAt === row.refresh_at ? entry : undefined;
}

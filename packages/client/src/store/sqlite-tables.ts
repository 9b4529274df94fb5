/** Reads and writes the tables of `sqlite-file.ts`. Each method is atomic. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Entry } from '../policy/entry.js';
import { DAY, HOUR } from '../policy/limits.js';
import type { Lease, LeaseSpan } from './store.js';
import { decodeEntry, type EncodedEntry } from './stored-entry.js';

export interface OriginRow {
  readonly lease: LeaseSpan | undefined;
  readonly fence: number;
  /** Undefined if there is no entry. */
  readonly refreshAt: number | undefined;
  readonly facts: string | undefined;
  /** Empty if there is none. */
  readonly body: Uint8Array;
}

export interface StoredEntry extends EncodedEntry {
  readonly refreshAt: number;
  readonly retainUntil: number;
}

type Row = ReturnType<StatementSync['get']> & object;

const NO_BYTES = new Uint8Array();

/** Maximum rows deleted per sweep, so that no caller pays for the whole backlog. */
const SWEPT_ROWS = 8;

/** Turns older than this no longer affect the next turn. */
const TURN_LIFE = DAY;

/** Every running process has polled the removals by then. A process that was suspended for longer notices the gap. */
const REMOVED_LIFE = HOUR;

/** A lease is open until it is ended, even after it has expired: no other process has taken it. */
const OF_OPEN_LEASE = 'WHERE key = ? AND fence = ? AND leased_until IS NOT NULL';

const SQL = {
  origin:
    'SELECT fence, leased_from, leased_until, refresh_at, facts, body FROM origin WHERE key = ?',
  entriesFrom:
    'SELECT key, refresh_at, facts, body FROM origin WHERE key >= ? AND facts IS NOT NULL ORDER BY key LIMIT ?',
  lease: 'SELECT leased_from, leased_until FROM origin WHERE key = ?',
  removeOrigin: 'DELETE FROM origin WHERE key = ?',
  recordRemoved: 'INSERT INTO removed (key, at) VALUES (?, ?)',
  removedSince: 'SELECT key FROM removed WHERE id > ? ORDER BY id',
  lastRemoved: "SELECT seq FROM sqlite_sequence WHERE name = 'removed'",
  sweepRemoved: `DELETE FROM removed WHERE id IN (SELECT id FROM removed WHERE at < ? ORDER BY id LIMIT ${SWEPT_ROWS})`,
  dataVersion: 'PRAGMA data_version',
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

export class SqliteTables {
  readonly #prepared: Readonly<Record<keyof typeof SQL, StatementSync>>;

  /**
   * @param database with the tables of `prepareDatabase`
   * @param names the statements to prepare; a read-only file may lack tables of later versions
   */
  constructor(database: DatabaseSync, names: readonly string[] = Object.keys(SQL)) {
    const entries = Object.entries(SQL).filter(([name]) => names.includes(name));
    this.#prepared = Object.fromEntries(
      entries.map(([name, sql]) => [name, database.prepare(sql)]),
    ) as Record<keyof typeof SQL, StatementSync>;
  }

  origin(key: string): OriginRow | undefined {
    const row = this.#prepared.origin.get(key);
    if (row === undefined) return undefined;
    return { lease: spanOf(row), fence: Number(row.fence), ...partsOf(row) };
  }

  /** Returns up to `most` entries from this key on, in the order of their keys. */
  entriesFrom(key: string, most: number): { key: string; entry: Entry | undefined }[] {
    return this.#prepared.entriesFrom.all(key, most).map((row) => {
      const key = String(row.key);
      return { key, entry: entryOfRow(key, partsOf(row)) };
    });
  }

  lease(key: string): LeaseSpan | undefined {
    return spanOf(this.#prepared.lease.get(key) ?? {});
  }

  /** Gives the lease of a key to the caller. Requires a transaction. */
  lead(key: string, span: LeaseSpan, retainUntil: number): Lease {
    const { nextFence, lead } = this.#prepared;
    const fence = Number(nextFence.get()?.last);
    lead.run(key, fence, span.from, span.until, retainUntil);
    return { key, fence };
  }

  /**
   * `put`, `remove`, and `release` end a lease. They return false if it is not the last one of its key or has already
   * ended.
   */
  put({ key, fence }: Lease, { refreshAt, retainUntil, facts, body }: StoredEntry): boolean {
    const { put } = this.#prepared;
    return put.run(refreshAt, retainUntil, facts, body ?? null, key, fence).changes === 1;
  }

  remove({ key, fence }: Lease): boolean {
    return this.#prepared.remove.run(key, fence).changes === 1;
  }

  release({ key, fence }: Lease): boolean {
    return this.#prepared.release.run(key, fence).changes === 1;
  }

  /** Removes a key with any lease, and records the removal for other processes. Requires a transaction. */
  forget(key: string, clock: number): void {
    this.#prepared.removeOrigin.run(key);
    this.#prepared.recordRemoved.run(key, clock);
    this.#prepared.sweepRemoved.run(clock - REMOVED_LIFE);
  }

  lastRemoved(): number {
    return Number(this.#prepared.lastRemoved.get()?.seq ?? 0);
  }

  /** Returns the keys of all removals after this id; undefined if some of them were swept. */
  removedSince(id: number): string[] | undefined {
    const keys = this.#prepared.removedSince.all(id).map(({ key }) => String(key));
    return keys.length === this.lastRemoved() - id ? keys : undefined;
  }

  /**
   * Returns a number that changes with each commit of another connection. Read from shared memory, not from the file.
   */
  dataVersion(): number {
    return Number(this.#prepared.dataVersion.get()?.data_version);
  }

  /** Deletes some expired rows. */
  sweep(now: number, clock: number): void {
    this.#prepared.sweepOrigins.run(now, clock);
    this.#prepared.sweepTurns.run(now - TURN_LIFE);
  }

  takeTurn(key: string, now: number, intervalMs: number): number {
    return Number(this.#prepared.takeTurn.get(key, now, intervalMs)?.at);
  }
}

/**
 * Returns the entry of a row. Undefined if there is none or any of its columns was changed, including `refresh_at`,
 * which determines the leader.
 */
export function entryOfRow(
  key: string,
  { facts, body, refreshAt }: Pick<OriginRow, 'facts' | 'body' | 'refreshAt'>,
): Entry | undefined {
  const entry = facts === undefined ? undefined : decodeEntry(key, facts, () => body);
  return entry?.refreshAt === refreshAt ? entry : undefined;
}

/** SQLite may return an empty body as null. */
function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : NO_BYTES;
}

function partsOf(row: Row): Pick<OriginRow, 'refreshAt' | 'facts' | 'body'> {
  const { refresh_at: refreshAt, facts, body } = row;
  return {
    refreshAt: typeof refreshAt === 'number' ? refreshAt : undefined,
    facts: typeof facts === 'string' ? facts : undefined,
    body: bytesOf(body),
  };
}

function spanOf(row: Row): LeaseSpan | undefined {
  const { leased_from: from, leased_until: until } = row;
  if (typeof from !== 'number' || typeof until !== 'number') return undefined;
  return { from, until };
}

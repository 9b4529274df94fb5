/** What is read from and written to the tables of `sqlite-file.ts`: each method is one step, all of it or nothing. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY } from '../limits.js';
import type { EncodedEntry } from './entry-codec.js';
import type { LeaseSpan } from './role.js';
import type { Lease } from './store.js';

/** What is known of one key. */
export interface OriginRow {
  readonly lease: LeaseSpan | undefined;
  /** Undefined where there is no entry. */
  readonly refreshAt: number | undefined;
  readonly facts: string | undefined;
  /** Empty where there is none. */
  readonly body: Uint8Array;
}

/** An entry as a row holds it. */
export interface StoredEntry extends EncodedEntry {
  readonly refreshAt: number;
  readonly keepUntil: number;
}

const NO_OCTETS = new Uint8Array();

/** How many old rows go at once, so that no caller pays for all that is old. */
const SWEPT_ROWS = 8;

/** No interval between two turns is longer. */
const TURN_LIFE = DAY;

/** A lease is open until it is ended, even where it has lapsed: nobody has led since. */
const OF_OPEN_LEASE = 'WHERE key = ? AND fence = ? AND leased_until IS NOT NULL';

const SQL = {
  origin: 'SELECT leased_from, leased_until, refresh_at, facts, body FROM origin WHERE key = ?',
  entriesFrom:
    'SELECT key, facts, body FROM origin WHERE key >= ? AND facts IS NOT NULL ORDER BY key LIMIT ?',
  lease: 'SELECT leased_from, leased_until FROM origin WHERE key = ?',
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

  /** @param database where `prepareDatabase` has made the tables */
  constructor(database: DatabaseSync) {
    const entries = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#prepared = Object.fromEntries(entries);
  }

  origin(key: string): OriginRow | undefined {
    const row = this.#prepared.origin.get(key);
    if (row === undefined) return undefined;
    const { refresh_at: refreshAt, facts, body } = row;
    return {
      lease: spanOf(row),
      refreshAt: typeof refreshAt === 'number' ? refreshAt : undefined,
      facts: typeof facts === 'string' ? facts : undefined,
      body: octetsOf(body),
    };
  }

  /** What is kept under this key and those behind it, in their order. */
  entriesFrom(key: string, most: number): { key: string; facts: string; body: Uint8Array }[] {
    return this.#prepared.entriesFrom.all(key, most).map(({ key, facts, body }) => ({
      key: String(key),
      facts: String(facts),
      body: octetsOf(body),
    }));
  }

  lease(key: string): LeaseSpan | undefined {
    return spanOf(this.#prepared.lease.get(key) ?? {});
  }

  /** Gives the lease of a key to the caller, in a transaction. */
  lead(key: string, span: LeaseSpan, keepUntil: number): Lease {
    const { nextFence, lead } = this.#prepared;
    const fence = Number(nextFence.get()?.last);
    lead.run(key, fence, span.from, span.until, keepUntil);
    return { key, fence };
  }

  /** These three end a lease. False where it is not the last one of its key, or has ended before. */
  put({ key, fence }: Lease, { refreshAt, keepUntil, facts, body }: StoredEntry): boolean {
    const { put } = this.#prepared;
    return put.run(refreshAt, keepUntil, facts, body ?? null, key, fence).changes === 1;
  }

  remove({ key, fence }: Lease): boolean {
    return this.#prepared.remove.run(key, fence).changes === 1;
  }

  release({ key, fence }: Lease): boolean {
    return this.#prepared.release.run(key, fence).changes === 1;
  }

  /** Removes some of what nobody will ask for any more. */
  sweep(now: number, clock: number): void {
    this.#prepared.sweepOrigins.run(now, clock);
    this.#prepared.sweepTurns.run(now - TURN_LIFE);
  }

  takeTurn(key: string, now: number, intervalMs: number): number {
    return Number(this.#prepared.takeTurn.get(key, now, intervalMs)?.at);
  }
}

/** SQLite may give an empty body back as none. */
function octetsOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : NO_OCTETS;
}

function spanOf(row: ReturnType<StatementSync['get']> & object): LeaseSpan | undefined {
  const { leased_from: from, leased_until: until } = row;
  if (typeof from !== 'number' || typeof until !== 'number') return undefined;
  return { from, until };
}

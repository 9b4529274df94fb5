/** A store in one SQLite file, shared by any number of processes on one machine. */
import type { DatabaseSync } from 'node:sqlite';
import { SECOND, STORED_LIFE } from '../policy/limits.js';
import { isBusy, openDatabase, prepareDatabase, transaction, whenFree } from './sqlite-file.js';
import { entryOfRow, type OriginRow, SqliteTables } from './sqlite-tables.js';
import {
  type AcquireRequest,
  type Acquisition,
  type Commit,
  type Lease,
  leaseLeft,
  type RemovedListener,
  roleOf,
  type Store,
  type TurnStore,
} from './store.js';
import { encodeEntry, retainUntil } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface SqliteStoreOptions {
  /** The file; it and its folder are created if missing. `:memory:` for a private database. */
  readonly path: string;
  /** How long to wait for other writers before a method rejects, in milliseconds (default: 4,000). */
  readonly timeoutMs?: number;
  /** Clock for leases in milliseconds, the same for all processes that share the file (default: `Date.now`). */
  readonly clock?: () => number;
}

/** The state of a key for a caller, with the lease if the caller received it. */
interface KeyState {
  readonly row: OriginRow | undefined;
  readonly role: Acquisition['role'];
  readonly leaseEndsInMs: number;
  readonly lease?: Lease;
}

export class SqliteStore implements Store, TurnStore {
  readonly name = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  readonly #waiters = new Waiters();
  readonly #removed = new RemovedListeners(() => this.#pollRemoved());
  #lastRemoved = 0;
  #dataVersion = 0;
  #tables: SqliteTables | undefined;
  #isClosed = false;

  /** Throws if the file cannot be opened or is not a store of this version. */
  constructor({ path, timeoutMs = 4 * SECOND, clock = Date.now }: SqliteStoreOptions) {
    this.#database = openDatabase(path);
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    const { now } = request;
    const { row, role, leaseEndsInMs, lease } = await this.#whenFree((tables): KeyState => {
      const state = this.#stateOf(tables, key, request);
      // Only a leader takes the write lock.
      if (state.role !== 'leader') return state;
      return transaction(this.#database, () => this.#lead(tables, key, request));
    });
    const entry = row && entryOfRow(key, row);
    if (lease !== undefined) return { role: 'leader', entry, now, lease };
    if (role === 'follower') {
      return { role, entry, now, leaseEndsInMs, fence: row?.fence ?? 0 };
    }
    // An unreadable entry counts as missing, even if it is fresh.
    if (entry === undefined) return this.acquire(key, { ...request, mode: 'now' });
    return { role: 'reader', entry, now };
  }

  async commit(lease: Lease, commit: Commit): Promise<boolean> {
    const isDone = await this.#whenFree((tables) => {
      if (commit.kind === 'remove') return tables.remove(lease);
      if (commit.kind === 'release') return tables.release(lease);
      const { entry } = commit;
      const { refreshAt } = entry;
      return tables.put(lease, {
        ...encodeEntry(lease.key, entry),
        refreshAt,
        retainUntil: retainUntil(entry),
      });
    });
    if (isDone) this.#waiters.wake(lease.key);
    return isDone;
  }

  changed(key: string, timeoutMs: number): Promise<void> {
    return this.#waiters.wait(key, timeoutMs, () => this.#isFree(key));
  }

  async remove(key: string): Promise<void> {
    await this.#whenFree((tables) => {
      transaction(this.#database, () => tables.forget(key, this.#clock()));
    });
    this.#waiters.wake(key);
    this.#removed.notify(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    return this.#whenFree((tables) => tables.takeTurn(key, now, intervalMs));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removed.close();
    this.#database.close();
    this.#waiters.wakeAll();
  }

  #stateOf(tables: SqliteTables, key: string, request: AcquireRequest): KeyState {
    const row = tables.origin(key);
    const leaseEndsInMs = leaseLeft(row?.lease, this.#clock());
    return { row, leaseEndsInMs, role: roleOf(row?.refreshAt, leaseEndsInMs, request) };
  }

  /** Takes the lease, in a transaction, unless another process was faster. */
  #lead(tables: SqliteTables, key: string, request: AcquireRequest): KeyState {
    const state = this.#stateOf(tables, key, request);
    if (state.role !== 'leader') return state;
    const from = this.#clock();
    const until = from + request.leaseMs;
    const lease = tables.lead(key, { from, until }, request.now + STORED_LIFE);
    tables.sweep(request.now, from);
    return { ...state, lease };
  }

  /** Returns whether no process holds the lease; false if the file is busy. Rejects if it cannot be read. */
  async #isFree(key: string): Promise<boolean> {
    try {
      const lease = await this.#whenFree((tables) => tables.lease(key));
      return leaseLeft(lease, this.#clock()) === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  #whenFree<Result>(work: (tables: SqliteTables) => Result): Promise<Result> {
    return whenFree(this.#timeoutMs, () => {
      if (this.#isClosed) throw new Error('The store is closed.');
      this.#tables ??= this.#prepared();
      return work(this.#tables);
    });
  }

  #prepared(): SqliteTables {
    prepareDatabase(this.#database);
    const tables = new SqliteTables(this.#database);
    // Before anything is read, since later removals may affect read entries.
    this.#dataVersion = tables.dataVersion();
    this.#lastRemoved = tables.lastRemoved();
    return tables;
  }

  /** Notifies the listeners of removals by other processes. If the file cannot be read, the next poll tries again. */
  #pollRemoved(): void {
    const tables = this.#tables;
    // Nothing has been read yet.
    if (tables === undefined) return;
    try {
      const version = tables.dataVersion();
      if (version === this.#dataVersion) return;
      const last = this.#lastRemoved;
      const keys = tables.removedSince(last);
      this.#lastRemoved = tables.lastRemoved();
      this.#dataVersion = version;
      for (const key of keys ?? [undefined]) this.#removed.notify(key);
    } catch {}
  }
}

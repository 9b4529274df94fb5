/** Entries in one SQLite file, which any number of processes of one machine may share. */
import type { DatabaseSync } from 'node:sqlite';
import { SECOND, STORED_LIFE } from '../limits.js';
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
import { encodeEntry, keepUntil } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface SqliteStoreOptions {
  /** The file; it and its folder are made where they are missing. `:memory:` for a database of this store alone. */
  readonly path: string;
  /** How long other writers are waited for, in milliseconds, before a method rejects: 4,000 where it is not given. */
  readonly timeoutMs?: number;
  /** Measures leases, in milliseconds, alike for all who share the file: `Date.now` where it is not given. */
  readonly clock?: () => number;
}

/** Between two looks at somebody's lease. */
const LOOK_AGAIN_MS = 50;

/** Between two looks at what other processes have removed: the longest time for which they are not noticed. */
const LOOK_FOR_REMOVED_MS = 1000;

/** What a key has to say to an asker; the lease where it was given one. */
interface Seen {
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
  readonly #removed = new RemovedListeners();
  #lookingForRemoved: NodeJS.Timeout | undefined;
  #lastRemoved = 0;
  #dataVersion = 0;
  #tables: SqliteTables | undefined;
  #isClosed = false;

  /** Throws where the file cannot be opened, or is no database of this version of this store. */
  constructor({ path, timeoutMs = 4 * SECOND, clock = Date.now }: SqliteStoreOptions) {
    this.#database = openDatabase(path);
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    const { now } = request;
    const { row, role, leaseEndsInMs, lease } = await this.#whenFree((tables): Seen => {
      const seen = this.#look(tables, key, request);
      // Who will not lead takes no write lock.
      if (seen.role !== 'leader') return seen;
      return transaction(this.#database, () => this.#lead(tables, key, request));
    });
    const entry = row && entryOfRow(key, row);
    if (lease !== undefined) return { role: 'leader', entry, now, lease };
    if (role === 'follower') {
      return { role, entry, now, leaseEndsInMs, fence: row?.fence ?? 0 };
    }
    // What cannot be read is no entry, however fresh it claims to be.
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
        keepUntil: keepUntil(entry),
      });
    });
    if (isDone) this.#waiters.wake(lease.key);
    return isDone;
  }

  async changed(key: string, timeoutMs: number): Promise<void> {
    for (let leftMs = timeoutMs; leftMs > 0 && !this.#isClosed; leftMs -= LOOK_AGAIN_MS) {
      // This process does, and may do so while the other's row is looked at.
      const woken = this.#waiters.wait(key, Math.min(leftMs, LOOK_AGAIN_MS));
      if (!(await this.#isLed(key))) return this.#waiters.wake(key);
      await woken;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#whenFree((tables) => {
      transaction(this.#database, () => tables.forget(key, this.#clock()));
    });
    this.#waiters.wake(key);
    this.#removed.tell(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    if (this.#isClosed) return () => {};
    const remove = this.#removed.add(listener);
    // No other connection reaches a database in memory.
    if (this.#database.location() !== null) {
      const look = (): void => this.#lookForRemoved();
      this.#lookingForRemoved ??= setInterval(look, LOOK_FOR_REMOVED_MS).unref();
    }
    return () => {
      remove();
      if (this.#removed.size === 0) this.#stopLooking();
    };
  }

  takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    return this.#whenFree((tables) => tables.takeTurn(key, now, intervalMs));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopLooking();
    this.#removed.clear();
    this.#database.close();
    this.#waiters.wakeAll();
  }

  #look(tables: SqliteTables, key: string, request: AcquireRequest): Seen {
    const row = tables.origin(key);
    const leaseEndsInMs = leaseLeft(row?.lease, this.#clock());
    return { row, leaseEndsInMs, role: roleOf(row?.refreshAt, leaseEndsInMs, request) };
  }

  /** In a transaction: looks once more, as somebody may have been quicker, and takes the lease. */
  #lead(tables: SqliteTables, key: string, request: AcquireRequest): Seen {
    const seen = this.#look(tables, key, request);
    if (seen.role !== 'leader') return seen;
    const from = this.#clock();
    const until = from + request.leaseMs;
    const lease = tables.lead(key, { from, until }, request.now + STORED_LIFE);
    tables.sweep(request.now, from);
    return { ...seen, lease };
  }

  /** Whether somebody holds the lease; true where the file is busy, false where it is broken: then there is no lease. */
  async #isLed(key: string): Promise<boolean> {
    try {
      const lease = await this.#whenFree((tables) => tables.lease(key));
      return leaseLeft(lease, this.#clock()) > 0;
    } catch (error) {
      return isBusy(error);
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
    // Before anything is read: what is removed from now on may have been read.
    this.#dataVersion = tables.dataVersion();
    this.#lastRemoved = tables.lastRemoved();
    return tables;
  }

  /** Tells the listeners what others have removed. A file that cannot be read is tried again at the next look. */
  #lookForRemoved(): void {
    const tables = this.#tables;
    // Nothing was read yet.
    if (tables === undefined) return;
    try {
      const version = tables.dataVersion();
      if (version === this.#dataVersion) return;
      const last = this.#lastRemoved;
      const keys = tables.removedSince(last);
      this.#lastRemoved = tables.lastRemoved();
      this.#dataVersion = version;
      for (const key of keys ?? [undefined]) this.#removed.tell(key);
    } catch {}
  }

  #stopLooking(): void {
    clearInterval(this.#lookingForRemoved);
    this.#lookingForRemoved = undefined;
  }
}

/**
 * A store in Redis or Valkey, shared by any number of machines. Uses one hash per key, so that a cluster holds it in
 * one slot: `fence`, `from`, and `until` of the open lease; `facts`, `refresh`, and `body` (deflated) of the entry.
 * Followers poll: a lost connection then needs no subscriptions to be restored.
 */
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry } from '../policy/entry.js';
import { HOUR, SECOND, STORED_LIFE } from '../policy/limits.js';
import { RedisConnection } from './redis-connection.js';
import {
  ACQUIRE,
  COMMIT,
  HAS_LEADER,
  RECORD_REMOVED,
  REMOVE,
  type RedisClient,
  runScript,
  TAKE_TURN,
} from './redis-scripts.js';
import type {
  AcquireRequest,
  Acquisition,
  Commit,
  Lease,
  RemovedListener,
  Store,
  TurnStore,
} from './store.js';
import { decodeEntry, encodeEntry, retentionMs } from './stored-entry.js';
import { RemovedListeners, Waiters } from './waiters.js';

export interface RedisStoreOptions {
  /** An ioredis client, which the store never closes, or a URL, which requires the package ioredis. */
  readonly client: RedisClient | string;
  /** Prefix of all keys (default: `repkit:`). */
  readonly keyPrefix?: string;
  /**
   * Whether `refreshAt` is compared with the server's clock, so that the clients' clocks may differ (default: true).
   * Leases always use the server's clock.
   */
  readonly serverTime?: boolean;
  /** Timeout per operation in milliseconds (default: 1,000). */
  readonly timeoutMs?: number;
}

/** Minimum time for which a turn is remembered. */
const SHORTEST_TURN_LIFE = HOUR;

/** Removals read by one poll. If there are more, all entries read before count as removed. */
const MOST_REMOVED = 1000;

/** An id before all others. */
const NO_REMOVAL = '0-0';

const deflate = promisify(deflateRaw);

export class RedisStore implements Store, TurnStore {
  readonly name = 'redis';
  readonly #connection: RedisConnection;
  readonly #waiters = new Waiters();
  readonly #removed = new RemovedListeners(() => void this.#pollRemoved());
  /** The id of the last known removal; undefined before the first poll. */
  #lastRemoved: string | undefined;
  #isPolling = false;
  readonly #keyPrefix: string;
  readonly #serverTime: boolean;
  /** The body stored when a lease was granted. It is not sent again if it is unchanged. */
  readonly #storedBodies = new WeakMap<Lease, Uint8Array>();

  constructor(options: RedisStoreOptions) {
    const { client, keyPrefix = 'repkit:', serverTime = true, timeoutMs = SECOND } = options;
    this.#connection = new RedisConnection(client, timeoutMs);
    this.#keyPrefix = keyPrefix;
    this.#serverTime = serverTime;
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    const { mode, leaseMs } = request;
    const args = [mode, leaseMs, this.#timeOf(request.now), STORED_LIFE];
    const acquisition = await this.#connection.run(
      async (client) =>
        this.#read(key, await runScript(client, ACQUIRE, this.#entryKey(key), args)),
      // The caller has given up, so the lease is released for others.
      (late) => this.#giveBack(late),
    );
    // An unreadable entry counts as missing, even if it is fresh.
    const isBroken = acquisition.role === 'reader' && acquisition.entry === undefined;
    return isBroken ? this.acquire(key, { ...request, mode: 'now' }) : acquisition;
  }

  async commit(lease: Lease, commit: Commit): Promise<boolean> {
    const { key, fence } = lease;
    const put = commit.kind === 'put' ? await this.#putArguments(lease, commit.entry) : [];
    const args = [fence, commit.kind, ...put];
    const isDone = (await this.#run(COMMIT, this.#entryKey(key), args)) === 1;
    if (isDone) this.#waiters.wake(key);
    return isDone;
  }

  changed(key: string, timeoutMs: number): Promise<void> {
    const isFree = async () => (await this.#run(HAS_LEADER, this.#entryKey(key), [])) === 0;
    return this.#waiters.wait(key, timeoutMs, isFree);
  }

  async remove(key: string): Promise<void> {
    await this.#run(REMOVE, this.#entryKey(key), []);
    await this.#run(RECORD_REMOVED, this.#removedKey, [key, STORED_LIFE]);
    this.#waiters.wake(key);
    this.#removed.notify(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  async takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    const turnKey = `${this.#keyPrefix}turn:${key}`;
    const life = Math.ceil(Math.max(intervalMs, SHORTEST_TURN_LIFE));
    const args = [this.#timeOf(now), intervalMs, life];
    const began = performance.now();
    const waitMs = Number(await this.#run(TAKE_TURN, turnKey, args));
    // The server's clock went on while the request waited there.
    const passedMs = this.#serverTime ? performance.now() - began : 0;
    return now + passedMs + waitMs;
  }

  async close(): Promise<void> {
    this.#removed.close();
    await this.#connection.close();
    this.#waiters.wakeAll();
  }

  #run(lua: string, key: string, args: Parameters<typeof runScript>[3]): Promise<unknown> {
    return this.#connection.run((client) => runScript(client, lua, key, args));
  }

  get #removedKey(): string {
    return `${this.#keyPrefix}removed`;
  }

  /** Notifies the listeners of removals by other processes. If the server does not respond, the next poll tries again. */
  async #pollRemoved(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      for (const key of await this.#newlyRemoved()) this.#removed.notify(key);
    } catch {
    } finally {
      this.#isPolling = false;
    }
  }

  /** Returns the keys removed since the last poll; undefined in place of removals that may have been missed. */
  async #newlyRemoved(): Promise<(string | undefined)[]> {
    const last = this.#lastRemoved;
    const key = this.#removedKey;
    const found =
      last === undefined
        ? []
        : await this.#connection.run((client) =>
            client.xrange(key, last, '+', 'COUNT', MOST_REMOVED),
          );
    // The last known removal is still in the stream, unless the server lost it.
    const isComplete =
      found.length < MOST_REMOVED && (last === NO_REMOVAL || found[0]?.[0] === last);
    if (last !== undefined && isComplete) {
      const removed = found.filter(([id]) => id !== last);
      this.#lastRemoved = removed.at(-1)?.[0] ?? last;
      return removed.map(([, [, key]]) => key);
    }
    const [newest] = await this.#connection.run((client) =>
      client.xrevrange(key, '+', '-', 'COUNT', 1),
    );
    this.#lastRemoved = newest?.[0] ?? NO_REMOVAL;
    return [undefined];
  }

  #entryKey(key: string): string {
    return `${this.#keyPrefix}entry:${key}`;
  }

  /** The caller's time; empty if the server's clock is used. */
  #timeOf(now: number): number | '' {
    return this.#serverTime ? '' : now;
  }

  #read(key: string, reply: unknown): Acquisition {
    const [time, role, fence, facts, body, left] = reply as (Buffer | null)[];
    const now = Number(time);
    const entry = facts
      ? decodeEntry(key, facts.toString(), (length) => inflated(body, length))
      : undefined;
    if (String(role) === 'reader') return { role: 'reader', entry, now };
    if (String(role) === 'follower') {
      return { role: 'follower', entry, now, leaseEndsInMs: Number(left), fence: Number(fence) };
    }
    const lease: Lease = { key, fence: Number(fence) };
    if (entry?.settled?.kind === 'copy') this.#storedBodies.set(lease, entry.settled.body);
    return { role: 'leader', entry, now, lease };
  }

  async #putArguments(lease: Lease, entry: Entry): Promise<(string | number | Buffer)[]> {
    const { facts, body } = encodeEntry(lease.key, entry);
    const args = [facts, entry.refreshAt, retentionMs(entry)];
    if (body === undefined) return [...args, 'drop'];
    const stored = this.#storedBodies.get(lease);
    if (stored !== undefined && Buffer.compare(stored, body) === 0) return [...args, 'keep'];
    return [...args, 'replace', await deflate(body)];
  }

  #giveBack(acquisition: Acquisition): void {
    if (acquisition.role !== 'leader') return;
    this.commit(acquisition.lease, { kind: 'release' }).catch(() => {
      // The lease expires anyway.
    });
  }
}

/** @param length the expected length of the body; no more is inflated */
function inflated(body: Buffer | null | undefined, length: number): Uint8Array {
  if (!body) return new Uint8Array();
  // Copied, because zlib's buffer may be much larger than the body. maxOutputLength must be at least 1.
  return new Uint8Array(inflateRawSync(body, { maxOutputLength: Math.max(1, length) }));
}

/**
 * A store in Redis or Valkey, shared by any number of machines. Uses one hash per key, so that a cluster holds it in
 * one slot: `fence`, `from`, and `until` of the open lease; `facts`, `refresh`, and `body` (deflated) of the entry.
 */
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry } from '../policy/entry.js';
import { HOUR, SECOND, STORED_LIFE } from '../policy/limits.js';
import { RedisChannels } from './redis-channels.js';
import { RedisConnection } from './redis-connection.js';
import {
  ACQUIRE,
  COMMIT,
  IS_LED,
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
import { RemovedListeners } from './waiters.js';

export interface RedisStoreOptions {
  /** An ioredis client, which the store never closes, or a URL, which requires the package ioredis. */
  readonly client: RedisClient | string;
  /** Prefix of all keys and channels (default: `repkit:`). */
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

const deflate = promisify(deflateRaw);

export class RedisStore implements Store, TurnStore {
  readonly name = 'redis';
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #removed = new RemovedListeners();
  readonly #keyPrefix: string;
  readonly #serverTime: boolean;
  /** The body stored when a lease was granted. It is not sent again if it is unchanged. */
  readonly #storedBodies = new WeakMap<Lease, Uint8Array>();

  constructor(options: RedisStoreOptions) {
    const { client, keyPrefix = 'repkit:', serverTime = true, timeoutMs = SECOND } = options;
    this.#connection = new RedisConnection(client, timeoutMs);
    this.#channels = new RedisChannels(() => this.#connection.duplicate());
    this.#keyPrefix = keyPrefix;
    this.#serverTime = serverTime;
  }

  async acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    this.#listenForRemoved();
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
    const entryKey = this.#entryKey(key);
    const put = commit.kind === 'put' ? await this.#putArguments(lease, commit.entry) : [];
    const args = [fence, commit.kind, entryKey, ...put];
    const done = await this.#connection.run((client) => runScript(client, COMMIT, entryKey, args));
    return done === 1;
  }

  async changed(key: string, timeoutMs: number): Promise<void> {
    const entryKey = this.#entryKey(key);
    await this.#channels.wait(entryKey, timeoutMs, async () => {
      const isLed = await this.#connection.run((client) => runScript(client, IS_LED, entryKey, []));
      return isLed === 0;
    });
  }

  async remove(key: string): Promise<void> {
    const entryKey = this.#entryKey(key);
    const args = [entryKey, this.#removedChannel, key];
    await this.#connection.run((client) => runScript(client, REMOVE, entryKey, args));
    this.#removed.notify(key);
  }

  onRemoved(listener: RemovedListener): () => void {
    return this.#removed.add(listener);
  }

  async takeTurn(key: string, now: number, intervalMs: number): Promise<number> {
    const turnKey = `${this.#keyPrefix}turn:${key}`;
    const life = Math.ceil(Math.max(intervalMs, SHORTEST_TURN_LIFE));
    const args = [this.#timeOf(now), intervalMs, life];
    const wait = await this.#connection.run((client) =>
      runScript(client, TAKE_TURN, turnKey, args),
    );
    return now + Number(wait);
  }

  async close(): Promise<void> {
    this.#removed.clear();
    await this.#channels.close();
    await this.#connection.close();
  }

  get #removedChannel(): string {
    return `${this.#keyPrefix}removed`;
  }

  /** Starts with the first read entry, since earlier removals cannot affect it. */
  #listenForRemoved(): void {
    if (this.#removed.size === 0) return;
    this.#channels.follow(this.#removedChannel, (key) => this.#removed.notify(key));
  }

  /** Also the name of the channel for changes of the key. */
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

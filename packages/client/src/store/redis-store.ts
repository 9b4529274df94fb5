/**
 * Entries in Redis or Valkey, shared by any number of machines. One hash for a key, so that a cluster keeps all of it in one
 * slot: `fence`, `from` and `until` of the lease that is open, and `facts`, `refresh` and `body` (deflated) of the entry.
 */
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { HOUR, SECOND, STORED_LIFE } from '../limits.js';
import type { Entry } from '../policy/entry.js';
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
import { decodeEntry, encodeEntry, keepFor } from './stored-entry.js';
import { RemovedListeners } from './waiters.js';

export interface RedisStoreOptions {
  /** An instance of ioredis, which the store never closes; or a URL, for which the package ioredis must be installed. */
  readonly client: RedisClient | string;
  /** Before all keys and channels: `repkit:` where it is not given. */
  readonly keyPrefix?: string;
  /**
   * Whether the server's clock is compared with `refreshAt`, so that those of the askers may differ: true where it is not
   * given. Leases go by the server's clock in any case.
   */
  readonly serverTime?: boolean;
  /** How long an answer is waited for, in milliseconds, before a method rejects: 1,000 where it is not given. */
  readonly timeoutMs?: number;
}

/** A turn is remembered for as long as a later one may have to keep its distance. */
const SHORTEST_TURN_LIFE = HOUR;

const deflate = promisify(deflateRaw);

export class RedisStore implements Store, TurnStore {
  readonly name = 'redis';
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #removed = new RemovedListeners();
  readonly #keyPrefix: string;
  readonly #serverTime: boolean;
  /** The body that is stored when a lease is given: it need not be sent again where it stays the same. */
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
      // Whoever asked is gone: others must not wait for the end of the lease.
      (late) => this.#giveBack(late),
    );
    // What cannot be read is no entry, however fresh it claims to be.
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
    this.#removed.tell(key);
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

  /** With the first entry that is read, as none could be one that was removed before. */
  #listenForRemoved(): void {
    if (this.#removed.size === 0) return;
    this.#channels.follow(this.#removedChannel, (key) => this.#removed.tell(key));
  }

  /** Also the name of the channel on which the key's changes are told. */
  #entryKey(key: string): string {
    return `${this.#keyPrefix}entry:${key}`;
  }

  /** The asker's time where it counts; empty where the server's does. */
  #timeOf(now: number): number | '' {
    return this.#serverTime ? '' : now;
  }

  #read(key: string, answer: unknown): Acquisition {
    const [time, role, fence, facts, body, left] = answer as (Buffer | null)[];
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
    const args = [facts, entry.refreshAt, keepFor(entry)];
    if (body === undefined) return [...args, 'drop'];
    const stored = this.#storedBodies.get(lease);
    if (stored !== undefined && Buffer.compare(stored, body) === 0) return [...args, 'keep'];
    return [...args, 'replace', await deflate(body)];
  }

  #giveBack(acquisition: Acquisition): void {
    if (acquisition.role !== 'leader') return;
    this.commit(acquisition.lease, { kind: 'release' }).catch(() => {
      // It lapses by itself.
    });
  }
}

/** @param length which the body has if it is whole: no more is inflated */
function inflated(body: Buffer | null | undefined, length: number): Uint8Array {
  if (!body) return new Uint8Array();
  // A copy, as zlib's own buffer may be far larger than the body. It wants room for one byte at least.
  return new Uint8Array(inflateRawSync(body, { maxOutputLength: Math.max(1, length) }));
}

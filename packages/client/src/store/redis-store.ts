/** A store in Redis or Valkey, shared by any number of machines. Each operation uses one key, as clusters require. */
import { randomUUID } from 'node:crypto';
import { SECOND } from '../policy/limits.js';
import { limit } from '../validate/checks.js';
import { type RedisClient, RedisConnection } from './redis-connection.js';
import type { Release, SetOptions, Store } from './store.js';

export interface RedisStoreOptions {
  /** An ioredis client, which the store never closes, or a URL, which requires the package ioredis. */
  readonly client: RedisClient | string;
  /** Prefix of all keys (default: `repkit:`). */
  readonly keyPrefix?: string;
  /** Timeout per operation in milliseconds (default: 1,000). */
  readonly timeoutMs?: number;
}

/**
 * Sets the fields `value` and `order` of a hash by the rule of `replaces`. A value of another type, or with an unreadable
 * order, counts as missing.
 */
const SET = `
local order, now = tonumber(ARGV[3]), tonumber(ARGV[4])
local stored = redis.pcall('HGET', KEYS[1], 'order')
stored = type(stored) == 'string' and tonumber(stored)
if order and stored and stored > order and stored <= now then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'value', ARGV[1], 'order', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

/**
 * Holds values in Redis or Valkey, for any number of machines.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 * import { RedisStore } from '@repkit/client/redis';
 *
 * const store = new RedisStore({ client: 'redis://localhost:6379' });
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)', store });
 * await client.isAllowed('https://example.com/page');
 * ```
 */
export class RedisStore implements Store {
  readonly name = 'redis';
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor({ client, keyPrefix = 'repkit:', timeoutMs = SECOND }: RedisStoreOptions) {
    limit(timeoutMs, 'timeoutMs');
    this.#connection = new RedisConnection(client, timeoutMs);
    this.#keyPrefix = keyPrefix;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const get = (client: RedisClient) =>
      client.hgetBuffer(this.#entryKey(key), 'value').catch((error) => {
        // A value of another type counts as missing, and `set` replaces it.
        if (/^WRONGTYPE/.test(error?.message)) return null;
        throw error;
      });
    return (await this.#connection.run(get)) ?? undefined;
  }

  async set(key: string, value: Uint8Array, { ttlMs, order }: SetOptions): Promise<void> {
    const args = [Buffer.from(value), Math.ceil(ttlMs), order ?? '', Date.now()];
    await this.#connection.run((client) => client.eval(SET, 1, this.#entryKey(key), ...args));
  }

  async lock(key: string, ms: number): Promise<Release | undefined> {
    const lockKey = `${this.#keyPrefix}lock:${key}`;
    const holder = randomUUID();
    const release: Release = async () => {
      await this.#connection.run((client) => client.eval(RELEASE, 1, lockKey, holder));
    };
    const reply = await this.#connection.run(
      (client) => client.set(lockKey, holder, 'PX', Math.ceil(ms), 'NX'),
      // The caller has given up: release the lock for others. If that fails, it lapses by itself.
      () => release().catch(() => {}),
    );
    return reply === 'OK' ? release : undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#connection.run((client) => client.del(this.#entryKey(key)));
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #entryKey(key: string): string {
    return `${this.#keyPrefix}entry:${key}`;
  }
}

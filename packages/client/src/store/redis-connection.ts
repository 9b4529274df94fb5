/** A connection to Redis or Valkey, with a supplied or internal client and a timeout for each operation. */
import type { Cluster, Redis } from 'ioredis';
import { withTimeout } from '../async/timeouts.js';

export type RedisClient = Redis | Cluster;

/** Client states that are neither connected nor connecting. */
const DOWN: ReadonlySet<string> = new Set(['reconnecting', 'disconnecting', 'close', 'end']);

/** A connection that is silent for this many timeouts is replaced. */
const DEAD_AFTER_TIMEOUTS = 5;

export class RedisConnection {
  readonly #source: RedisClient | string;
  readonly #timeoutMs: number;
  #client: Promise<RedisClient> | undefined;
  /** Why the internal client is not connected. */
  #lastError = '';
  /** Why the client must not be used although it is connected. */
  #rejection: string | undefined;
  #isClosed = false;

  /** @param source the caller's client, which the caller closes, or the URL of a server */
  constructor(source: RedisClient | string, timeoutMs: number) {
    if (typeof source === 'string' && !/^(rediss?:\/\/|\/)/.test(source)) {
      throw new TypeError('Invalid Redis URL. Use redis://host:port, rediss://host:port, or the path of a socket.');
    }
    this.#source = source;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs an operation. Rejects immediately if the client is not connected, because queued commands would run after
   * their caller has given up. Rejects after the timeout; `late` then receives the result if one arrives.
   */
  async run<Result>(work: (client: RedisClient) => Promise<Result>, late?: (result: Result) => void): Promise<Result> {
    if (this.#isClosed) throw new Error('The store is closed.');
    this.#client ??= this.#connect();
    const client = await this.#client;
    if (this.#rejection !== undefined) throw new Error(`Redis rejected the connection: ${this.#rejection}.`);
    if (DOWN.has(client.status)) throw this.#notConnected(client, undefined);
    const working = work(client);
    try {
      return await withTimeout(this.#timeoutMs, working, () => new Error(`Redis did not respond within ${this.#timeoutMs} ms.`));
    } catch (error) {
      working.then(late, ignore);
      throw isOutOfRetries(error) ? this.#notConnected(client, error) : error;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (typeof this.#source !== 'string' || this.#client === undefined) return;
    const client = await this.#client.catch(ignore);
    client?.disconnect();
  }

  #notConnected({ status }: RedisClient, cause: unknown): Error {
    return new Error(`Redis is not connected (${status}${this.#lastError}).`, { cause });
  }

  async #connect(): Promise<RedisClient> {
    if (typeof this.#source !== 'string') return this.#source;
    const { Redis } = await importIoredis();
    const client = new Redis(this.#source, {
      connectTimeout: this.#timeoutMs,
      socketTimeout: DEAD_AFTER_TIMEOUTS * this.#timeoutMs,
      // Commands fail when the connection is lost.
      maxRetriesPerRequest: 0,
      // No command is worth waiting for after `close`.
      disconnectTimeout: 0,
    });
    // Without a listener ioredis would print errors.
    client.on('error', ({ message }) => {
      this.#lastError = `: ${readableError(message)}`;
      // ioredis would continue with database 0, which another program may use.
      if (/DB index is out of range/.test(message)) this.#rejection = message;
    });
    client.on('ready', () => {
      this.#lastError = '';
    });
    return client;
  }
}

async function importIoredis(): Promise<Pick<typeof import('ioredis'), 'Redis'>> {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new Error('Redis URLs require the package ioredis: npm install ioredis@6.', { cause });
  }
}

/** ioredis reports a lost or failed connection with this error, whose message refers to options of ioredis. */
function isOutOfRetries(error: unknown): boolean {
  return error instanceof Error && error.name === 'MaxRetriesPerRequestError';
}

/** Reduces an OpenSSL message to its reason, because the rest describes OpenSSL internals. */
function readableError(message: string): string {
  const reason = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  return reason === undefined ? message : `TLS failed: ${reason}; for a server without TLS, use redis:// instead of rediss://`;
}

function ignore(): undefined {}

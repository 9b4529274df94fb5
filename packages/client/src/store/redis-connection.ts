/** The way to a Redis or Valkey: a client of the caller's or one of our own, and no operation that waits for long. */
import { withTimeout } from '../timeouts.js';
import type { RedisClient } from './redis-scripts.js';

/** What a client says of itself where it is not connected, and is not connecting either. */
const DOWN: ReadonlySet<string> = new Set(['reconnecting', 'disconnecting', 'close', 'end']);

/** A connection that says nothing for so many times the time of an answer is dead, and another one is made. */
const DEAD_AFTER_TIMEOUTS = 5;

export class RedisConnection {
  readonly #given: RedisClient | string;
  readonly #timeoutMs: number;
  #client: Promise<RedisClient> | undefined;
  /** Why a client of our own is not connected. */
  #lastError = '';
  /** Why it must not be used although it is. */
  #refused: string | undefined;
  #isClosed = false;

  /** @param given a client of the caller's, who closes it too; or the URL of a server */
  constructor(given: RedisClient | string, timeoutMs: number) {
    if (typeof given === 'string' && !/^(rediss?:\/\/|\/)/.test(given)) {
      throw new TypeError(
        'The address of Redis is no such URL: give redis://host:port, rediss://host:port or the path of a socket.',
      );
    }
    this.#given = given;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Does a piece of work with the client. Rejects at once where it is not connected: a queue would send what nobody waits
   * for any more. Rejects after the timeout too; then `late` is told of what came of the work after all.
   */
  async run<Result>(
    work: (client: RedisClient) => Promise<Result>,
    late?: (result: Result) => void,
  ): Promise<Result> {
    const client = await this.#open();
    if (this.#refused !== undefined) throw new Error(`Redis refuses it: ${this.#refused}.`);
    if (DOWN.has(client.status)) {
      throw this.#notConnected(client, undefined);
    }
    const working = work(client);
    try {
      return await withTimeout(
        this.#timeoutMs,
        working,
        () => new Error(`Redis did not answer within ${this.#timeoutMs} ms.`),
      );
    } catch (error) {
      working.then(late, ignore);
      throw isOutOfRetries(error) ? this.#notConnected(client, error) : error;
    }
  }

  /** A second connection to the same place, to subscribe with; the caller closes it. */
  async duplicate(): Promise<RedisClient> {
    const client = await this.#open();
    const whileConnecting = { enableOfflineQueue: true, lazyConnect: false };
    const duplicate =
      'nodes' in client
        ? client.duplicate([], whileConnecting)
        : client.duplicate({ ...whileConnecting, commandTimeout: undefined });
    // Whoever waits for a message has a timeout of its own. Without a listener ioredis would print the error.
    duplicate.on('error', ignore);
    return duplicate;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (typeof this.#given !== 'string' || this.#client === undefined) return;
    const client = await this.#client.catch(ignore);
    client?.disconnect();
  }

  #notConnected({ status }: RedisClient, cause: unknown): Error {
    return new Error(`Redis is not connected (${status}${this.#lastError}).`, { cause });
  }

  #open(): Promise<RedisClient> {
    if (this.#isClosed) return Promise.reject(new Error('The store is closed.'));
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<RedisClient> {
    if (typeof this.#given !== 'string') return this.#given;
    const { Redis } = await importIoredis();
    const client = new Redis(this.#given, {
      connectTimeout: this.#timeoutMs,
      socketTimeout: DEAD_AFTER_TIMEOUTS * this.#timeoutMs,
      // What is under way when the connection is lost fails with it.
      maxRetriesPerRequest: 0,
    });
    // Without a listener ioredis would print it.
    client.on('error', ({ message }) => {
      this.#lastError = `: ${inPlainWords(message)}`;
      // ioredis would go on with database 0, where others may keep what is theirs.
      if (/DB index is out of range/.test(message)) this.#refused = message;
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
    throw new Error('A URL of Redis needs the package ioredis: npm install ioredis@6.', { cause });
  }
}

/** What ioredis says, in words about its own options, where the connection is lost or was never there. */
function isOutOfRetries(error: unknown): boolean {
  return error instanceof Error && error.name === 'MaxRetriesPerRequestError';
}

/** OpenSSL says where in itself it gave up: only what it met is of use. */
function inPlainWords(message: string): string {
  const met = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  return met === undefined
    ? message
    : `no TLS connection: ${met}; a server without TLS is redis:// and not rediss://`;
}

function ignore(): undefined {}

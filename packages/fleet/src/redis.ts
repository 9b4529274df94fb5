/** Connections to Redis or Valkey that are verified first and survive restarts of the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '@repkit/bulk';
import { parseStoreUrl } from '@repkit/client/store-url';
import { Redis } from 'ioredis';

/** Long enough for a server to restart and load its data from disk. */
export const RETRY_LIMIT_MS = 600_000;

const CONNECT_MS = 5000;
const RETRY_MS = 250;

/** Connects to a server. Throws an InputError if that fails. Commands are sent again when the connection breaks. */
export async function openRedis(url: string): Promise<Redis> {
  if (!isRedis(url)) {
    throw new InputError(
      '--redis must be a URL such as redis://host:6379, rediss://host:6379 for TLS, or redis://host:6379/1 for database 1.',
    );
  }
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // Required by BullMQ. `retryWhileDown` limits the time.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 50, 1000),
  });
  let problem = '';
  // Without a listener, ioredis prints errors.
  redis.on('error', ({ message }) => {
    problem = `: ${message}`;
  });
  try {
    await redis.connect();
    await redis.ping();
    // ioredis would continue with database 0, which may contain another run.
    if (/DB index is out of range/.test(problem)) throw new Error('no such database');
    return redis;
  } catch (error) {
    redis.disconnect();
    const why = problem || `: ${error instanceof Error ? error.message : String(error)}`;
    throw new InputError(
      `Cannot connect to Redis at ${redis.options.host}:${redis.options.port}${why.replace(/\.$/, '')}. Start it, or correct --redis.`,
    );
  }
}

/** Returns whether this is the URL of a server or the path of a socket. */
function isRedis(url: string): boolean {
  if (url.startsWith('/')) return true;
  try {
    return parseStoreUrl(url).kind === 'redis';
  } catch {
    return false;
  }
}

/**
 * Repeats an idempotent operation while Redis is unavailable. Throws an InputError if that lasts ten minutes, or if Redis
 * refuses to store more.
 */
export async function retryWhileDown<Result>(
  work: () => Promise<Result>,
  retryLimitMs = RETRY_LIMIT_MS,
): Promise<Result> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (/^(?:OOM|MISCONF|READONLY|NOPERM)/.test(message)) {
        throw new InputError(
          `Redis refuses to store more data (${message}). Fix this and run the command again.`,
        );
      }
      if (!isUnavailable(error, message)) throw error;
      if (performance.now() - began > retryLimitMs) {
        throw new InputError(
          `Redis has been unavailable for too long (${message}). Start it and run the command again.`,
        );
      }
      await sleep(RETRY_MS);
    }
  }
}

function isUnavailable(error: unknown, message: string): boolean {
  if (error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)))
    return true;
  return /connection|not connected|did not answer|aborted due to|writeable|LOADING|TRYAGAIN|CLUSTERDOWN/i.test(
    message,
  );
}

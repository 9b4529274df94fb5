/** The way to Redis or Valkey for a fleet: known to work before anything is done, and waited for when it is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '@repkit/bulk';
import { storePlace } from '@repkit/client/store-url';
import { Redis } from 'ioredis';

/** A server that starts anew with much to read from its disk is waited for; one that is gone for so long is gone. */
export const PATIENCE_MS = 600_000;

const CONNECT_MS = 5000;
const RETRY_MS = 250;

/** Connects, or throws a InputError. Commands that are under way when the connection breaks are sent again. */
export async function openRedis(url: string): Promise<Redis> {
  if (!isRedis(url)) {
    throw new InputError(
      '--redis takes a URL: write --redis redis://host:6379, or rediss:// for TLS; a database is a number, as in redis://host:6379/1.',
    );
  }
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // BullMQ asks for it; what must not wait for ever is timed by `patiently`.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 50, 1000),
  });
  let problem = '';
  // Without a listener ioredis would print it.
  redis.on('error', ({ message }) => {
    problem = `: ${message}`;
  });
  try {
    await redis.connect();
    await redis.ping();
    // ioredis would go on with database 0, where another run may be.
    if (/DB index is out of range/.test(problem)) throw new Error('there is no such database');
    return redis;
  } catch (error) {
    redis.disconnect();
    const why = problem || `: ${error instanceof Error ? error.message : String(error)}`;
    throw new InputError(
      `no Redis can be used at ${redis.options.host}:${redis.options.port}${why.replace(/\.$/, '')}; start it, or mend --redis.`,
    );
  }
}

/** The URL of a server, or the path of a socket. */
function isRedis(url: string): boolean {
  if (url.startsWith('/')) return true;
  try {
    return storePlace(url).kind === 'redis';
  } catch {
    return false;
  }
}

/**
 * Does a piece of work with Redis, and does it again for as long as Redis is away: only for what may be done twice.
 * Throws an InputError where Redis stays away for ten minutes, or refuses to take more.
 */
export async function patiently<Result>(
  work: () => Promise<Result>,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (/^(?:OOM|MISCONF|READONLY|NOPERM)/.test(message)) {
        throw new InputError(
          `Redis refuses to take more (${message}): mend that, and run this again.`,
        );
      }
      if (!isAway(error, message)) throw error;
      if (performance.now() - began > patienceMs) {
        throw new InputError(
          `Redis has been away for too long (${message}): start it, and run this again.`,
        );
      }
      await sleep(RETRY_MS);
    }
  }
}

function isAway(error: unknown, message: string): boolean {
  if (error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)))
    return true;
  return /connection|not connected|did not answer|aborted due to|writeable|LOADING|TRYAGAIN|CLUSTERDOWN/i.test(
    message,
  );
}

import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { FleetRun } from '../../src/fleet-run.js';

export interface Fleet {
  readonly server: RedisProcess;
  readonly redis: Redis;
  run(name?: string): FleetRun;
}

/** A Redis for a fleet; it ends with the test. */
export async function startFleet(): Promise<Fleet> {
  const server = await startRedisServer();
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  return { server, redis, run: (name = 'run') => new FleetRun(redis, name) };
}

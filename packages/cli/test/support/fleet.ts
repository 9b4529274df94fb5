/** A Redis for a fleet, and commands that use it. */

import { FleetRun } from '@repkit/fleet';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { run } from '../../src/run.js';
import { type FakeIo, fakeIo, type World } from './fake-io.js';

export interface Fleet {
  readonly server: RedisProcess;
  readonly redis: Redis;
  /** Runs `repkit fleet ACTION`. */
  fleet(world: World, action: string, ...argv: string[]): Promise<{ code: number; io: FakeIo }>;
  run(name?: string): FleetRun;
}

/** Ends with the test. */
export async function startFleet(name = 'run'): Promise<Fleet> {
  const server = await startRedisServer();
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  return {
    server,
    redis,
    async fleet(world, action, ...argv) {
      const io = fakeIo(world);
      const code = await run(['fleet', action, '--redis', server.url, '--name', name, ...argv], io);
      return { code, io };
    },
    run: (other = name) => new FleetRun(redis, other),
  };
}

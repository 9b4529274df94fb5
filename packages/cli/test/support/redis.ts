/** A real redis-server with a password. */
import { onTestFinished } from 'vitest';
import { startRedisServer } from '../../../../scripts/lib/redis-server.mjs';

/** Gives its URL, password included; it ends with the test. */
export async function startRedis(password: string): Promise<string> {
  const redis = await startRedisServer(['--requirepass', password]);
  onTestFinished(() => redis.stop());
  return redis.url.replace('redis://', `redis://:${password}@`);
}

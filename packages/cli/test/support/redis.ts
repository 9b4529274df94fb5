/** A real redis-server with a password. */
import { onTestFinished } from 'vitest';
import { startRedisServer } from '../../../../test/support/redis-server.js';

/** Returns its URL, including the password. Stopped after the test. */
export async function startRedis(password: string): Promise<string> {
  const redis = await startRedisServer(['--requirepass', password]);
  onTestFinished(() => redis.stop());
  return redis.url.replace('redis://', `redis://:${password}@`);
}

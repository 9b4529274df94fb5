/** A real redis-server on a free port of loopback, with a password. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';

/** Undefined where it is not installed; in CI that is a failure. */
export const REDIS_SERVER = findProgram('redis-server');

/** Gives its URL, password included; it ends with the test. */
export async function startRedis(password: string): Promise<string> {
  if (REDIS_SERVER === undefined) throw new Error('apt-get install redis-server');
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const redis = spawn(REDIS_SERVER, [...args, '--requirepass', password]);
  onTestFinished(() => void redis.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    redis.stdout.on('data', (text: Buffer) => {
      log += text;
      if (log.includes('Ready to accept connections')) resolve();
    });
    redis.once('exit', () => reject(new Error(`redis-server has ended: ${log}`)));
  });
  return `redis://:${password}@127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there was no port');
  return address.port;
}

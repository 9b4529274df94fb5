/** A redis-server that can be stopped, killed and started again. */
import { freePort } from './free-port.js';
import { type Running, startProcess } from './running.js';

export interface Redis {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the process, whose connections stay open, or lets it run again. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts it in an empty folder. Throws if redis-server is not installed. */
export async function startRedis(folder: string): Promise<Redis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  let running: Running | undefined;
  const redis: Redis = {
    port,
    kill: async () => void (await running?.end('SIGKILL')),
    signal: (name) => void (running && process.kill(running.pid, name)),
    start: async () => {
      running = await startProcess('redis-server', args, /Ready to accept connections/);
    },
  };
  await redis.start();
  return redis;
}

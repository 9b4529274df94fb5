/** A real redis-server on a free loopback port that can be killed and restarted with its data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { programPath } from './program.js';

export type RedisProcess = ReturnType<typeof serverOn>;

/** Another process may take a free port first. */
const TRIES = 5;

/** @param options of redis-server, such as `['--appendonly', 'yes']` */
export async function startRedisServer(options: readonly string[] = []): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-redis-'));
  for (let left = TRIES; ; left -= 1) {
    const port = await freePort();
    const bus = options.includes('--cluster-enabled') ? ['--cluster-port', String(await freePort())] : [];
    const server = serverOn(port, folder, [...bus, ...options]);
    try {
      await server.restart();
      return server;
    } catch (error) {
      await server.kill();
      if (left > 1) continue;
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

/** @param folder of its data */
function serverOn(port: number, folder: string, options: readonly string[]) {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const args = [...place, '--save', '', ...options];
  let running: ChildProcess | undefined;
  let log = '';
  /** Ends it like a crash. */
  async function kill(): Promise<void> {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    /** Returns its output so far. */
    log: () => log,
    signal(name: 'SIGSTOP' | 'SIGCONT') {
      running?.kill(name);
    },
    /** Starts it, again on the same port with the same data. Resolves when it accepts connections. */
    async restart(): Promise<void> {
      const started = spawn(programPath('redis-server'), args, {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = started;
      const before = log.length;
      await new Promise<void>((resolve, reject) => {
        const onOutput = (chunk: Buffer): void => {
          log += chunk;
          if (log.includes('Ready to accept connections', before)) resolve();
        };
        started.stdout.on('data', onOutput);
        started.stderr.on('data', onOutput);
        started.once('error', reject);
        started.once('exit', () => reject(new Error(`redis-server exited:\n${log}`)));
      });
    },
    /** Ends it permanently. */
    async stop(): Promise<void> {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

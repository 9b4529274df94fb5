/** A real redis-server on a free loopback port that can be killed and restarted with its data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { findProgram } from './programs.mjs';

/** @typedef {ReturnType<typeof serverOn>} RedisProcess */

/** Another process may take a free port first. */
const TRIES = 5;

/**
 * @param {readonly string[]} options of redis-server, such as `['--appendonly', 'yes']`
 * @returns {Promise<RedisProcess>}
 */
export async function startRedisServer(options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-redis-'));
  for (let left = TRIES; ; left -= 1) {
    const port = await freePort();
    const bus = options.includes('--cluster-enabled')
      ? ['--cluster-port', String(await freePort())]
      : [];
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

/**
 * @param {number} port
 * @param {string} folder of its data
 * @param {readonly string[]} options
 */
function serverOn(port, folder, options) {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const args = [...place, '--save', '', ...options];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;
  let log = '';
  /** Ends it like a crash. */
  async function kill() {
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
    signal(/** @type {'SIGSTOP' | 'SIGCONT'} */ name) {
      running?.kill(name);
    },
    /** Starts it, again on the same port with the same data. Resolves when it accepts connections. */
    async restart() {
      const program = findProgram('redis-server');
      if (program === undefined) {
        throw new Error('redis-server is missing: apt-get install redis-server');
      }
      const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      running = started;
      const before = log.length;
      await /** @type {Promise<void>} */ (
        new Promise((resolve, reject) => {
          const onOutput = (/** @type {Buffer} */ chunk) => {
            log += chunk;
            if (log.includes('Ready to accept connections', before)) resolve();
          };
          started.stdout.on('data', onOutput);
          started.stderr.on('data', onOutput);
          started.once('error', reject);
          started.once('exit', () => reject(new Error(`redis-server exited:\n${log}`)));
        })
      );
    },
    /** Ends it permanently. */
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A real redis-server on a free port of loopback, that may be killed and started again with what it has kept. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';

/**
 * @typedef {{ url: string, kill(): Promise<void>, restart(): Promise<void>, stop(): Promise<void> }} RedisProcess
 */

/** Somebody else may take a free port first. */
const TRIES = 5;

/**
 * @param {readonly string[]} options as redis-server takes them: `['--appendonly', 'yes']`
 * @returns {Promise<RedisProcess>}
 */
export async function startRedisServer(options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-redis-'));
  for (let left = TRIES; ; left -= 1) {
    const running = new Running(await freePort(), folder, options);
    try {
      await running.restart();
      return running;
    } catch (error) {
      await running.kill();
      if (left > 1) continue;
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

/** @implements {RedisProcess} */
class Running {
  #folder;
  #args;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;

  /**
   * @param {number} port
   * @param {string} folder
   * @param {readonly string[]} options
   */
  constructor(port, folder, options) {
    this.url = `redis://127.0.0.1:${port}`;
    this.#folder = folder;
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    this.#args = [...place, '--save', '', ...options];
  }

  async kill() {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Settles when it takes connections. */
  async restart() {
    const program = findProgram('redis-server');
    if (program === undefined)
      throw new Error('redis-server is missing: apt-get install redis-server');
    const started = spawn(program, this.#args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = started;
    let log = '';
    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      started.stdout.on('data', (chunk) => {
        // Read on to its end: it would wait for a full pipe.
        if (log.length < 100_000) log += chunk;
        if (log.includes('Ready to accept connections')) resolve();
      });
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`redis-server has ended:\n${log}`)));
    });
    await ready;
  }

  async stop() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

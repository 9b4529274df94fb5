/** A real redis-server on a free loopback port that can be killed and restarted with its data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { findProgram } from './programs.mjs';

/**
 * `log` returns its output so far, `kill` ends it like a crash, `restart` starts it again on the same port with the same
 * data, and `stop` ends it permanently.
 *
 * @typedef {{
 *   port: number,
 *   url: string,
 *   log(): string,
 *   signal(name: 'SIGSTOP' | 'SIGCONT'): void,
 *   kill(): Promise<void>,
 *   restart(): Promise<void>,
 *   stop(): Promise<void>,
 * }} RedisProcess
 */

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
    const running = new Running(port, folder, [...bus, ...options]);
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
  #log = '';

  /**
   * @param {number} port
   * @param {string} folder
   * @param {readonly string[]} options
   */
  constructor(port, folder, options) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#folder = folder;
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    this.#args = [...place, '--save', '', ...options];
  }

  log() {
    return this.#log;
  }

  /** @param {'SIGSTOP' | 'SIGCONT'} name */
  signal(name) {
    this.#process?.kill(name);
  }

  async kill() {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Resolves when it accepts connections. */
  async restart() {
    const program = findProgram('redis-server');
    if (program === undefined)
      throw new Error('redis-server is missing: apt-get install redis-server');
    const started = spawn(program, this.#args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = started;
    const before = this.#log.length;
    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      /** @param {Buffer} chunk */
      const onOutput = (chunk) => {
        this.#log += chunk;
        if (this.#log.includes('Ready to accept connections', before)) resolve();
      };
      started.stdout.on('data', onOutput);
      started.stderr.on('data', onOutput);
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`redis-server exited:\n${this.#log}`)));
    });
    await ready;
  }

  async stop() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

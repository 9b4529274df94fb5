/** Real processes of `repkit fleet` that tests can kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

export class FleetProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  /** Standard error so far. */
  err = '';

  /** Ends with the test. */
  constructor(argv: readonly string[]) {
    this.#child = spawn(process.execPath, [BIN, 'fleet', ...argv], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NO_PROXY: '*' },
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.err += chunk;
    });
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null);
    onTestFinished(() => this.kill());
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.#child.kill(signal);
  }

  /** Exit code; null after a signal. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

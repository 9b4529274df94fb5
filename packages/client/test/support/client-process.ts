/** Other processes, each with its own clients, that share a store with the test and can be stopped or killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientLimits, Turn } from '../../src/index.js';
import type { StoreLocation } from './store-place.js';

/** The task of one process. */
export interface Task {
  readonly place: StoreLocation;
  readonly urls: readonly string[];
  /** Total number of checks, cycling through the URLs. */
  readonly checks?: number;
  /** Number of turns of the first URL; each caller waits for its turn before it takes the next. */
  readonly turns?: number;
}

export interface TaskResult {
  /** Number of fetches during the task. */
  readonly fetches: number;
  /** Number of results per outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Rejected checks by message. */
  readonly rejected: readonly string[];
  readonly turns: readonly Turn[];
  /** Store errors by operation. */
  readonly storeErrors: readonly string[];
}

const CHILD = fileURLToPath(new URL('client-child.ts', import.meta.url));
/** The default folder of Node.js. With it, a process starts in two thirds of the processor time. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');
const HOOK = new URL('import-sources.ts', import.meta.url).href;

export class ClientProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a process and waits until it accepts tasks. The caller ends it. */
  static async start(limits: Partial<ClientLimits>): Promise<ClientProcess> {
    const child = fork(CHILD, [JSON.stringify(limits)], {
      execArgv: ['--import', HOOK],
      env: { ...process.env, NODE_COMPILE_CACHE },
    });
    const started = new ClientProcess(child);
    await started.#message();
    return started;
  }

  async run(task: Task): Promise<TaskResult> {
    this.#child.send(task);
    return (await this.#message()) as TaskResult;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** Resolves with the next message; rejects if the process ends first. */
  #message(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (code: number | null): void => reject(new Error(`the process ended: ${code}`));
      this.#child.once('exit', end);
      this.#child.once('message', (message) => {
        this.#child.off('exit', end);
        resolve(message);
      });
    });
  }
}

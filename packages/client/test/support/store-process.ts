/** Other processes that share a store with the test and can be stopped or killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AcquireRequest, Acquisition, Commit, Lease } from '../../src/store/store.js';
import type { StoreLocation } from './store-place.js';

export type Order =
  | { readonly name: 'acquire'; readonly key: string; readonly request: AcquireRequest }
  | { readonly name: 'commit'; readonly lease: Lease; readonly commit: Commit }
  | { readonly name: 'race'; readonly keys: readonly string[]; readonly rounds: number }
  | { readonly name: 'churn'; readonly keys: readonly string[] };

export type Reply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'churning' };

const CHILD = fileURLToPath(new URL('store-child.ts', import.meta.url));
const HOOK = new URL('import-sources.ts', import.meta.url).href;

/** One command at a time. */
export class StoreProcess {
  readonly #child: ChildProcess;

  constructor(place: StoreLocation) {
    this.#child = fork(CHILD, [JSON.stringify(place)], {
      execArgv: ['--import', HOOK],
      serialization: 'advanced',
    });
  }

  acquire(key: string, request: AcquireRequest): Promise<Acquisition> {
    return this.#order({ name: 'acquire', key, request }) as Promise<Acquisition>;
  }

  commit(lease: Lease, commit: Commit): Promise<boolean> {
    return this.#order({ name: 'commit', lease, commit }) as Promise<boolean>;
  }

  /** Acquires every key `rounds` times, and returns how often it led. */
  race(keys: readonly string[], rounds: number): Promise<number> {
    return this.#order({ name: 'race', keys, rounds }) as Promise<number>;
  }

  /** Writes the keys repeatedly until it is killed. */
  async churn(keys: readonly string[]): Promise<void> {
    await this.#order({ name: 'churn', keys });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }

  #order(order: Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (code: number | null): void => reject(new Error(`the process ended: ${code}`));
      this.#child.once('exit', end);
      this.#child.once('message', (reply: Reply) => {
        this.#child.off('exit', end);
        if (reply.kind === 'error') reject(new Error(reply.message));
        else resolve(reply.kind === 'result' ? reply.value : undefined);
      });
      this.#child.send(order);
    });
  }
}

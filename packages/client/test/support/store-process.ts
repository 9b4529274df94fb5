/** Other processes that share a store with the test and can be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StoreLocation } from './store-place.js';

export type Order =
  | { readonly name: 'lock'; readonly key: string; readonly ms: number }
  | { readonly name: 'race'; readonly keys: readonly string[] }
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

  /** Returns whether it got the lock, which it never releases. */
  lock(key: string, ms: number): Promise<boolean> {
    return this.#order({ name: 'lock', key, ms }) as Promise<boolean>;
  }

  /** Sets every key that has no value, under its lock, and returns the keys that it has set. */
  race(keys: readonly string[]): Promise<readonly string[]> {
    return this.#order({ name: 'race', keys }) as Promise<readonly string[]>;
  }

  /** Writes the keys repeatedly until it is killed. */
  async churn(keys: readonly string[]): Promise<void> {
    await this.#order({ name: 'churn', keys });
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

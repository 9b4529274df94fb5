/** Waiters for changes and listeners for removals in this process. */
import type { RemovedListener } from './store.js';

/** Maximum delay of a timer in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Resolves when the key is woken, or after `timeoutMs`. */
  wait(key: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const ofKey = this.#waiting.get(key) ?? new Set();
      const end = (): void => {
        clearTimeout(timer);
        ofKey.delete(end);
        if (ofKey.size === 0) this.#waiting.delete(key);
        resolve();
      };
      const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_WAIT));
      this.#waiting.set(key, ofKey.add(end));
    });
  }

  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  wake(key: string): void {
    for (const end of [...(this.#waiting.get(key) ?? [])]) end();
  }

  wakeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.wake(key);
  }
}

export class RemovedListeners {
  readonly #listeners = new Set<{ readonly listener: RemovedListener }>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns a function that removes the listener. */
  add(listener: RemovedListener): () => void {
    const added = { listener };
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }

  notify(key: string | undefined): void {
    for (const { listener } of [...this.#listeners]) listener(key);
  }

  clear(): void {
    this.#listeners.clear();
  }
}

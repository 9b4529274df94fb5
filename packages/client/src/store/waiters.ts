/** Waiters for changes and listeners for removals in this process. */
import { SECOND } from '../policy/limits.js';
import type { RemovedListener } from './store.js';

/** Maximum delay of a timer in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Time between two calls of `isOver`, in milliseconds. */
const POLL_MS = 50;

export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * Resolves when the key is woken, after `timeoutMs`, or as soon as `isOver` returns true or rejects. `isOver` polls for
   * changes by other processes.
   */
  wait(key: string, timeoutMs: number, isOver?: () => Promise<boolean>): Promise<void> {
    return new Promise((resolve) => {
      const ofKey = this.#waiting.get(key) ?? new Set();
      let nextPoll: NodeJS.Timeout | undefined;
      const end = (): void => {
        if (!ofKey.delete(end)) return;
        clearTimeout(timer);
        clearTimeout(nextPoll);
        if (ofKey.size === 0) this.#waiting.delete(key);
        resolve();
      };
      const timer = setTimeout(end, Math.min(timeoutMs, LONGEST_WAIT));
      this.#waiting.set(key, ofKey.add(end));
      if (isOver === undefined) return;
      const poll = async (): Promise<void> => {
        if (await isOver().catch(() => true)) end();
        else if (ofKey.has(end)) nextPoll = setTimeout(poll, POLL_MS);
      };
      // Registered before the first poll, because this process may wake the key during it.
      poll();
    });
  }

  wake(key: string): void {
    for (const end of [...(this.#waiting.get(key) ?? [])]) end();
  }

  wakeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.wake(key);
  }
}

/** Time between two polls for removals by other processes, in milliseconds. */
const REMOVED_POLL_MS = SECOND;

export class RemovedListeners {
  readonly #listeners = new Set<{ readonly listener: RemovedListener }>();
  readonly #poll: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param poll looks for removals by other processes. Called every second while there are listeners. */
  constructor(poll?: () => void) {
    this.#poll = poll;
  }

  /** Returns a function that removes the listener. */
  add(listener: RemovedListener): () => void {
    if (this.#isClosed) return () => {};
    const added = { listener };
    this.#listeners.add(added);
    if (this.#poll !== undefined) this.#timer ??= setInterval(this.#poll, REMOVED_POLL_MS).unref();
    return () => {
      this.#listeners.delete(added);
      if (this.#listeners.size === 0) this.#stopPolling();
    };
  }

  notify(key: string | undefined): void {
    for (const { listener } of [...this.#listeners]) listener(key);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    this.#stopPolling();
  }

  #stopPolling(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

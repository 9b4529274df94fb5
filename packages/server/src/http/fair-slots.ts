import { type ClientWork, isPauseDue, pause } from './pause.js';

/**
 * Shares slots among clients: a client may take another slot while it has fewer than are free, so one client alone takes up
 * to half. The first slot of a client is always free: a check never waits for those of other clients.
 */
export class FairSlots {
  #free: number;
  readonly #taken = new Map<string, number>();
  /** Per client, in order. The client that was served last comes last. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work in a slot of the client, once there is one. Rejects with the reason of the signal if it is aborted before. */
  async run<Result>(forClient: ClientWork, work: () => Promise<Result>): Promise<Result> {
    const { client, signal } = forClient;
    const mustWait = !this.#take(client);
    if (mustWait) await this.#turn(client, signal);
    try {
      // Many slots may become free in one turn of the event loop.
      if (mustWait && isPauseDue()) await pause(forClient);
      return await work();
    } finally {
      this.#release(client);
    }
  }

  /** Returns false, and takes nothing, if the client must wait. */
  #take(client: string): boolean {
    const taken = this.#taken.get(client) ?? 0;
    if (taken > 0 && taken >= this.#free) return false;
    this.#taken.set(client, taken + 1);
    this.#free--;
    return true;
  }

  #release(client: string): void {
    const left = (this.#taken.get(client) ?? 1) - 1;
    if (left === 0) this.#taken.delete(client);
    else this.#taken.set(client, left);
    this.#free++;
    for (const [next, turns] of this.#waiting) {
      const [begin] = turns;
      if (begin === undefined || !this.#take(next)) continue;
      this.#leave(next, turns, begin);
      if (this.#waiting.delete(next)) this.#waiting.set(next, turns);
      begin();
    }
  }

  async #turn(client: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turns = this.#waiting.get(client) ?? new Set();
    this.#waiting.set(client, turns.add(resolve));
    const abort = () => {
      this.#leave(client, turns, resolve);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #leave(client: string, turns: Set<() => void>, turn: () => void): void {
    if (turns.delete(turn) && turns.size === 0) this.#waiting.delete(client);
  }
}

/** Limits how much runs at the same time; the rest waits in order. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Rejects with the signal's reason if it is aborted while waiting. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(enter);
    });
  }
}

/** Times that run out, all told by one clock: to set a timer for each request, and to clear it, is felt in the rate of the service. */

/** Whoever has a time. */
export interface Timed {
  /** The time is over, and is no longer watched. */
  timeIsOver(): void;
}

/** No time is told to be over before it is; it may be told later by a tick, which is at most so long. */
const LONGEST_TICK_MS = 1000;
const TICKS_A_TIME = 20;

export class Deadlines {
  readonly #tickMs: number;
  /** By when, as `performance.now()` has it. */
  readonly #running = new Map<Timed, number>();
  readonly #clock: NodeJS.Timeout;
  /** At the last tick. */
  #now = performance.now();

  /** @param shortestMs the shortest time that will be set */
  constructor(shortestMs: number) {
    this.#tickMs = Math.min(LONGEST_TICK_MS, Math.ceil(shortestMs / TICKS_A_TIME));
    this.#clock = setInterval(() => this.#tick(), this.#tickMs);
    this.#clock.unref();
  }

  /** In place of the time that was set before. */
  set(timed: Timed, ms: number): void {
    this.#running.set(timed, this.#now + this.#tickMs + ms);
  }

  clear(timed: Timed): void {
    this.#running.delete(timed);
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #tick(): void {
    this.#now = performance.now();
    for (const [timed, by] of this.#running) {
      if (by > this.#now) continue;
      this.#running.delete(timed);
      timed.timeIsOver();
    }
  }
}

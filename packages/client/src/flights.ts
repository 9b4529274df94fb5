/** Single flight in this process: whoever asks while a piece of work runs waits for the same one. */

import { unlessAborted } from './within.js';

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();
  #isClosed = false;

  /** Whether work of this name runs. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /** Resolves when no work of this name runs any more; never rejects. */
  async settled(key: string): Promise<void> {
    await this.#flights.get(key)?.result.catch(() => {});
  }

  /**
   * Waits for the work of this name, and begins it where it does not run. A waiter's signal ends its own waiting; the
   * work is called off when its last waiter has gone.
   */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.waiting++;
    try {
      return await (signal === undefined ? flight.result : unlessAborted(signal, flight.result));
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) this.#callOff(key, flight, signal?.reason);
    }
  }

  /** Calls all work off; those who wait are told the reason. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#flights.values()];
    for (const { controller } of running) controller.abort(reason);
    await Promise.allSettled(running.map(({ result }) => result));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    if (this.#isClosed) throw new Error('This client is closed: make a new one.');
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => this.#leave(key, flight));
    // Each waiter hears of a failure; where all have gone nobody needs to.
    result.catch(() => {});
    const flight: Flight<Result> = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  /** Whoever asks from now on begins anew: the end of this work is not theirs. */
  #callOff(key: string, flight: Flight<Result>, reason: unknown): void {
    this.#leave(key, flight);
    flight.controller.abort(reason);
  }

  #leave(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

/** Single flight in this process: whoever asks while a piece of work runs waits for the same one. */

import { unlessAborted } from './timeouts.js';

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

type Work<Result> = (signal: AbortSignal, isAttached: () => boolean) => Promise<Result>;

export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();
  /** Also those that were detached. */
  readonly #running = new Set<Flight<Result>>();
  #isClosed = false;

  /** Whether work of this name runs. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /** Lets work of this name, or all work, go on for those who wait for it already; later ones begin anew. */
  detach(key?: string): void {
    if (key === undefined) this.#flights.clear();
    else this.#flights.delete(key);
  }

  /**
   * Waits for the work of this name, and begins it where it does not run. A waiter's signal ends its own waiting; the
   * work is called off when its last waiter has gone. It is told whether it is still the one that later ones join.
   */
  async join(key: string, signal: AbortSignal | undefined, work: Work<Result>): Promise<Result> {
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
    const running = [...this.#running];
    for (const { controller } of running) controller.abort(reason);
    await Promise.allSettled(running.map(({ result }) => result));
  }

  #begin(key: string, work: Work<Result>): Flight<Result> {
    if (this.#isClosed) throw new Error('This client is closed: make a new one.');
    const controller = new AbortController();
    const result = work(controller.signal, () => this.#flights.get(key) === flight).finally(() => {
      this.#leave(key, flight);
      this.#running.delete(flight);
    });
    // Each waiter hears of a failure; where all have gone nobody needs to.
    result.catch(() => {});
    const flight: Flight<Result> = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    this.#running.add(flight);
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

/** Runs at most one task per key in this process. Callers that arrive while it runs share its result. */

import { unlessAborted } from './timeouts.js';

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

type Work<Result> = (signal: AbortSignal, isAttached: () => boolean) => Promise<Result>;

export class Flights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();
  /** Including detached flights. */
  readonly #running = new Set<Flight<Result>>();
  #isClosed = false;

  /** Returns whether work that new callers would join is running. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  get running(): number {
    return this.#running.size;
  }

  /** Lets running work of a key finish for its current callers. Later callers start new work. */
  detach(key: string): void {
    this.#flights.delete(key);
  }

  /**
   * Waits for the work of a key, and starts it if it is not running. A caller's signal ends only that caller's wait;
   * the work is aborted when its last caller has left. `isAttached` returns whether new callers would still join the
   * work.
   */
  async join(key: string, signal: AbortSignal | undefined, work: Work<Result>): Promise<Result> {
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.waiting++;
    try {
      return await unlessAborted(signal, flight.result);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) {
        // Detached first, so that later callers do not receive its AbortError.
        this.#leave(key, flight);
        flight.controller.abort(signal?.reason);
      }
    }
  }

  /** Aborts all work. Its callers are rejected with the reason. */
  async close(reason: Error): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running];
    for (const { controller } of running) controller.abort(reason);
    await Promise.allSettled(running.map(({ result }) => result));
  }

  #begin(key: string, work: Work<Result>): Flight<Result> {
    if (this.#isClosed) throw new Error('The client is closed. Create a new one.');
    const controller = new AbortController();
    const result = work(controller.signal, () => this.#flights.get(key) === flight).finally(() => {
      this.#leave(key, flight);
      this.#running.delete(flight);
    });
    // Each waiting caller receives the failure. Without callers it is ignored.
    result.catch(() => {});
    const flight: Flight<Result> = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    this.#running.add(flight);
    return flight;
  }

  #leave(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

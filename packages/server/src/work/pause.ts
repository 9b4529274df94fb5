/** Lets others have their turn in work that goes on for long. */
import { setImmediate } from 'node:timers/promises';

/** So long nobody else is answered. */
const LONGEST_RUN_MS = 10;

export class Pauses {
  #began = Date.now();

  /** Whether it is time for a pause. */
  get isDue(): boolean {
    return Date.now() - this.#began > LONGEST_RUN_MS;
  }

  /** Rejects with the signal's reason where nobody waits for the work any more. */
  async take(signal: AbortSignal): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
    this.#began = Date.now();
  }
}

/** Limits how many requests are made to an origin at a time. Many origins may redirect to one. */
import { unlessAborted } from '../async/timeouts.js';

/** The same limit as in browsers. */
const REQUESTS_PER_ORIGIN = 6;

interface Line {
  used: number;
  readonly waiting: Set<() => void>;
}

export class ConnectionSlots {
  readonly #lines = new Map<string, Line>();

  /** Resolves with a function that frees the slot, once there is one. Rejects with the reason of the signal. */
  async take(origin: string, signal: AbortSignal): Promise<() => void> {
    const line = this.#lines.get(origin) ?? { used: 0, waiting: new Set() };
    this.#lines.set(origin, line);
    const free = () => {
      const [next] = line.waiting;
      if (next === undefined) {
        line.used -= 1;
        if (line.used === 0) this.#lines.delete(origin);
        return;
      }
      line.waiting.delete(next);
      next();
    };
    if (line.used < REQUESTS_PER_ORIGIN) {
      line.used += 1;
      return free;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    line.waiting.add(resolve);
    try {
      await unlessAborted(signal, promise);
      return free;
    } catch (error) {
      // The slot may have been handed over in the meantime.
      if (!line.waiting.delete(resolve)) free();
      throw error;
    }
  }
}

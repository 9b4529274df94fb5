/** Limits how many requests are made to an origin at a time. */
import { unlessAborted } from '../async/timeouts.js';

/** The same limit as in browsers. */
const REQUESTS_PER_ORIGIN = 6;

interface OriginQueue {
  used: number;
  readonly direct: Set<() => void>;
  readonly redirected: Set<() => void>;
}

/** Any number of origins may redirect to one, so those leave a slot free, and the site's own requests come first. */
export class ConnectionSlots {
  readonly #queues = new Map<string, OriginQueue>();

  /** Resolves with a function that frees the slot, once there is one. Rejects with the reason of the signal. */
  async take(origin: string, signal: AbortSignal, isRedirected = false): Promise<() => void> {
    const queue = this.#queues.get(origin) ?? { used: 0, direct: new Set(), redirected: new Set() };
    this.#queues.set(origin, queue);
    const waiting = isRedirected ? queue.redirected : queue.direct;
    const free = () => {
      const mayServe = queue.used < REQUESTS_PER_ORIGIN ? queue.redirected : [];
      const [next] = queue.direct.size > 0 ? queue.direct : mayServe;
      if (next === undefined) {
        queue.used -= 1;
        if (queue.used === 0) this.#queues.delete(origin);
        return;
      }
      queue.direct.delete(next);
      queue.redirected.delete(next);
      next();
    };
    if (queue.used < REQUESTS_PER_ORIGIN - (isRedirected ? 1 : 0)) {
      queue.used += 1;
      return free;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    try {
      await unlessAborted(signal, promise);
      return free;
    } catch (error) {
      // The slot may have been handed over in the meantime.
      if (!waiting.delete(resolve)) free();
      throw error;
    }
  }
}

import type { Message } from '../../src/worker/reply.js';
import { reply } from '../../src/worker/reply.js';

/** Answers as the worker does, but in the page: the test runner does not support imports on demand in workers. */
export class InPageWorker extends EventTarget {
  #isTerminated = false;

  postMessage(message: Message): void {
    void reply(message, (posted) => {
      const data = structuredClone(posted);
      // Later, as from a worker.
      queueMicrotask(() => {
        if (!this.#isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
      });
    });
  }

  terminate(): void {
    this.#isTerminated = true;
  }
}

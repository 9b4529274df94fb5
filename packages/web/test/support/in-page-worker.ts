import { answers } from '../../src/worker/answer.js';
import type { Message } from '../../src/worker/requests.js';

/** Answers as the worker does, but in the page: the test runner does not support imports on demand in workers. */
export class InPageWorker extends EventTarget {
  #isTerminated = false;

  async postMessage(message: Message): Promise<void> {
    for await (const answer of answers(message)) {
      const data = structuredClone(answer);
      if (!this.#isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }

  terminate(): void {
    this.#isTerminated = true;
  }
}

import { expect } from 'vitest';
import type { Message, WorkRequest } from '../../src/worker/reply.js';
import { reply } from '../../src/worker/reply.js';

/** A worker in the page that answers when the test says so. */
export class HeldWorker extends EventTarget {
  static latest: HeldWorker;
  readonly #messages: Message[] = [];

  constructor() {
    super();
    HeldWorker.latest = this;
  }

  postMessage(message: Message): void {
    this.#messages.push(message);
  }

  terminate(): void {}

  /** Whether a request of this kind waits. */
  isAsked(kind: WorkRequest['kind']): boolean {
    return this.#messages.some(({ request }) => request.kind === kind);
  }

  /** Answers all requests that wait, one of this kind among them. */
  async answer(kind: WorkRequest['kind']): Promise<void> {
    await expect.poll(() => this.isAsked(kind)).toBe(true);
    for (const message of this.#messages.splice(0)) {
      await reply(message, (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  }
}

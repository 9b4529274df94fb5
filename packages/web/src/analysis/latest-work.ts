/** Long work in a worker. A newer question ends the work on the older one, whose answer nobody waits for. */

/** What a worker is here. */
export interface WorkPort<Question> {
  postMessage(question: Question): void;
  /** An error is one that the worker does not catch, or that it could not be loaded. */
  addEventListener(
    type: 'message' | 'error',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
  terminate(): void;
}

/** In place of an answer: the worker has met an error. What it answered before is no answer to this question. */
export type Failed = 'failed';

export class LatestWork<Question, Answer> {
  readonly #start: () => WorkPort<Question>;
  readonly #onAnswer: (answer: Answer | Failed) => void;
  #port: WorkPort<Question> | undefined;
  #isBusy = false;

  /** The worker is started with the first question; it answers each with one message. */
  constructor(start: () => WorkPort<Question>, onAnswer: (answer: Answer | Failed) => void) {
    this.#start = start;
    this.#onAnswer = onAnswer;
  }

  ask(question: Question): void {
    if (this.#isBusy) this.close();
    this.#port ??= this.#open();
    this.#isBusy = true;
    this.#port.postMessage(question);
  }

  /** Ends the work that is not done; a worker that waits is kept. */
  forget(): void {
    if (this.#isBusy) this.close();
  }

  close(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#isBusy = false;
  }

  #open(): WorkPort<Question> {
    const port = this.#start();
    port.addEventListener('message', ({ data }) => {
      // What a worker sent before it was ended may still be on its way.
      if (port !== this.#port) return;
      this.#isBusy = false;
      this.#onAnswer(data as Answer);
    });
    port.addEventListener('error', () => {
      if (port !== this.#port) return;
      this.close();
      this.#onAnswer('failed');
    });
    return port;
  }
}

/** Long work in a worker. A newer question ends the work on the older one, whose answer nobody waits for. */

/** What a worker is here. */
export interface WorkPort<Question> {
  postMessage(question: Question): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  terminate(): void;
}

export class LatestWork<Question, Answer> {
  readonly #start: () => WorkPort<Question>;
  readonly #onAnswer: (answer: Answer) => void;
  #port: WorkPort<Question> | undefined;
  #isBusy = false;

  /** The worker is started with the first question; it answers each with one message. */
  constructor(start: () => WorkPort<Question>, onAnswer: (answer: Answer) => void) {
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
    return port;
  }
}

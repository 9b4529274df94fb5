/** Compares in a worker. A newer question ends the work on the older one, whose answer nobody waits for. */
import type { Comparison, ComparisonRequest } from './comparison.js';

/** What a worker is here. */
export interface ComparisonPort {
  postMessage(request: ComparisonRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  terminate(): void;
}

export class Comparer {
  readonly #onAnswer: (comparison: Comparison) => void;
  readonly #makePort: () => ComparisonPort;
  #port: ComparisonPort | undefined;
  #isBusy = false;

  constructor(
    onAnswer: (comparison: Comparison) => void,
    makePort: () => ComparisonPort = startWorker,
  ) {
    this.#onAnswer = onAnswer;
    this.#makePort = makePort;
  }

  ask(request: ComparisonRequest): void {
    if (this.#isBusy) this.close();
    this.#port ??= this.#open();
    this.#isBusy = true;
    this.#port.postMessage(request);
  }

  close(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#isBusy = false;
  }

  #open(): ComparisonPort {
    const port = this.#makePort();
    port.addEventListener('message', ({ data }) => {
      // What a worker sent before it was ended may still be on its way.
      if (port !== this.#port) return;
      this.#isBusy = false;
      this.#onAnswer(data as Comparison);
    });
    return port;
  }
}

function startWorker(): ComparisonPort {
  return new Worker(new URL('./comparison-worker.ts', import.meta.url), { type: 'module' });
}

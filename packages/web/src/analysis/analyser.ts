/** Asks a worker: one request at a time, and of those that wait only the newest is worth an answer. */
import type { AnalysisRequest, AnswerOf } from './answer.js';
import type { Failed, WorkPort } from './latest-work.js';

/** What a worker is here. */
export type AnalysisPort = WorkPort<AnalysisRequest>;

export class Analyser<Kind extends keyof AnswerOf> {
  readonly #makePort: () => AnalysisPort;
  readonly #onAnswer: (answer: AnswerOf[Kind] | Failed) => void;
  #port: AnalysisPort | undefined;
  #isBusy = false;
  #waiting: Extract<AnalysisRequest, { kind: Kind }> | undefined;

  constructor(
    onAnswer: (answer: AnswerOf[Kind] | Failed) => void,
    makePort: () => AnalysisPort = startWorker,
  ) {
    this.#onAnswer = onAnswer;
    this.#makePort = makePort;
  }

  /** The answer comes unless a newer request is made before this one is begun. */
  ask(request: Extract<AnalysisRequest, { kind: Kind }>): void {
    if (this.#isBusy) {
      this.#waiting = request;
      return;
    }
    this.#isBusy = true;
    this.#port ??= this.#open();
    this.#port.postMessage(request);
  }

  close(): void {
    this.#end();
    this.#waiting = undefined;
  }

  #end(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#isBusy = false;
  }

  /** Asks what waits, if anything does. */
  #goOn(): boolean {
    const next = this.#waiting;
    this.#waiting = undefined;
    if (next !== undefined) this.ask(next);
    return next !== undefined;
  }

  #open(): AnalysisPort {
    const port = this.#makePort();
    port.addEventListener('message', ({ data }) => {
      // A worker that was ended may have sent something before.
      if (port !== this.#port) return;
      this.#isBusy = false;
      this.#goOn();
      this.#onAnswer(data as AnswerOf[Kind]);
    });
    port.addEventListener('error', () => {
      if (port !== this.#port) return;
      // It may have failed to load, and would then never answer.
      this.#end();
      if (!this.#goOn()) this.#onAnswer('failed');
    });
    return port;
  }
}

function startWorker(): AnalysisPort {
  return new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
}

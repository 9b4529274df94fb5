/** Work in web workers of which only the latest result is needed. */
import { useEffect, useState } from 'preact/hooks';
import { SETTLED_MS } from '../state/use-settled.js';
import type { AnalysisRequest, AnalysisResults } from './analyze.js';

/** The part of `Worker` that `LatestWork` uses. */
export interface WorkPort<Request> {
  postMessage(request: Request): void;
  /** `error` reports an uncaught exception or a worker that failed to load. */
  addEventListener(
    type: 'message' | 'error',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
  terminate(): void;
}

/** Replaces the result if the worker failed. */
export type Failed = 'failed';

/**
 * Runs requests in a worker and reports the latest result. If the worker is busy, a new request waits and replaces one that
 * already waits.
 */
export class LatestWork<Request, Result> {
  readonly #start: () => WorkPort<Request>;
  readonly #onResult: (result: Result | Failed) => void;
  #port: WorkPort<Request> | undefined;
  #isBusy = false;
  #waiting: { readonly request: Request } | undefined;

  /** Starts the worker with the first request. The worker must post one message per request. */
  constructor(start: () => WorkPort<Request>, onResult: (result: Result | Failed) => void) {
    this.#start = start;
    this.#onResult = onResult;
  }

  request(request: Request): void {
    if (this.#isBusy) {
      this.#waiting = { request };
      return;
    }
    this.#port ??= this.#open();
    this.#isBusy = true;
    this.#port.postMessage(request);
  }

  /** Terminates work in progress; an idle worker stays ready. */
  cancel(): void {
    if (this.#isBusy) this.close();
  }

  close(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#isBusy = false;
    this.#waiting = undefined;
  }

  #open(): WorkPort<Request> {
    const port = this.#start();
    port.addEventListener('message', ({ data }) => {
      // a message from a worker that has since been terminated
      if (port !== this.#port) return;
      this.#isBusy = false;
      this.#requestWaiting();
      this.#onResult(data as Result);
    });
    port.addEventListener('error', () => {
      if (port !== this.#port) return;
      // A worker that failed to load never responds, so the next request needs a new one.
      const waiting = this.#waiting;
      this.close();
      this.#waiting = waiting;
      if (!this.#requestWaiting()) this.#onResult('failed');
    });
    return port;
  }

  #requestWaiting(): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.request(waiting.request);
    return waiting !== undefined;
  }
}

/** Returns a worker for lint or verdict requests. */
export function analysis<Kind extends keyof AnalysisResults>(
  onResult: (result: AnalysisResults[Kind] | Failed) => void,
): LatestWork<Extract<AnalysisRequest, { kind: Kind }>, AnalysisResults[Kind]> {
  const start = () =>
    new Worker(new URL('../workers/analysis-worker.ts', import.meta.url), { type: 'module' });
  return new LatestWork(start, onResult);
}

/**
 * Returns the result of a request in a worker of its own, or undefined while it runs. A changed request terminates the work
 * in progress. All requests of one component must have the same keys.
 */
export function useLatest<Request extends object, Result>(
  request: Request,
  start: () => WorkPort<Request>,
): Result | Failed | undefined {
  const [result, setResult] = useState<Result | Failed>();
  const [work] = useState(() => new LatestWork<Request, Result>(start, setResult));
  useEffect(() => () => work.close(), [work]);
  useEffect(() => {
    setResult(undefined);
    const timer = setTimeout(() => work.request(request), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      work.cancel();
    };
  }, [work, ...Object.values(request)]);
  return result;
}

/** Questions to workers beside the page, of which only the newest is worth an answer. */
import { useEffect, useState } from 'preact/hooks';
import type { Disagreements, DisagreementsRequest } from '../dialects/readings.js';
import type { Comparison, ComparisonRequest } from '../diff/comparison.js';
import { SETTLED_MS } from '../state/use-settled.js';
import type { AnalysisRequest, AnswerOf } from './answer.js';

/** What this page uses of a Worker. */
export interface WorkPort<Request> {
  postMessage(request: Request): void;
  /** An error is one that the worker does not catch, or that it could not be loaded. */
  addEventListener(
    type: 'message' | 'error',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
  terminate(): void;
}

/** In place of a result: the worker failed. An earlier result does not belong to this request. */
export type Failed = 'failed';

/**
 * Work in a worker, of which only the result of the newest request is wanted. If the worker is busy, a new request either
 * waits (in place of the one that waited before) or ends the work on the older one.
 */
export class LatestWork<Request, Result> {
  readonly #start: () => WorkPort<Request>;
  readonly #onResult: (result: Result | Failed) => void;
  readonly #whenBusy: 'wait' | 'restart';
  #port: WorkPort<Request> | undefined;
  #isBusy = false;
  #waiting: { readonly request: Request } | undefined;

  /** The worker is started with the first request, and answers each with one message. */
  constructor(
    start: () => WorkPort<Request>,
    onResult: (result: Result | Failed) => void,
    whenBusy: 'wait' | 'restart',
  ) {
    this.#start = start;
    this.#onResult = onResult;
    this.#whenBusy = whenBusy;
  }

  request(request: Request): void {
    if (this.#isBusy && this.#whenBusy === 'wait') {
      this.#waiting = { request };
      return;
    }
    this.cancel();
    this.#port ??= this.#open();
    this.#isBusy = true;
    this.#port.postMessage(request);
  }

  /** Ends unfinished work; an idle worker is kept. */
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
      // A worker that was ended may have sent something before.
      if (port !== this.#port) return;
      this.#isBusy = false;
      this.#requestWaiting();
      this.#onResult(data as Result);
    });
    port.addEventListener('error', () => {
      if (port !== this.#port) return;
      // It may have failed to load, and would then never answer.
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

/** Requests of one kind. A new request waits for the one in progress, which is short. */
export function analysis<Kind extends keyof AnswerOf>(
  onAnswer: (answer: AnswerOf[Kind] | Failed) => void,
): LatestWork<Extract<AnalysisRequest, { kind: Kind }>, AnswerOf[Kind]> {
  const start = () =>
    new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  return new LatestWork(start, onAnswer, 'wait');
}

/** Searches, which may take seconds. They have a worker of their own: the first view does not load it. */
export type SearchRequest =
  | ({ readonly kind: 'comparison' } & ComparisonRequest)
  | ({ readonly kind: 'disagreements' } & DisagreementsRequest);

interface ResultOf {
  readonly comparison: Comparison;
  readonly disagreements: Disagreements;
}

function startSearch(): Worker {
  return new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * A new request ends the work on the older one. Returns undefined until the request as it is now is answered. A request
 * must always have the same members.
 */
export function useSearch<Request extends SearchRequest>(
  request: Request,
  start: () => WorkPort<Request> = startSearch,
): ResultOf[Request['kind']] | Failed | undefined {
  type Answer = ResultOf[Request['kind']];
  const [result, setResult] = useState<Answer | Failed>();
  const [work] = useState(() => new LatestWork<Request, Answer>(start, setResult, 'restart'));
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

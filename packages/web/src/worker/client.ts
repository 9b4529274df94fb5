/** The page's side of the worker. */
import type { Message, Reply, ReportOf, ResultOf, WorkRequest } from './reply.js';
import { workerUrl } from './worker-url.js';

/** The part of `Worker` that the client uses. */
export interface WorkPort {
  postMessage(message: Message): void;
  /** `error` reports an uncaught exception or a worker that failed to load. */
  addEventListener(type: 'message' | 'error', listener: (event: { readonly data?: unknown }) => void): void;
  terminate(): void;
}

export class WorkError extends Error {}

interface AskOptions<Kind extends WorkRequest['kind']> {
  readonly signal?: AbortSignal;
  readonly onReport?: (report: ReportOf<Kind>) => void;
}

interface Pending {
  readonly message: Message;
  readonly onReport: ((report: never) => void) | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

function openWorker(): WorkPort {
  return new Worker(workerUrl, { type: 'module' });
}

/** Starts the worker with the first request, and again after a failure. */
export class WorkerClient {
  readonly #open: () => WorkPort;
  readonly #pending = new Map<number, Pending>();
  #port: WorkPort | undefined;
  #lastId = 0;

  constructor(open: () => WorkPort = openWorker) {
    this.#open = open;
  }

  /** Resolves to the result. Rejects with a WorkError if the worker fails, or when the signal is aborted. */
  ask<Request extends WorkRequest>(
    request: Request,
    { signal, onReport }: AskOptions<Request['kind']> = {},
  ): Promise<ResultOf<Request['kind']>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const message = { id, request };
      this.#pending.set(id, { message, onReport, resolve, reject });
      signal?.addEventListener('abort', () => this.#cancel(id));
      this.#started().postMessage(message);
    });
  }

  close(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#pending.clear();
  }

  /** A worker cannot stop in the middle of a computation: a new one takes over the other requests. */
  #cancel(id: number): void {
    const cancelled = this.#pending.get(id);
    if (cancelled === undefined) return;
    this.#pending.delete(id);
    this.#port?.terminate();
    this.#port = undefined;
    for (const { message } of this.#pending.values()) this.#started().postMessage(message);
    cancelled.reject(new WorkError('The request was cancelled'));
  }

  #started(): WorkPort {
    this.#port ??= this.#opened();
    return this.#port;
  }

  #opened(): WorkPort {
    const port = this.#open();
    port.addEventListener('message', ({ data }) => {
      // A terminated worker may have posted a message before.
      if (port === this.#port) this.#receive(data as Reply);
    });
    port.addEventListener('error', () => {
      if (port !== this.#port) return;
      // A worker that failed to load never responds, so the next request needs a new one.
      port.terminate();
      this.#port = undefined;
      const failed = [...this.#pending.values()];
      this.#pending.clear();
      for (const { reject } of failed) reject(new WorkError('The worker failed'));
    });
    return port;
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if ('report' in reply) {
      pending?.onReport?.(reply.report as never);
      return;
    }
    this.#pending.delete(reply.id);
    if ('error' in reply) pending?.reject(new WorkError(reply.error));
    else pending?.resolve(reply.result as never);
  }
}

/** Keeps the results of the worker up to date: asks again after each change of what they depend on. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { WorkerClient } from '../worker/client.js';
import type { ResultOf, WorkRequest } from '../worker/requests.js';
import { type Failed, fileDialect, type PageState } from './page-state.js';

/** Delay after the last change of a text before results are computed. */
export const SETTLED_MS = 120;

/** Returns a function that stops. */
export function keepResults(state: PageState, worker: WorkerClient): () => void {
  const { checked, findings, explanation } = state;
  const [text, stopText] = settled(state.robotsTxt);
  const site = () => ({
    robotsTxt: text.value,
    dialect: state.dialect.value,
    isBlocked: state.blockedBy.value !== undefined && text.value === '',
  });
  const stops = [
    follow(
      worker,
      () => ({
        kind: 'check' as const,
        ...site(),
        urls: state.urls.value,
        productTokens: state.productTokens.value,
      }),
      (result) => {
        checked.value = result;
      },
    ),
    follow(
      worker,
      () => {
        const check = state.chosen.value;
        return check && { kind: 'explain' as const, ...site(), check };
      },
      (result) => {
        explanation.value = result === 'failed' ? undefined : result;
      },
    ),
    follow(
      worker,
      () => ({ kind: 'lint' as const, robotsTxt: text.value, dialect: fileDialect(state) }),
      (result, request) => {
        findings.value =
          request && typeof result === 'object'
            ? { ...result, robotsTxt: request.robotsTxt, dialect: request.dialect }
            : 'failed';
      },
    ),
    stopText,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Asks again whenever a signal that `requestOf` reads has changed. While the worker is busy with a request, only the newest one
 * waits. Without a request, the result is undefined.
 */
function follow<Request extends WorkRequest>(
  worker: WorkerClient,
  requestOf: () => Request | undefined,
  onResult: (result: ResultOf<Request> | Failed | undefined, request?: Request) => void,
): () => void {
  let newest: Request | undefined;
  let isBusy = false;
  let isStopped = false;
  const askNewest = async () => {
    const request = newest;
    if (request === undefined) {
      onResult(undefined);
      return;
    }
    isBusy = true;
    const result = await worker.ask(request).catch((): Failed => 'failed');
    isBusy = false;
    if (isStopped) return;
    const isNewest = newest === request;
    if (!isNewest) void askNewest();
    // The newest request may succeed with a new worker.
    if (isNewest || result !== 'failed') onResult(result, request);
  };
  const stop = effect(() => {
    newest = requestOf();
    if (!isBusy) void askNewest();
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** Returns a signal that follows another one after that has not changed for `SETTLED_MS`, and a function that stops it. */
function settled<Value>(
  source: ReadonlySignal<Value>,
): readonly [value: ReadonlySignal<Value>, stop: () => void] {
  const value = signal(source.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const latest = source.value;
    clearTimeout(timer);
    if (latest === value.peek()) return;
    timer = setTimeout(() => {
      value.value = latest;
    }, SETTLED_MS);
  });
  return [
    value,
    () => {
      clearTimeout(timer);
      stop();
    },
  ];
}

/** Keeps the results of the worker up to date: asks again after each change of what they depend on. */
import { effect } from '@preact/signals';
import { WorkerClient } from '../worker/client.js';
import type { ReportOf, ResultOf, WorkRequest } from '../worker/reply.js';
import type { Failed, PageState } from './page-state.js';

/** Delay after the last change of a text before results are computed. */
export const SETTLED_MS = 120;

/** Returns a function that stops. */
export function keepResults(state: PageState, worker: WorkerClient): () => void {
  const { checked, findings, explanation } = state;
  const stops = [
    follow(
      worker,
      () =>
        state.isStarted.value
          ? {
              kind: 'check' as const,
              ...siteOf(state),
              urls: state.urls.value,
              productTokens: state.productTokens.value,
            }
          : undefined,
      (result, request) => {
        if (request === undefined) return;
        const { robotsTxt, dialect = 'rfc9309', source } = request;
        if (typeof result === 'object') {
          findings.value = { ...result, robotsTxt, dialect, source };
        } else {
          findings.value = 'failed';
          checked.value = 'failed';
        }
      },
      (verdicts) => {
        checked.value = verdicts;
      },
    ),
    follow(
      worker,
      () => state.chosen.value && { kind: 'explain' as const, ...siteOf(state), check: state.chosen.value },
      (result) => {
        explanation.value = result === 'failed' ? undefined : result;
      },
    ),
    keepVisits(state),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether no crawler may fetch anything from the tested site, because its robots.txt is unreachable or forbidden. */
export function isBlocked({ fetchedFrom, robotsTxt }: PageState): boolean {
  return fetchedFrom.value?.effect === 'disallow-all' && robotsTxt.value === '';
}

/** Returns the part of a request that is about the file. */
export function siteOf(state: PageState) {
  return {
    robotsTxt: state.robotsTxt.value,
    dialect: state.dialect.value,
    isBlocked: isBlocked(state),
    source: state.fetchedFrom.value?.url,
  };
}

/**
 * Counts the requests of the opened access logs for the Visits view. A large log takes minutes: a count begins only while the
 * view is shown, and goes on while another one is.
 */
function keepVisits(state: PageState): () => void {
  const { logs, view, visits, readShare } = state;
  // Not the worker of the other results, which would start again with each cancelled count.
  const worker = new WorkerClient();
  const stop = effect(() => {
    const request = { kind: 'visits' as const, ...siteOf(state), logs: logs.value };
    visits.value = undefined;
    readShare.value = 0;
    if (request.logs.length === 0) return undefined;
    let stopCount: (() => void) | undefined;
    const stopWaiting = effect(() => {
      if (view.value !== 'visits') return;
      stopCount ??= askSoon(
        worker,
        request,
        (result) => {
          visits.value = result;
        },
        (share) => {
          readShare.value = share;
        },
      );
    });
    return () => {
      stopWaiting();
      stopCount?.();
    };
  });
  return () => {
    stop();
    worker.close();
  };
}

/**
 * Asks once nothing has changed for `SETTLED_MS`. Returns a function that stops.
 *
 * @param onReport receives what the worker reports before its result
 */
export function askSoon<Request extends WorkRequest>(
  worker: WorkerClient,
  request: Request,
  onResult: (result: ResultOf<Request['kind']> | Failed) => void,
  onReport?: (report: ReportOf<Request['kind']>) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(async () => {
    const options = { signal, ...(onReport && { onReport }) };
    const result = await worker.ask(request, options).catch((): Failed => 'failed');
    if (!signal.aborted) onResult(result);
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/**
 * Asks again whenever a signal that `requestOf` reads has changed; after an edit, once there is none for `SETTLED_MS`. While a
 * request is being processed, only the newest one waits. Returns a function that stops.
 *
 * @param requestOf undefined if there is nothing to ask
 */
function follow<Request extends WorkRequest>(
  worker: WorkerClient,
  requestOf: () => Request | undefined,
  onResult: (result: ResultOf<Request['kind']> | Failed | undefined, request: Request | undefined) => void,
  onReport?: (report: ReportOf<Request['kind']>) => void,
): () => void {
  let newest: Request | undefined;
  let asked: Request | undefined;
  let isBusy = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askNewest = async () => {
    const request = newest;
    asked = request;
    if (request === undefined) {
      onResult(undefined, request);
      return;
    }
    isBusy = true;
    const result = await worker.ask(request, onReport && { onReport }).catch((): Failed => 'failed');
    isBusy = false;
    if (isStopped) return;
    const isNewest = newest === request;
    if (!isNewest) void askNewest();
    // The newest request may succeed with a new worker.
    if (isNewest || result !== 'failed') onResult(result, request);
  };
  const stop = effect(() => {
    newest = requestOf();
    clearTimeout(timer);
    if (isBusy) return;
    if (isEdit(asked, newest)) timer = setTimeout(askNewest, SETTLED_MS);
    else void askNewest();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}

/** Whether only the text differs. A new file also changes where it is from, or the listed URLs, and is checked at once. */
function isEdit(before: WorkRequest | undefined, after: WorkRequest | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(([name, value]) => name === 'robotsTxt' || Object.is(old.get(name), value));
}

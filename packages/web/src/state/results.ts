/** Keeps the results of the worker up to date: asks again after each change of what they depend on. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ReportOf, ResultOf, WorkRequest } from '../worker/answer.js';
import type { WorkerClient } from '../worker/client.js';
import type { Failed, PageState } from './page-state.js';

/** Delay after the last change of a text before results are computed. */
export const SETTLED_MS = 120;

/** Returns a function that stops. */
export function keepResults(state: PageState, worker: WorkerClient): () => void {
  const { checked, findings, explanation } = state;
  const [text, stopText] = settled(state);
  const site = () => ({
    robotsTxt: text.value,
    dialect: state.dialect.value,
    isBlocked: state.fetchedFrom.value?.effect === 'disallow-all' && text.value === '',
  });
  const stops = [
    follow(
      () =>
        state.isStarted.value
          ? {
              kind: 'check' as const,
              ...site(),
              urls: state.urls.value,
              productTokens: state.productTokens.value,
            }
          : undefined,
      (request) =>
        request &&
        worker.ask(request, {
          onReport: (verdicts) => {
            checked.value = verdicts;
          },
        }),
      (result, request) => {
        if (request === undefined) return;
        const { robotsTxt, dialect = 'rfc9309' } = request;
        if (typeof result === 'object') {
          findings.value = { ...result, robotsTxt, dialect };
        } else {
          findings.value = 'failed';
          checked.value = 'failed';
        }
      },
    ),
    follow(
      () => {
        const check = state.chosen.value;
        return check && { kind: 'explain' as const, ...site(), check };
      },
      (request) => request && worker.ask(request),
      (result) => {
        explanation.value = result === 'failed' ? undefined : result;
      },
    ),
    stopText,
  ];
  return () => {
    for (const stop of stops) stop();
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
 * Asks again whenever a signal that `requestOf` reads has changed. While a request is being answered, only the newest one waits.
 *
 * @param ask undefined without an answer
 */
function follow<Request, Result>(
  requestOf: () => Request,
  ask: (request: Request) => Promise<Result> | undefined,
  onResult: (result: Result | Failed | undefined, request: Request) => void,
): () => void {
  let newest = requestOf();
  let isBusy = false;
  let isStopped = false;
  const askNewest = async () => {
    const request = newest;
    const asked = ask(request);
    if (asked === undefined) {
      onResult(undefined, request);
      return;
    }
    isBusy = true;
    const result = await asked.catch((): Failed => 'failed');
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

/**
 * Returns a text that follows edits once there is none for `SETTLED_MS`, and a new file at once; and a function that stops it.
 */
function settled({ robotsTxt, fetchedFrom, urls }: PageState): readonly [text: ReadonlySignal<string>, stop: () => void] {
  const current = () => ({ text: robotsTxt.value, from: fetchedFrom.value, urls: urls.value });
  const last = signal(untracked(current));
  /** A new file also changes where it is from, or the listed URLs. The first text is not an edit of another one. */
  const isEdit = () => {
    const { text, from, urls: listed } = last.value;
    return text !== '' && from === fetchedFrom.value && listed === urls.value;
  };
  const text = computed(() => (isEdit() ? last.value.text : robotsTxt.value));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const latest = current();
    clearTimeout(timer);
    if (!untracked(isEdit)) {
      last.value = latest;
    } else if (latest.text !== last.peek().text) {
      timer = setTimeout(() => {
        last.value = latest;
      }, SETTLED_MS);
    }
  });
  return [
    text,
    () => {
      clearTimeout(timer);
      stop();
    },
  ];
}

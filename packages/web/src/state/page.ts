/** What all components share: the state, the texts in the selected language, and the worker. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { loadMessages, type Messages, type Status } from '../messages/messages.js';
import { WorkerClient } from '../worker/client.js';
import type { ResultOf, WorkRequest } from '../worker/reply.js';
import { type Failed, type PageState, pageState, type Values } from './page-state.js';
import { askSoon, keepResults } from './results.js';

export interface Page {
  readonly state: PageState;
  readonly messages: ReadonlySignal<Messages>;
  readonly worker: WorkerClient;
  /** Whether the origin of the page serves the API under `/v1`. */
  readonly hasService: boolean;
}

/** Opens a page whose results and texts follow its state. */
export async function openPage(values: Values, hasService: boolean): Promise<Page & { close(): void }> {
  const state = pageState(values);
  // The effect below tries again, and reports the failure.
  const messages = signal(await loadMessages(values.language).catch(() => loadMessages('en')));
  const worker = new WorkerClient();
  const stopResults = keepResults(state, worker);
  const stopMessages = effect(() => {
    const language = state.language.value;
    void loadMessages(language).then((loaded) => {
      const isCurrent = state.language.peek() === language;
      if (isCurrent && messages.peek().locale !== language) messages.value = loaded;
    });
  });
  return {
    state,
    messages,
    worker,
    hasService,
    close() {
      stopResults();
      stopMessages();
      worker.close();
    },
  };
}

export const PageContext = createContext<Page | undefined>(undefined);

/** Returns what components share, with the texts in the selected language. */
export function usePage(): Omit<Page, 'messages'> & { readonly messages: Messages } {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('Render components inside of PageContext.Provider.');
  return { ...page, messages: page.messages.value };
}

export function useMessages(): Messages {
  return usePage().messages;
}

/** Returns the text of a status, which follows the language, and a function that changes it. */
export function useStatus(): readonly [text: string | undefined, show: (status: Status | undefined) => void] {
  const messages = useMessages();
  const [status, setStatus] = useState<Status>();
  return [status?.(messages), (changed) => setStatus(() => changed)];
}

/**
 * Returns the result for a request, whose members must keep their identity while they stay the same. undefined while the worker
 * has not replied to the current request, and without one.
 */
export function useResult<Request extends WorkRequest>(
  request: Request | undefined,
): ResultOf<Request['kind']> | Failed | undefined {
  const { worker } = usePage();
  const [result, setResult] = useState<ResultOf<Request['kind']> | Failed>();
  useEffect(() => {
    setResult(undefined);
    return request && askSoon(worker, request, setResult);
  }, [worker, ...Object.values(request ?? {})]);
  return result;
}

/** Faster work shows no progress text, which would flicker while typing. */
const LATE_MS = 400;

/** Whether the condition has held for `LATE_MS`. */
export function useLate(condition: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!condition) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [condition]);
  return condition && isLate;
}

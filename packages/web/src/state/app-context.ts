/** The store, and the texts in the selected language, for all components. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Language, Messages, Status } from '../messages/messages.js';
import type { AppState } from './app-state.js';

export interface App {
  readonly store: Store<AppState>;
  readonly messages: Messages;
  /** Whether the origin of the page serves the API under `/v1`. */
  readonly hasService: boolean;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('Render components inside of AppContext.Provider.');
  return app;
}

export function useMessages(): Messages {
  return useApp().messages;
}

/** Returns those of the texts loaded with a view that are in the language of the page. */
export function useTexts<Texts>(texts: Readonly<Record<Language, Texts>>): Texts {
  return texts[useSelected((state) => state.language)];
}

/** Returns the text of a status, which follows the language, and a function that changes it. */
export function useStatus(): readonly [
  text: string | undefined,
  show: (status: Status | undefined) => void,
] {
  const messages = useMessages();
  const language = useSelected((state) => state.language);
  const [status, setStatus] = useState<Status>();
  return [status?.(messages, language), (changed) => setStatus(() => changed)];
}

/** Rerenders the component when the selected part changes. `select` must not create new objects. */
export function useSelected<Part>(select: (state: AppState) => Part): Part {
  const { store } = useApp();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const part = select(store.state);
  const latest = useRef({ part, select });
  latest.current = { part, select };
  useLayoutEffect(() => {
    const update = () => {
      if (!Object.is(latest.current.select(store.state), latest.current.part)) renderAgain(0);
    };
    // The state may have changed between rendering and this effect.
    update();
    return store.subscribe(update);
  }, [store]);
  return part;
}

/** An observable plain object. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Merges a partial state; notifies listeners only if a value changed. */
  change(part: Partial<State>): void {
    const next = { ...this.#state, ...part };
    const keys = Object.keys(part) as (keyof State)[];
    if (keys.every((key) => Object.is(next[key], this.#state[key]))) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

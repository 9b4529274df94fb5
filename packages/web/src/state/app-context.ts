/** What every component may use: the store and the texts of the chosen language. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Messages } from '../messages/messages.js';
import type { AppState } from './app-state.js';

export interface App {
  readonly store: Store<AppState>;
  readonly messages: Messages;
  /** Whether a service answers under `/v1` of the same origin. */
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

/** A part of the state; the component renders again when that part changes. Select what is there, make nothing new. */
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
    // Between rendering and this effect something may have changed.
    update();
    return store.subscribe(update);
  }, [store]);
  return part;
}

/** One plain object with all that the page shows, and who wants to know when it changes. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Changes some of the fields; nobody is told where all of them are what they were. */
  change(part: Partial<State>): void {
    const next = { ...this.#state, ...part };
    const keys = Object.keys(part) as (keyof State)[];
    if (keys.every((key) => Object.is(next[key], this.#state[key]))) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

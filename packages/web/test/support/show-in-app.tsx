/** Renders a component in the test page with its own store. */
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { en, type Messages } from '../../src/messages/en.js';
import { AppContext, Store } from '../../src/state/app-context.js';
import { type AppState, initialState } from '../../src/state/app-state.js';

export interface Shown {
  readonly store: Store<AppState>;
  readonly root: HTMLElement;
  /** Renders other content in the same root and store. */
  rerender(content: ComponentChild): Promise<void>;
}

export async function showInApp(
  content: ComponentChild,
  state: Partial<AppState> = {},
  hasService = true,
  messages: Messages = en,
): Promise<Shown> {
  const store = new Store<AppState>({ ...initialState('en'), ...state });
  const root = document.createElement('div');
  document.body.append(root);
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  const app = { store, messages, hasService };
  const rerender = (shown: ComponentChild) =>
    act(() => render(<AppContext.Provider value={app}>{shown}</AppContext.Provider>, root));
  await rerender(content);
  return { store, root, rerender };
}

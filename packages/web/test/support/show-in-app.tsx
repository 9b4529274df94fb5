/** Renders a component in the test page with its own state and worker. */
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { openPage, PageContext } from '../../src/state/page.js';
import { change, exampleValues, initialValues, type PageState, type Values } from '../../src/state/page-state.js';

export interface Shown {
  readonly state: PageState;
  readonly root: HTMLElement;
  /** Returns the current values of the state. */
  values(): Values;
  /** Changes values of the state. */
  change(values: Partial<Values>): Promise<void>;
  /** Renders other content in the same root and state. */
  rerender(content: ComponentChild): Promise<void>;
}

function valuesOf(state: PageState): Values {
  const entries = Object.entries(state).map(([name, value]) => [name, value.peek()]);
  return Object.fromEntries(entries) as Values;
}

export async function showInApp(content: ComponentChild, values: Partial<Values> = {}, hasService = true): Promise<Shown> {
  const page = await openPage({ ...initialValues('en'), ...exampleValues(), ...values }, hasService);
  const root = document.createElement('div');
  document.body.append(root);
  onTestFinished(() => {
    render(null, root);
    root.remove();
    page.close();
  });
  const rerender = (shown: ComponentChild) =>
    act(() => render(<PageContext.Provider value={page}>{shown}</PageContext.Provider>, root));
  await rerender(content);
  return {
    state: page.state,
    root,
    values: () => valuesOf(page.state),
    change: (changed) => act(() => change(page.state, changed)),
    rerender,
  };
}

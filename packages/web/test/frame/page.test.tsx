import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Page } from '../../src/frame/page.js';
import { en } from '../../src/messages/en.js';
import { initialState } from '../../src/state/app-state.js';
import { Store } from '../../src/state/store.js';
import { showInApp } from '../support/show-in-app.js';

test('the page has one heading, one main part, and the panel of the chosen tab', async () => {
  const store = new Store(initialState('en'));
  const { root } = await showInApp(<Page store={store} messages={en} hasService={true} />);
  expect(root.querySelectorAll('h1, main')).toHaveLength(2);
  const panel = root.querySelector('[role=tabpanel]');
  expect(panel?.getAttribute('aria-labelledby')).toBe('tab-check');
});

test('a language is loaded when it is chosen, and the page says that it is in it', async () => {
  const store = new Store(initialState('en'));
  const { root } = await showInApp(<Page store={store} messages={en} hasService={true} />);
  await act(() => store.change({ language: 'ja' }));
  await expect.poll(() => root.querySelector('h1')?.textContent).toContain('テスター');
  await expect.poll(() => document.documentElement.lang).toBe('ja');
});

import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { Page, ViewGuard } from '../../src/frame/page.js';
import { en } from '../../src/messages/en.js';
import { Store, useSelected } from '../../src/state/app-context.js';
import { initialState } from '../../src/state/app-state.js';
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

/** Cannot be shown while the URLs are "bad". */
function View() {
  const urls = useSelected((state) => state.urls);
  if (urls === 'bad') throw new Error('a slip of the page');
  return <p>verdicts of {urls}</p>;
}

test('a view that fails is not left with what it showed before, and comes back with the next change', async () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {});
  const { root, store } = await showInApp(
    <ViewGuard>
      <View />
    </ViewGuard>,
    { urls: '/a' },
  );
  expect(root.textContent).toBe('verdicts of /a');
  await act(() => store.change({ urls: 'bad' }));
  expect([root.textContent, root.querySelector('[role=alert]')?.textContent]).toEqual([
    ...[en.failed, en.failed],
  ]);
  await act(() => store.change({ urls: '/b' }));
  expect(root.textContent).toBe('verdicts of /b');
  // It is a slip all the same, and the console has it.
  expect(reported).toHaveBeenCalledTimes(1);
});

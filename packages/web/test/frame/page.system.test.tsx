import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { Page, ViewGuard } from '../../src/frame/page.js';
import { en } from '../../src/messages/en.js';
import { Store, useSelected } from '../../src/state/app-context.js';
import { initialState } from '../../src/state/app-state.js';
import { showInApp } from '../support/show-in-app.js';

test('has one h1, one main element and the panel of the selected tab', async () => {
  const store = new Store(initialState('en'));
  const { root } = await showInApp(<Page store={store} messages={en} hasService={true} />);
  expect(root.querySelectorAll('h1, main')).toHaveLength(2);
  const panel = root.querySelector('[role=tabpanel]');
  expect(panel?.getAttribute('aria-labelledby')).toBe('tab-check');
});

test('loads the selected language and sets the lang attribute', async () => {
  const store = new Store(initialState('en'));
  const { root } = await showInApp(<Page store={store} messages={en} hasService={true} />);
  await act(() => store.change({ language: 'ja' }));
  await expect.poll(() => root.querySelector('h1')?.textContent).toContain('テスター');
  await expect.poll(() => document.documentElement.lang).toBe('ja');
});

/** Throws while the URLs are "bad". */
function View() {
  const urls = useSelected((state) => state.urls);
  if (urls === 'bad') throw new Error('cannot be rendered');
  return <p>verdicts of {urls}</p>;
}

test('replaces a view that throws with an error until the next change', async () => {
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
  expect(reported).toHaveBeenCalledTimes(1);
});

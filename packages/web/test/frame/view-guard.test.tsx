import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { ViewGuard } from '../../src/frame/view-guard.js';
import { en } from '../../src/messages/en.js';
import { useSelected } from '../../src/state/app-context.js';
import { showInApp } from '../support/show-in-app.js';

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

import { expect, test, vi } from 'vitest';
import { Frame, ViewGuard } from '../../src/frame/frame.js';
import { usePage } from '../../src/state/page.js';
import { VIEW_NAMES } from '../../src/state/page-state.js';
import { WorkError, WorkerClient } from '../../src/worker/client.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('has one h1, one main element and the panel of the selected tab', async () => {
  const { root } = await showInApp(<Frame />);
  expect(root.querySelectorAll('h1, main')).toHaveLength(2);
  const panel = root.querySelector('[role=tabpanel]');
  expect(panel?.getAttribute('aria-labelledby')).toBe('tab-check');
});

test('starts with a question, one field and four tasks', async () => {
  const { root, change } = await showInApp(<Frame />, { isStarted: false });
  expect(root.querySelector('h1')?.textContent).toBe(en.start.question);
  expect(root.querySelectorAll('.tasks li')).toHaveLength(4);
  expect([...root.querySelectorAll('input:not([type=file])')]).toHaveLength(1);
  expect(root.querySelector('[role=tab]')).toBeNull();
  await change({ isStarted: true, robotsTxt: 'User-agent: *\nDisallow: /\n' });
  await expect.poll(() => root.querySelectorAll('[role=tab]').length).toBe(VIEW_NAMES.length);
});

test('loads the selected language and sets the lang attribute', async () => {
  const { root, change } = await showInApp(<Frame />);
  await change({ language: 'ja' });
  await expect.poll(() => root.querySelector('h1')?.textContent).toContain('テスター');
  await expect.poll(() => document.documentElement.lang).toBe('ja');
});

test('reports an export that failed', async () => {
  const { root } = await showInApp(<Frame />, { urls: '/x' });
  await expect.poll(() => root.querySelector('.exports button')).not.toBeNull();
  vi.spyOn(WorkerClient.prototype, 'ask').mockRejectedValueOnce(new WorkError('The worker failed'));
  root.querySelector<HTMLElement>('.exports button')?.click();
  await expect.poll(() => root.querySelector('.notice')?.textContent).toContain(en.failed);
});

/** Throws while the URLs are "bad". */
function View() {
  const urls = usePage().state.urls.value;
  if (urls === 'bad') throw new Error('cannot be rendered');
  return <p>verdicts of {urls}</p>;
}

test('replaces a view that throws with an error until the next change', async () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {});
  const { root, change } = await showInApp(
    <ViewGuard>
      <View />
    </ViewGuard>,
    { urls: '/a' },
  );
  expect(root.textContent).toBe('verdicts of /a');
  await change({ urls: 'bad' });
  expect([root.textContent, root.querySelector('[role=alert]')?.textContent]).toEqual([...[en.failed, en.failed]]);
  await change({ urls: '/b' });
  expect(root.textContent).toBe('verdicts of /b');
  expect(reported).toHaveBeenCalledTimes(1);
});

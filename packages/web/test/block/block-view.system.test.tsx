import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BlockView } from '../../src/block/block-view.js';
import { InPageWorker } from '../support/in-page-worker.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('the old file cannot be copied or downloaded as the one that blocks', async () => {
  vi.stubGlobal('Worker', InPageWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root } = await showInApp(<BlockView />, { robotsTxt: 'User-agent: *\nDisallow: /x\n' });
  const disabled = () =>
    [en.block.copy, en.block.download].map(
      (name) => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.disabled,
    );
  expect(disabled()).toEqual([false, false]);
  await act(() => root.querySelector<HTMLElement>('.purpose > [role=switch]')?.click());
  expect(disabled()).toEqual([true, true]);
  await expect.poll(disabled).toEqual([false, false]);
  expect(root.querySelector('.file-text')?.textContent).toContain('User-agent: GPTBot');
});

import { initRobotsTxt } from '@repkit/core/analysis';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BlockView } from '../../src/block/block-view.js';
import type { Message } from '../../src/worker/reply.js';
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

test('crawlers whose change is not decided are not called blocked already', async () => {
  class BriefWorker extends EventTarget {
    postMessage({ id, request }: Message): void {
      if (request.kind !== 'init') return;
      const result = initRobotsTxt(request.robotsTxt, { ...request.options, budget: 100 });
      this.dispatchEvent(new MessageEvent('message', { data: { id, result } }));
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', BriefWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const rules = [1, 2, 3].map((id) => `Disallow: /${id}/*?x=${id}\n`).join('');
  const { root } = await showInApp(<BlockView />, { robotsTxt: `User-agent: *\n${rules}` });
  await act(() => root.querySelector<HTMLElement>('.purpose > [role=switch]')?.click());
  await expect.poll(() => root.querySelector('.proof strong')?.textContent).toMatch(/^Changes \d+ crawlers\.$/);
});

test('nothing is proved about a site whose file could not be fetched', async () => {
  vi.stubGlobal('Worker', InPageWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetchedFrom = { url: 'https://a.example/robots.txt', status: 503, effect: 'disallow-all', fetchedAt: 0 } as const;
  const { root } = await showInApp(<BlockView />, { robotsTxt: '', fetchedFrom });
  await act(() => root.querySelector<HTMLElement>('.purpose > [role=switch]')?.click());
  await expect.poll(() => root.querySelector('.file-text')?.textContent).toContain('User-agent: GPTBot');
  expect(root.querySelector('.proof')?.textContent).toBe(en.block.unknownFile);
});

test.each([
  ['insertText', 1],
  ['insertFromPaste', 0],
])('a text can be typed as well as pasted: %s', async (inputType, fields) => {
  const { root, state } = await showInApp(<BlockView />, { robotsTxt: '', urlSource: 'own' });
  const field = root.querySelector('textarea');
  if (field === null) throw new Error('no field');
  field.value = 'User-agent: *\n';
  await act(() => void field.dispatchEvent(new InputEvent('input', { inputType, bubbles: true })));
  expect([state.robotsTxt.value, root.querySelectorAll('textarea').length]).toEqual(['User-agent: *\n', fields]);
  await act(() => void field.dispatchEvent(new FocusEvent('blur')));
  expect(root.querySelector('.file-text')?.textContent).toContain('User-agent: *');
});

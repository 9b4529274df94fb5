import { diagnosticCodes } from '@repkit/core/analysis';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problems } from '../../src/check/problems.js';
import { EditorPane } from '../../src/editor/editor-pane.js';
import { exampleValues } from '../../src/state/page-state.js';
import type { Message } from '../../src/worker/reply.js';
import { reply } from '../../src/worker/reply.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('shows the text of the store and follows changes', async () => {
  const { root, change } = await showInApp(<EditorPane />, { robotsTxt: 'Allow: /a' });
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /a');
  await change({ robotsTxt: 'Allow: /b' });
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /b');
});

test('labels the example, clears it and loads it again', async () => {
  const { root, change, values } = await showInApp(<EditorPane />);
  const press = (name: string) =>
    act(() => {
      [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    });
  expect(root.querySelector('.example-label')?.textContent).toBe(en.source.example);
  await press(en.editor.clear);
  expect(values()).toMatchObject({ robotsTxt: '', urls: '', chosen: undefined });
  expect(root.querySelector('.example-label')).toBeNull();
  await press(en.editor.loadExample);
  expect(values()).toMatchObject(exampleValues());
  await change({ urls: '/mine', urlSource: 'own' });
  await press(en.editor.clear);
  expect(values()).toMatchObject({ robotsTxt: '', urls: '/mine' });
});

/** A worker that answers when the test says so. */
class SlowWorker extends EventTarget {
  static latest: SlowWorker;
  readonly #messages: Message[] = [];

  constructor() {
    super();
    SlowWorker.latest = this;
  }

  postMessage(message: Message): void {
    this.#messages.push(message);
  }

  terminate(): void {}

  get isBusy(): boolean {
    return this.#messages.some(({ request }) => request.kind === 'check');
  }

  async answer(): Promise<void> {
    for (const message of this.#messages.splice(0)) {
      await reply(message, (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  }
}

async function paneWithSlowWorker() {
  vi.stubGlobal('Worker', SlowWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const shown = await showInApp(
    <>
      <EditorPane />
      <Problems />
    </>,
    {
      robotsTxt: 'User-agent: *\nDissallow: /x\n',
    },
  );
  await act(() => SlowWorker.latest.answer());
  const fixes = () => [...shown.root.querySelectorAll<HTMLButtonElement>('.findings .button')];
  return { ...shown, fixes };
}

test.each([
  ['text', { robotsTxt: 'User-agent: *\nAlow: /y\n# Dissallow: /x\n' }],
  ['dialect', { dialect: 'google' as const }],
])('disables stale fixes after a change of %s until new results arrive', async (_what, changed) => {
  const { root, change, fixes } = await paneWithSlowWorker();
  expect(fixes().map(({ disabled }) => disabled)).toEqual([false]);
  await change(changed);
  expect(fixes().every(({ disabled }) => disabled)).toBe(true);
  const status = () => root.querySelector('.findings [role=status]')?.textContent;
  await expect.poll(status).toBe(en.findings.checking);
  expect([fixes(), root.querySelector('.findings.late')]).not.toContain(null);
  await expect.poll(() => SlowWorker.latest.isBusy).toBe(true);
  await act(() => SlowWorker.latest.answer());
  await expect.poll(status).not.toBe(en.findings.checking);
  expect(fixes().every(({ disabled }) => !disabled)).toBe(true);
});

test('an edit that is undone before the text settles keeps the marks', async () => {
  const { root, change, values } = await paneWithSlowWorker();
  const marks = () => root.querySelectorAll('.finding-mark').length;
  await expect.poll(marks).toBe(1);
  const { robotsTxt } = values();
  await change({ robotsTxt: '' });
  expect(marks()).toBe(0);
  await change({ robotsTxt });
  await expect.poll(marks).toBe(1);
  expect(SlowWorker.latest.isBusy).toBe(false);
});

test('reports a failed worker and lints the next text with a new one', async () => {
  const { root, change } = await paneWithSlowWorker();
  await change({ robotsTxt: 'Allow: /' });
  await expect.poll(() => SlowWorker.latest.isBusy).toBe(true);
  const failed = SlowWorker.latest;
  await act(() => void failed.dispatchEvent(new Event('error')));
  await expect
    .poll(() => [root.querySelector('.findings'), root.querySelector('.failed')?.textContent])
    .toEqual([null, en.failed]);
  await change({ robotsTxt: 'Dissallow: /' });
  await expect.poll(() => SlowWorker.latest !== failed).toBe(true);
  await act(() => SlowWorker.latest.answer());
  await expect.poll(() => root.querySelector('.findings')?.textContent).toContain(diagnosticCodes['misspelt-field'].title);
});

test('shows a notice about the encoding of an opened file', async () => {
  const { root, state } = await showInApp(<EditorPane />, {});
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from([0x61, 0x0d, 0x0a, 0xe9])], 'robots.txt'));
  if (input) input.files = files.files;
  await act(() => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  await expect.poll(() => state.robotsTxt.value).toBe('a\n%E9');
  await expect.poll(() => root.querySelector('.notice')?.textContent).toBe(en.fill(en.editor.notUtf8, { count: 1, line: '2' }));
});

import { diagnosticCodes } from '@repkit/core/analysis';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnalysisRequest, analyze } from '../../src/analysis/analyze.js';
import { EditorPane } from '../../src/editor/editor-pane.js';
import { en } from '../../src/messages/en.js';
import { exampleState } from '../../src/state/app-state.js';
import { showInApp } from '../support/show-in-app.js';

test('shows the text of the store and follows changes', async () => {
  const { root, store } = await showInApp(<EditorPane />, { robotsTxt: 'Allow: /a' });
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /a');
  await act(() => store.change({ robotsTxt: 'Allow: /b' }));
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /b');
});

test('labels the example, clears it and loads it again', async () => {
  const { root, store } = await showInApp(<EditorPane />);
  const press = (name: string) =>
    act(() => {
      [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    });
  expect(root.querySelector('.example-label')?.textContent).toBe(en.editor.example);
  await press(en.editor.clear);
  expect(store.state).toMatchObject({ robotsTxt: '', urls: '', chosen: undefined });
  expect(root.querySelector('.example-label')).toBeNull();
  await press(en.editor.loadExample);
  expect(store.state).toMatchObject(exampleState());
  await act(() => store.change({ urls: '/mine', urlSource: 'own' }));
  await press(en.editor.clear);
  expect(store.state).toMatchObject({ robotsTxt: '', urls: '/mine' });
});

/** A worker that the test controls. */
class SlowWorker extends EventTarget {
  static latest: SlowWorker;
  #request: AnalysisRequest | undefined;

  constructor() {
    super();
    SlowWorker.latest = this;
  }

  postMessage(request: AnalysisRequest): void {
    this.#request = request;
  }

  terminate(): void {}

  get isBusy(): boolean {
    return this.#request !== undefined;
  }

  analyze(): void {
    if (this.#request === undefined) return;
    const data = analyze(this.#request);
    this.#request = undefined;
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

async function paneWithSlowWorker() {
  vi.stubGlobal('Worker', SlowWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const shown = await showInApp(<EditorPane />, {
    robotsTxt: 'User-agent: *\nDissallow: /x\n',
  });
  await act(() => SlowWorker.latest.analyze());
  const fixes = () => [...shown.root.querySelectorAll<HTMLButtonElement>('.findings .button')];
  return { ...shown, fixes };
}

test.each([
  ['text', { robotsTxt: 'User-agent: *\nAlow: /y\n# Dissallow: /x\n' }],
  ['dialect', { dialect: 'google' as const }],
])('disables stale fixes after a change of %s until new results arrive', async (_what, change) => {
  const { root, store, fixes } = await paneWithSlowWorker();
  expect(fixes().map(({ disabled }) => disabled)).toEqual([false]);
  await act(() => store.change(change));
  expect(fixes().every(({ disabled }) => disabled)).toBe(true);
  const status = () => root.querySelector('.findings [role=status]')?.textContent;
  await expect.poll(status).toBe(en.findings.checking);
  expect([fixes(), root.querySelector('.findings.late')]).not.toContain(null);
  await expect.poll(() => SlowWorker.latest.isBusy).toBe(true);
  await act(() => SlowWorker.latest.analyze());
  await expect.poll(status).not.toBe(en.findings.checking);
  expect(fixes().every(({ disabled }) => !disabled)).toBe(true);
});

test('an edit that is undone before the text settles keeps the marks', async () => {
  const { root, store } = await paneWithSlowWorker();
  const marks = () => root.querySelectorAll('.finding-mark').length;
  await expect.poll(marks).toBe(1);
  const { robotsTxt } = store.state;
  await act(() => store.change({ robotsTxt: '' }));
  expect(marks()).toBe(0);
  await act(() => store.change({ robotsTxt }));
  await expect.poll(marks).toBe(1);
  expect(SlowWorker.latest.isBusy).toBe(false);
});

test('counts the problems again for a link with the same text', async () => {
  const { store } = await paneWithSlowWorker();
  const { findingCounts } = store.state;
  expect(findingCounts).toBeDefined();
  await act(() => store.change({ findingCounts: undefined }));
  await expect.poll(() => store.state.findingCounts).toEqual(findingCounts);
});

test('reports a failed worker and lints the next text with a new one', async () => {
  const { root, store } = await paneWithSlowWorker();
  await act(() => store.change({ robotsTxt: 'Allow: /' }));
  await expect.poll(() => SlowWorker.latest.isBusy).toBe(true);
  const failed = SlowWorker.latest;
  await act(() => void failed.dispatchEvent(new Event('error')));
  expect([root.querySelector('.findings'), root.querySelector('.failed')?.textContent]).toEqual([
    ...[null, en.failed],
  ]);
  await act(() => store.change({ robotsTxt: 'Dissallow: /' }));
  await expect.poll(() => SlowWorker.latest !== failed).toBe(true);
  await act(() => SlowWorker.latest.analyze());
  await expect
    .poll(() => root.querySelector('.findings')?.textContent)
    .toContain(diagnosticCodes['misspelt-field'].title);
});

test('shows a notice about the encoding of an opened file', async () => {
  const { root, store } = await showInApp(<EditorPane />, {});
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from([0x61, 0x0d, 0x0a, 0xe9])], 'robots.txt'));
  if (input) input.files = files.files;
  await act(() => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  await expect.poll(() => store.state.robotsTxt).toBe('a\n%E9');
  await expect
    .poll(() => root.querySelector('.notice')?.textContent)
    .toBe(en.editor.notUtf8(1, '%E9', 2));
});

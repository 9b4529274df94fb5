import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnalysisRequest, answer } from '../../src/analysis/answer.js';
import { EditorPane } from '../../src/editor/editor-pane.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('the editor shows the text of the store, also when that changes', async () => {
  const { root, store } = await showInApp(<EditorPane />, { robotsTxt: 'Allow: /a' });
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /a');
  await act(() => store.change({ robotsTxt: 'Allow: /b' }));
  expect(root.querySelector('.cm-content')?.textContent).toBe('Allow: /b');
});

/** A worker that answers when it is told to, or fails. */
class SlowWorker extends EventTarget {
  static latest: SlowWorker;
  #asked: AnalysisRequest | undefined;

  constructor() {
    super();
    SlowWorker.latest = this;
  }

  postMessage(request: AnalysisRequest): void {
    this.#asked = request;
  }

  terminate(): void {}

  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  answer(): void {
    if (this.#asked === undefined) return;
    const data = answer(this.#asked);
    this.#asked = undefined;
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

async function paneWithSlowWorker() {
  vi.stubGlobal('Worker', SlowWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const shown = await showInApp(<EditorPane />, {
    robotsTxt: 'User-agent: *\nDissallow: /x\n',
  });
  await act(() => SlowWorker.latest.answer());
  const mends = () => [...shown.root.querySelectorAll<HTMLButtonElement>('.findings .button')];
  return { ...shown, mends };
}

test.each([
  ['text', { robotsTxt: 'User-agent: *\nAlow: /y\n# Dissallow: /x\n' }],
  ['reading', { dialect: 'google' as const }],
])(
  'findings of another %s are greyed and have no mend until its own are there',
  async (_what, change) => {
    const { root, store, mends } = await paneWithSlowWorker();
    expect(mends().map(({ disabled }) => disabled)).toEqual([false]);
    await act(() => store.change(change));
    expect(mends().every(({ disabled }) => disabled)).toBe(true);
    const said = () => root.querySelector('.findings [role=status]')?.textContent;
    await expect.poll(said).toBe(en.findings.looking);
    expect([mends(), root.querySelector('.findings.late')]).not.toContain(null);
    await expect.poll(() => SlowWorker.latest.isAsked).toBe(true);
    await act(() => SlowWorker.latest.answer());
    await expect.poll(said).not.toBe(en.findings.looking);
    expect(mends().every(({ disabled }) => !disabled)).toBe(true);
  },
);

test('that looking has met an error is said, and the next text is looked over', async () => {
  const { root, store } = await paneWithSlowWorker();
  await act(() => store.change({ robotsTxt: 'Allow: /' }));
  await expect.poll(() => SlowWorker.latest.isAsked).toBe(true);
  const failed = SlowWorker.latest;
  await act(() => void failed.dispatchEvent(new Event('error')));
  expect([root.querySelector('.findings'), root.querySelector('.failed')?.textContent]).toEqual([
    ...[null, en.failed],
  ]);
  await act(() => store.change({ robotsTxt: 'Dissallow: /' }));
  await expect.poll(() => SlowWorker.latest !== failed).toBe(true);
  await act(() => SlowWorker.latest.answer());
  await expect.poll(() => root.querySelector('.findings')?.textContent).toContain('Misspelt');
});

test('what an opened file was is told above the editor', async () => {
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

import { diagnosticCodes } from '@repkit/core/analysis';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problems } from '../../src/check/problems.js';
import { EditorPane } from '../../src/editor/editor-pane.js';
import { exampleValues } from '../../src/state/page-state.js';
import { HeldWorker } from '../support/held-worker.js';
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

async function paneWithHeldWorker() {
  vi.stubGlobal('Worker', HeldWorker);
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
  await act(() => HeldWorker.latest.answer('check'));
  const fixes = () => [...shown.root.querySelectorAll<HTMLButtonElement>('.findings .button')];
  return { ...shown, fixes };
}

test.each([
  ['text', { robotsTxt: 'User-agent: *\nAlow: /y\n# Dissallow: /x\n' }],
  ['dialect', { dialect: 'google' as const }],
])('disables stale fixes after a change of %s until new results arrive', async (_what, changed) => {
  const { root, change, fixes } = await paneWithHeldWorker();
  expect(fixes().map(({ disabled }) => disabled)).toEqual([false]);
  await change(changed);
  expect(fixes().every(({ disabled }) => disabled)).toBe(true);
  const status = () => root.querySelector('.findings [role=status]')?.textContent;
  await expect.poll(status).toBe(en.findings.checking);
  expect([fixes(), root.querySelector('.findings.late')]).not.toContain(null);
  await act(() => HeldWorker.latest.answer('check'));
  await expect.poll(status).not.toBe(en.findings.checking);
  expect(fixes().every(({ disabled }) => !disabled)).toBe(true);
});

test('an edit that is undone before the text settles keeps the marks', async () => {
  const { root, change, values } = await paneWithHeldWorker();
  const marks = () => root.querySelectorAll('.finding-mark').length;
  await expect.poll(marks).toBe(1);
  const { robotsTxt } = values();
  // The text does not settle, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await change({ robotsTxt: '' });
  expect(marks()).toBe(0);
  await change({ robotsTxt });
  vi.useRealTimers();
  await expect.poll(marks).toBe(1);
  expect(HeldWorker.latest.isAsked('check')).toBe(false);
});

test('reports a failed worker and lints the next text with a new one', async () => {
  const { root, change } = await paneWithHeldWorker();
  await change({ robotsTxt: 'Allow: /' });
  await expect.poll(() => HeldWorker.latest.isAsked('check')).toBe(true);
  const failed = HeldWorker.latest;
  await act(() => void failed.dispatchEvent(new Event('error')));
  await expect
    .poll(() => [root.querySelector('.findings'), root.querySelector('.failed')?.textContent])
    .toEqual([null, en.failed]);
  await change({ robotsTxt: 'Dissallow: /' });
  await expect.poll(() => HeldWorker.latest !== failed).toBe(true);
  await act(() => HeldWorker.latest.answer('check'));
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

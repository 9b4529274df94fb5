import { expect, test } from 'vitest';
import { MAX_MEGABYTES, OpenedNotice, OpenFile, readBytes } from '../../src/editor/open-file.js';
import { readOpened } from '../../src/editor/opened-text.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('reads files and unpacks gzip; damaged gzip is returned unchanged', async () => {
  const bytes = [0x2f, 0xe9, 0xff];
  const file = new Blob([Uint8Array.from(bytes)]);
  expect([...((await readBytes(file)) ?? [])]).toEqual(bytes);
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  expect([...((await readBytes(await new Response(packed).blob())) ?? [])]).toEqual(bytes);
  expect(await readBytes(new Blob([]))).toHaveLength(0);
  const damaged = [0x1f, 0x8b, 8, 0, 0];
  expect([...((await readBytes(new Blob([Uint8Array.from(damaged)]))) ?? [])]).toEqual(damaged);
});

test('stops unpacking what is too large for the browser', async () => {
  const zeros = new Uint8Array(MAX_MEGABYTES * 1_000_000 + 1);
  const packed = new Blob([zeros]).stream().pipeThrough(new CompressionStream('gzip'));
  expect(await readBytes(await new Response(packed).blob())).toBeUndefined();
  expect(await readBytes(new Blob([zeros]))).toBeUndefined();
});

test('says that a file is too large', async () => {
  const { root } = await showInApp(<OpenFile label="Open" accept=".txt" onOpen={() => {}} />);
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(MAX_MEGABYTES * 1_000_000 + 1)], 'robots.txt'));
  const input = root.querySelector('input');
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect
    .poll(() => root.querySelector('[role=alert]')?.textContent)
    .toBe('This file is too large (limit: 50 MB).');
});

test('passes on the text of the chosen file', async () => {
  const texts: string[] = [];
  const { root } = await showInApp(
    <OpenFile label="Open" accept=".txt" onOpen={({ text }) => texts.push(text)} />,
  );
  const input = root.querySelector('input');
  const files = new DataTransfer();
  files.items.add(new File(['Allow: /'], 'robots.txt'));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => texts).toEqual(['Allow: /']);
  expect(root.querySelector('button')?.textContent).toBe('Open');
});

async function noticeFor(bytes: readonly number[], text?: string): Promise<string | null> {
  const opened = readOpened(Uint8Array.from(bytes));
  const notice = <OpenedNotice opened={opened} text={text ?? opened.text} />;
  return (await showInApp(notice)).root.textContent;
}

test('shows a notice about invalid UTF-8 while the opened text is current', async () => {
  expect(await noticeFor([0x61, 0x0a, 0xe9])).toBe(
    en.fill(en.editor.notUtf8, { count: 1, first: '%E9', line: 2 }),
  );
  expect(await noticeFor([0xe9, 0xff])).toBe(
    en.fill(en.editor.notUtf8, { count: 2, first: '%E9', line: 1 }),
  );
  expect(await noticeFor([0xff, 0xfe, 0x61, 0])).toBe(en.editor.utf16);
  expect(await noticeFor([0xe9], 'another text')).toBe('');
  expect(await noticeFor([0x61])).toBe('');
  expect((await showInApp(<OpenedNotice opened={undefined} text="" />)).root.textContent).toBe('');
});

import { expect, test, vi } from 'vitest';
import { MAX_MEGABYTES, OpenFile, readBytes } from '../../src/editor/open-file.js';
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

/** Chooses a file with these bytes. Returns the opened texts, and the notice after the last one has been shown. */
async function open(bytes: Uint8Array<ArrayBuffer>, shown?: string) {
  const texts: string[] = [];
  const button = (text: string) => <OpenFile label="Open" text={text} onOpen={(opened) => texts.push(opened)} />;
  const { root, rerender } = await showInApp(button(''));
  const files = new DataTransfer();
  files.items.add(new File([bytes], 'robots.txt'));
  const input = root.querySelector('input');
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  const notice = () => root.querySelector('[role=status]')?.textContent;
  await expect.poll(() => texts.length > 0 || notice()).toBeTruthy();
  await rerender(button(shown ?? texts[0] ?? ''));
  return { texts, notice: notice() };
}

test('says that a file is too large', async () => {
  const { texts, notice } = await open(new Uint8Array(MAX_MEGABYTES * 1_000_000 + 1));
  expect([texts, notice]).toEqual([[], 'This file is too large (limit: 50 MB).']);
});

test('says that a file cannot be read', async () => {
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException());
  const { texts, notice } = await open(new Uint8Array(1));
  vi.restoreAllMocks();
  expect([texts, notice]).toEqual([[], expect.stringMatching(/^robots\.txt cannot be read\./)]);
});

test('passes on the text of the chosen file', async () => {
  const { texts, notice } = await open(new TextEncoder().encode('Allow: /\r\n'));
  expect([texts, notice]).toEqual([['Allow: /\n'], '']);
});

test.each([
  [[0x61, 0x0a, 0xe9], en.fill(en.editor.notUtf8, { count: 1, line: '2' })],
  [[0xe9, 0x0a, 0xff], en.fill(en.editor.notUtf8, { count: 2, line: '1' })],
  [[0xff, 0xfe, 0x61, 0], en.editor.utf16],
])('says what was done to show invalid UTF-8 while the text is current: %j', async (bytes, text) => {
  expect((await open(Uint8Array.from(bytes))).notice).toBe(text);
  expect((await open(Uint8Array.from(bytes), 'another text')).notice).toBe('');
});

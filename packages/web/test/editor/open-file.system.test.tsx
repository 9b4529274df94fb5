import { expect, test, vi } from 'vitest';
import { MAX_MEGABYTES, OpenFile, readText } from '../../src/editor/open-file.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

async function gzip(...members: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const packed = members.map((member) => new Blob([member]).stream().pipeThrough(new CompressionStream('gzip')));
  const blobs = await Promise.all(packed.map((stream) => new Response(stream).blob()));
  return new Uint8Array(await new Blob(blobs).arrayBuffer());
}

const A_LINE = new TextEncoder().encode('/a\n');
/** More than a browser reads at once. */
const NOISE = Array.from({ length: 20_000 }, (_, index) => `/${Math.imul(index, 0x9e3779b1)}\n`).join('');
const MANY_LINES = new TextEncoder().encode(NOISE);

test.each([
  ['no file', new Uint8Array(), ''],
  ['plain text', A_LINE, '/a\n'],
  ['gzip', await gzip(A_LINE), '/a\n'],
  ['empty gzip', await gzip(new Uint8Array()), ''],
  ['gzip with several members', await gzip(A_LINE, A_LINE, MANY_LINES, A_LINE), `/a\n/a\n${NOISE}/a\n`],
  ['gzip whose first member is empty', await gzip(new Uint8Array(), A_LINE), '/a\n'],
])('reads the text of %s', async (_, bytes, text) => {
  expect(await readText(new Blob([bytes]))).toMatchObject({ text });
});

test.each([
  ['gzip that ends in its header', Uint8Array.of(0x1f, 0x8b, 8, 0, 0)],
  ['gzip that ends early', (await gzip(MANY_LINES)).slice(0, -1000)],
  ['gzip whose last member ends early', (await gzip(A_LINE, MANY_LINES)).slice(0, -3)],
  ['gzip with a wrong checksum', (await gzip(A_LINE)).fill(0, -8, -4)],
  ['gzip with text after it', new Uint8Array(await new Blob([await gzip(A_LINE), '/b\n']).arrayBuffer())],
])('does not read %s', async (_, bytes) => {
  expect(await readText(new Blob([bytes]))).toBe('not-readable');
});

test('stops unpacking what is too large for the browser', async () => {
  const zeros = new Uint8Array(MAX_MEGABYTES * 1_000_000 + 1);
  expect(await readText(new Blob([await gzip(zeros)]))).toBe('too-large');
  expect(await readText(new Blob([zeros]))).toBe('too-large');
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
  vi.spyOn(File.prototype, 'slice').mockImplementation(() => {
    throw new DOMException();
  });
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

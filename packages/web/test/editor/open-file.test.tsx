import { expect, test } from 'vitest';
import { OpenFile, readText } from '../../src/editor/open-file.js';
import { showInApp } from '../support/show-in-app.js';

test('a file is read as text, and one in gzip unpacked first', async () => {
  expect(await readText(new Blob(['/ä']))).toBe('/ä');
  const packed = new Blob(['/ä']).stream().pipeThrough(new CompressionStream('gzip'));
  expect(await readText(await new Response(packed).blob())).toBe('/ä');
  expect(await readText(new Blob([]))).toBe('');
});

test('the text of the chosen file is handed on', async () => {
  const texts: string[] = [];
  const { root } = await showInApp(
    <OpenFile label="Open" accept=".txt" onOpen={(text) => texts.push(text)} />,
  );
  const input = root.querySelector('input');
  const files = new DataTransfer();
  files.items.add(new File(['Allow: /'], 'robots.txt'));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => texts).toEqual(['Allow: /']);
  expect(root.querySelector('button')?.textContent).toBe('Open');
});

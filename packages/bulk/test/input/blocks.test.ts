import { expect, test } from 'vitest';
import { blocksOf, bytesOf, byteText, utf8Text } from '../../src/input/blocks.js';
import { InputError } from '../../src/input-error.js';
import { all, pieces } from '../support/blocks.js';

const INPUT = 'a\nbb\r\n\n\ncafé\nlast';

test('wherever the input is cut, the blocks are whole lines and lose nothing', async () => {
  for (let size = 1; size <= INPUT.length + 2; size++) {
    const blocks = await all(blocksOf(pieces(INPUT, size)));
    expect(utf8Text(blocks.map(({ text }) => text).join(''))).toBe(INPUT);
    for (const { text } of blocks.slice(0, -1)) expect(text.endsWith('\n')).toBe(true);
  }
});

test('bytes that are no UTF-8 stay as they are', () => {
  const bytes = Uint8Array.of(0x61, 0xe9, 0xff, 0x00);
  const text = Buffer.from(bytes).toString('latin1');
  expect(utf8Text(text)).toBeUndefined();
  expect([...bytesOf(text)]).toEqual([...bytes]);
  expect(utf8Text(byteText('é€😀\ufeff'))).toBe('é€😀\ufeff');
});

test('input without a line feed is given up before it takes all memory', async () => {
  const piece = new Uint8Array(8 * 1024 * 1024).fill(0x61);
  async function* endless() {
    for (;;) yield piece;
  }
  await expect(blocksOf(endless()).next()).rejects.toThrow(InputError);
});

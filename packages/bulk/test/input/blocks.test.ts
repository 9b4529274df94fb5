import { expect, test } from 'vitest';
import { bytesOf, byteText, utf8Text } from '../../src/bytes/bytes.js';
import { InputError } from '../../src/bytes/input-error.js';
import { lineBlocks, truncateLines } from '../../src/input/blocks.js';
import { all, pieces } from '../support/blocks.js';

const INPUT = 'a\nbb\r\n\n\ncafé\nlast';

test('blocks are whole lines and lose nothing, whatever the chunks', async () => {
  for (let size = 1; size <= INPUT.length + 2; size++) {
    const blocks = await all(lineBlocks(pieces(INPUT, size)));
    expect(Buffer.concat(blocks).toString()).toBe(INPUT);
    for (const block of blocks.slice(0, -1)) expect(block.at(-1)).toBe(0x0a);
  }
});

test('invalid UTF-8 is preserved', () => {
  const bytes = Uint8Array.of(0x61, 0xe9, 0xff, 0x00);
  const text = Buffer.from(bytes).toString('latin1');
  expect(utf8Text(text)).toBeUndefined();
  expect([...bytesOf(text)]).toEqual([...bytes]);
  expect(utf8Text(byteText('é€😀\ufeff'))).toBe('é€😀\ufeff');
});

test('rejects endless input without a line feed', async () => {
  const piece = new Uint8Array(8 * 1024 * 1024).fill(0x61);
  async function* endless() {
    for (;;) yield piece;
  }
  await expect(lineBlocks(endless()).next()).rejects.toThrow(InputError);
});

/** Returns text with one character per byte. */
async function cut(content: string, size: number): Promise<string> {
  const chunks = await all(truncateLines(8, pieces(content, size)));
  return Buffer.concat(chunks).toString('latin1');
}

test('lines within the limit are unchanged, whatever the chunks', async () => {
  const content = 'a\n\n12345678\r\n\n12345678\nlast';
  const short = content.replace('\r', '');
  for (let size = 1; size <= 8; size++) expect(await cut(short, size)).toBe(short);
});

test('longer lines are cut and become invalid UTF-8', async () => {
  for (let size = 1; size <= 8; size++) {
    const long = 'x'.repeat(30);
    expect(await cut(`a\n12345678${long}\nb\n123456789\nc`, size)).toBe('a\n12345678\xff\nb\n12345678\xff\nc');
    expect(await cut(`12345678${long}`, size)).toBe('12345678\xff');
  }
});

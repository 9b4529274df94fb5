import { expect, test } from 'vitest';
import { withLinesCut } from '../../src/input/blocks.js';
import { all, pieces } from '../support/blocks.js';

/** As text of one character a byte. */
async function cut(content: string, size: number): Promise<string> {
  const chunks = await all(withLinesCut(8, pieces(content, size)));
  return Buffer.concat(chunks).toString('latin1');
}

test('lines that are not too long stay as they are, however the pieces fall', async () => {
  const content = 'a\n\n12345678\r\n\n12345678\nlast';
  const short = content.replace('\r', '');
  for (let size = 1; size <= 8; size++) expect(await cut(short, size)).toBe(short);
});

test('of a longer one the beginning is left, and it is no longer UTF-8', async () => {
  for (let size = 1; size <= 8; size++) {
    const long = 'x'.repeat(30);
    expect(await cut(`a\n12345678${long}\nb\n123456789\nc`, size)).toBe(
      'a\n12345678\xff\nb\n12345678\xff\nc',
    );
    expect(await cut(`12345678${long}`, size)).toBe('12345678\xff');
  }
});

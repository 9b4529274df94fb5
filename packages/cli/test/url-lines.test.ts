import { expect, test } from 'vitest';
import { TOO_LONG, urlLines } from '../src/url-lines.js';

async function read(...pieces: readonly (string | Uint8Array)[]) {
  const chunks = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const found: unknown[] = [];
  for await (const line of urlLines(chunks)) found.push(line);
  return found;
}

test('one a line, whatever the line end; blank lines and comments are none', async () => {
  expect(await read('/a\n/b\r\n\r\n  /c\t\n# not\n\n/d#e\r/f')).toEqual([
    '/a',
    '/b',
    '/c',
    '/d#e',
    '/f',
  ]);
  expect(await read()).toEqual([]);
});

test('a list that arrives in pieces, also inside a character and a line end', async () => {
  const octets = Buffer.from('\uFEFF/bücher\r\n/b\n');
  const pieces = [...octets].map((octet) => Uint8Array.of(octet));
  expect(await read(...pieces)).toEqual(['/bücher', '/b']);
});

test('what is too long for a URL is said to be so, and not kept', async () => {
  const long = `/${'a'.repeat(40_000)}`;
  expect(await read(long, long, long, '\n/b\n', long)).toEqual([TOO_LONG, '/b', long]);
  expect(await read(`/a\n${long}${long}\n/b`)).toEqual(['/a', TOO_LONG, '/b']);
});

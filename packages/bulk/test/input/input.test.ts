import { expect, test } from 'vitest';
import { InputError } from '../../src/bytes/input-error.js';
import { type Input, joinInputs, stripByteOrderMark } from '../../src/input/input.js';
import { all, joined, pieces } from '../support/blocks.js';

function inputs(...contents: string[]): Input[] {
  return contents.map((content, index) => ({
    name: `input ${index}`,
    open: () => pieces(content),
  }));
}

test('concatenates inputs without merging lines', async () => {
  const bytes = joinInputs(inputs('a\nb', '', 'from stdin', 'c\n'));
  expect(await joined(bytes)).toBe('a\nb\nfrom stdin\nc\n');
});

test('removes the byte-order mark of each input', async () => {
  const mark = '\ufeff';
  const bytes = joinInputs(inputs(`${mark}a\n`, `${mark}b${mark}\n`));
  expect(await joined(bytes)).toBe(`a\nb${mark}\n`);
  for (const size of [1, 2, 3, 4]) {
    for (const text of [`${mark}abc`, mark, 'abc', `${mark}${mark}`, '']) {
      const without = text.startsWith(mark) ? text.slice(mark.length) : text;
      expect(await joined(stripByteOrderMark(pieces(text, size)))).toBe(without);
    }
  }
  // Neither an empty chunk nor a copy of a large one
  const whole = Uint8Array.from(Buffer.from(`${mark}abc`));
  const [chunk] = await all(stripByteOrderMark(pieces(whole, whole.length)));
  expect(chunk?.buffer).toBe(whole.buffer);
  expect(await all(stripByteOrderMark(pieces(`${mark}abc`, 3)))).toHaveLength(1);
  // An incomplete mark
  const other = Uint8Array.of(0xef, 0xbb, 0x41);
  for (const size of [1, 2, 3]) {
    expect(Buffer.concat(await all(stripByteOrderMark(pieces(other, size)))).equals(other)).toBe(true);
  }
});

function failing(error: Error): Input {
  const open = () => {
    throw error;
  };
  return { name: 'x', open };
}

test('an error of the file system becomes an InputError that names the input', async () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  const bytes = joined(joinInputs([failing(error)]));
  await expect(bytes).rejects.toThrow(InputError);
  await expect(bytes).rejects.toThrow('"x" cannot be read: no such file');
});

test('other errors are unchanged', async () => {
  const error = new Error('a bug');
  await expect(joined(joinInputs([failing(error)]))).rejects.toBe(error);
});

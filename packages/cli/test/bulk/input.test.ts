import { expect, test } from 'vitest';
import { inputOctets, totalOctets, withoutFirst, withoutMark } from '../../src/bulk/input.js';
import { CommandError } from '../../src/command-error.js';
import { all, joined, pieces } from '../support/blocks.js';
import { fakeIo } from '../support/fake-io.js';

const io = fakeIo({ stdin: 'from stdin', files: { one: 'a\nb', two: '', three: 'c\n' } });

test('inputs follow each other, and no two lines become one', async () => {
  let read = 0;
  const octets = inputOctets(['one', 'two', '-', 'three'], io, (count) => {
    read += count;
  });
  expect(await joined(octets)).toBe('a\nb\nfrom stdin\nc\n');
  expect(read).toBe(3 + 10 + 2);
});

test('a byte-order mark is left out in the middle, and for whoever asks for it at the beginning', async () => {
  const mark = '\ufeff';
  const files = { one: `${mark}a\n`, two: `${mark}b${mark}\n` };
  const octets = inputOctets(['one', 'two'], fakeIo({ files }), () => {});
  expect(await joined(octets)).toBe(`${mark}a\nb${mark}\n`);
  for (const size of [1, 2, 3, 4]) {
    for (const text of [`${mark}abc`, mark, 'abc', `${mark}${mark}`, '']) {
      const without = text.startsWith(mark) ? text.slice(mark.length) : text;
      expect(await joined(withoutMark(pieces(text, size)))).toBe(without);
    }
  }
  // What only begins like one.
  const other = Uint8Array.of(0xef, 0xbb, 0x41);
  for (const size of [1, 2, 3]) {
    expect(Buffer.concat(await all(withoutMark(pieces(other, size)))).equals(other)).toBe(true);
  }
});

test('a file that is missing is a mistake of the user', async () => {
  const octets = joined(inputOctets(['none'], io, () => {}));
  await expect(octets).rejects.toThrow(CommandError);
  await expect(octets).rejects.toThrow('"none" cannot be read: there is no such file');
});

test("other errors are nobody's mistake", async () => {
  const error = new Error('a bug');
  const openFile = () => {
    throw error;
  };
  await expect(joined(inputOctets(['x'], { ...io, openFile }, () => {}))).rejects.toBe(error);
});

test('what was read before is passed over', async () => {
  for (const size of [1, 2, 5, 50]) {
    for (const count of [0, 1, 4, 9]) {
      expect(await joined(withoutFirst(count, pieces('123456789', size)))).toBe(
        '123456789'.slice(count),
      );
    }
  }
  await expect(joined(withoutFirst(10, pieces('123456789')))).rejects.toThrow(CommandError);
});

test('how much there is, where all inputs say', () => {
  const sizes: Readonly<Record<string, number>> = { one: 3, three: 2 };
  const sized = { fileSize: (name: string) => sizes[name] };
  expect(totalOctets(['one', 'three'], sized)).toBe(5);
  expect(totalOctets([], sized)).toBe(0);
  for (const unknown of ['-', 'none']) {
    expect(totalOctets(['one', unknown, 'three'], sized)).toBe(undefined);
  }
});

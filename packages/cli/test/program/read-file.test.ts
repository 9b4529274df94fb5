import { expect, test } from 'vitest';
import { readFile } from '../../src/program/files.js';
import { fakeIo } from '../support/fake-io.js';

test('a file is read up to the chunk that exceeds the limit', async () => {
  let given = 0;
  function* endless(): Generator<Uint8Array> {
    for (; ; given++) yield new Uint8Array(1000);
  }
  expect((await readFile('--token-file "a"', endless(), 2500)).length).toBe(3000);
  expect(given).toBe(2);
});

test('a file that cannot be read is an InputError with the label', async () => {
  await expect(readFile('--token-file "none"', fakeIo().openFile('none'))).rejects.toThrow(
    '--token-file "none" cannot be read: no such file or folder; check the path.',
  );
});

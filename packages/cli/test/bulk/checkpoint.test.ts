import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { fakeIo } from '../../../cli/test/support/fake-io.js';
import { readCheckpoint, START, writeCheckpoint } from '../../src/bulk/checkpoint.js';

const PLACE = { inputBytes: 5, outputBytes: 9, rejectsBytes: 0, lines: 2, invalid: 1 };

test('a checkpoint is restored; a missing file means the start', async () => {
  const io = fakeIo();
  expect(await readCheckpoint('c', 'run', io)).toEqual(START);
  writeCheckpoint('c', 'run', PLACE, io);
  expect(await readCheckpoint('c', 'run', io)).toEqual(PLACE);
});

test.each([
  ['of another run', JSON.stringify({ version: 1, run: 'other', ...PLACE })],
  ['of another version', JSON.stringify({ version: 2, run: 'run', ...PLACE })],
  ['with a place that is none', JSON.stringify({ version: 1, run: 'run', ...PLACE, lines: -1 })],
  ['that is something else', 'null'],
  ['that is cut short', '{"version":1'],
])('a checkpoint %s is an InputError', async (_what, text) => {
  const read = readCheckpoint('c', 'run', fakeIo({ files: { c: text } }));
  await expect(read).rejects.toThrow(InputError);
  await expect(read).rejects.toThrow(/or remove the file to start over\.$/);
});

test('a checkpoint that cannot be written ends the run with an InputError', () => {
  const full = {
    replaceFile(): never {
      throw Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC' });
    },
  };
  expect(() => writeCheckpoint('c', 'run', PLACE, full)).toThrow(
    /"c" cannot be written: the disk is full/,
  );
});

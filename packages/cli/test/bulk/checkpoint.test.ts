import { expect, test } from 'vitest';
import { readCheckpoint, START, writeCheckpoint } from '../../src/bulk/checkpoint.js';
import { CommandError } from '../../src/command-error.js';
import { fakeIo } from '../support/fake-io.js';

const PLACE = { inputOctets: 5, outputOctets: 9, rejectsOctets: 0, lines: 2, bad: 1 };

test('what was written is read again, and the start where nothing was', async () => {
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
])('one %s is a mistake of the user', async (_what, text) => {
  const read = readCheckpoint('c', 'run', fakeIo({ files: { c: text } }));
  await expect(read).rejects.toThrow(CommandError);
  await expect(read).rejects.toThrow(/or remove it to begin anew\.$/);
});

test('where it cannot be written the run ends with the reason', () => {
  const full = {
    replaceFile(): never {
      throw Object.assign(new Error('ENOSPC: the disk is full'), { code: 'ENOSPC' });
    },
  };
  expect(() => writeCheckpoint('c', 'run', PLACE, full)).toThrow(/"c" cannot be written: ENOSPC/);
});

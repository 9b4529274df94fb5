import { expect, test } from 'vitest';
import { octetText } from '../../src/bulk/blocks.js';
import { writePart } from '../../src/fleet/part-writer.js';
import { fakeIo } from '../support/fake-io.js';

test('a part takes the place of an earlier one', () => {
  const io = fakeIo({ files: { 'run/0000/0000007.ndjson': 'earlier' } });
  writePart('run', 7, octetText('\u00e9\n'), io);
  expect([...io.files]).toEqual([['run/0000/0000007.ndjson', '\u00e9\n']]);
});

test('a disk that is full is told', () => {
  const io = fakeIo();
  io.replaceFile = () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  expect(() => writePart('run', 7, '', io)).toThrow(
    '"run/0000/0000007.ndjson" cannot be written: no space left; check the file.',
  );
});

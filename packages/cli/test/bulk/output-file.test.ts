import { gunzipSync } from 'node:zlib';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { resultFile } from '../../src/bulk/output-file.js';
import { fakeIo } from '../support/fake-io.js';

test('a compressed file has members of bounded size', async () => {
  const io = fakeIo();
  const file = await resultFile('--output', 'o.GZ', () => io.openOutput('o'));
  const part = Buffer.alloc(400_000, 'a');
  for (let count = 0; count < 5; count++) file.write(part);
  const written = io.files.get('o') as Uint8Array;
  expect(gunzipSync(written).length).toBe(3 * part.length);
  file.close();
  expect(gunzipSync(io.files.get('o') as Uint8Array).length).toBe(5 * part.length);
});

test.each(['write', 'close'] as const)('a full disk during %s is an InputError', async (action) => {
  const full = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const plain = { write() {}, close() {}, [action]: full };
  const file = await resultFile('--output "o"', 'o', () => plain);
  const doIt = () => (action === 'write' ? file.write(Buffer.from('x')) : file[action]());
  expect(doIt).toThrow(InputError);
  expect(doIt).toThrow('--output "o" cannot be written: the disk is full');
});

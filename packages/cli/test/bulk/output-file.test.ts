import { gunzipSync } from 'node:zlib';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { resultFile } from '../../src/bulk/output-file.js';
import { fakeIo } from '../support/fake-io.js';

test('size is the size of the file after sync, so that a run can resume there', async () => {
  const io = fakeIo();
  const file = await resultFile('--output', 'o.GZ', 0, () => io.openOutput('o', 0));
  file.write(Buffer.from('one'));
  file.sync();
  const size = file.size;
  expect(size).toBe((io.files.get('o') as Uint8Array).length);
  file.write(Buffer.from(' lost'));
  const resumed = await resultFile('--output', 'o.gz', size, () => io.openOutput('o', size));
  resumed.write(Buffer.from(' two'));
  resumed.close();
  expect(gunzipSync(io.files.get('o') as Uint8Array).toString()).toBe('one two');
});

test.each(['write', 'sync', 'close'] as const)(
  'a full disk during %s is an InputError',
  async (action) => {
    const full = () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    const plain = { write() {}, sync() {}, close() {}, [action]: full };
    const file = await resultFile('--output "o"', 'o', 0, () => plain);
    const doIt = () => (action === 'write' ? file.write(Buffer.from('x')) : file[action]());
    expect(doIt).toThrow(InputError);
    expect(doIt).toThrow('--output "o" cannot be written: the disk is full');
  },
);

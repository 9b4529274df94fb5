import { gunzipSync } from 'node:zlib';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { openResultFile } from '../../src/bulk/output-file.js';
import { filter } from '../../src/commands/filter.js';
import { parseArguments } from '../../src/options/parser.js';
import type { Io, OutputFile } from '../../src/program/io.js';
import { fakeIo } from '../support/fake-io.js';

async function opened(path: string, io: Pick<Io, 'openOutput'>): Promise<OutputFile> {
  const args = parseArguments(['--output', path], filter.options);
  return (await openResultFile(args, 'output', io)) as OutputFile;
}

test('a compressed file has members of bounded size', async () => {
  const io = fakeIo();
  const file = await opened('o.GZ', io);
  const part = Buffer.alloc(400_000, 'a');
  for (let count = 0; count < 5; count++) file.write(part);
  const written = io.files.get('o.GZ') as Uint8Array;
  expect(gunzipSync(written).length).toBe(3 * part.length);
  file.close();
  expect(gunzipSync(io.files.get('o.GZ') as Uint8Array).length).toBe(5 * part.length);
});

test.each(['write', 'close'] as const)('a full disk during %s is an InputError', async (action) => {
  const full = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const plain = { write() {}, close() {}, [action]: full };
  const file = await opened('o', { openOutput: () => plain });
  const doIt = () => (action === 'write' ? file.write(Buffer.from('x')) : file[action]());
  expect(doIt).toThrow(InputError);
  expect(doIt).toThrow('--output "o" cannot be written: the disk is full');
});

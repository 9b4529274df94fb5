import { gunzipSync } from 'node:zlib';
import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { type Results, withResults } from '../../src/bulk/output-file.js';
import { filter } from '../../src/commands/filter.js';
import { parseArguments } from '../../src/options/parser.js';
import { fakeIo } from '../support/fake-io.js';

type Io = Parameters<typeof withResults>[2];

async function withOutput(path: string, io: Io, work: (results: Results) => void): Promise<void> {
  const args = parseArguments(['--output', path], filter.options);
  await withResults(args, ['output', 'rejects'], io, async (results) => work(results));
}

test('a compressed file has members of bounded size, and its name when it is complete', async () => {
  const io = fakeIo();
  const part = Buffer.alloc(400_000, 'a');
  await withOutput('o.GZ', io, ({ files }) => {
    for (let count = 0; count < 5; count++) files.output?.write(part);
    const partial = io.files.get('o.GZ.partial') as Uint8Array;
    expect(gunzipSync(partial).length).toBe(3 * part.length);
    expect(io.files.has('o.GZ')).toBe(false);
  });
  expect(gunzipSync(io.files.get('o.GZ') as Uint8Array).length).toBe(5 * part.length);
  expect(io.written.err).toBe('');
});

test.each(['write', 'close'] as const)('a full disk during %s is an InputError', async (action) => {
  const full = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const io = fakeIo();
  const plain = { write() {}, close() {}, abandon: () => 'o.partial', [action]: full };
  io.openOutput = () => plain;
  const writing = withOutput('o', io, ({ files }) => files.output?.write(Buffer.from('x')));
  await expect(writing).rejects.toThrow(InputError);
  await expect(writing).rejects.toThrow('--output "o" cannot be written: the disk is full');
  expect(io.written.err).toContain('"o.partial" is incomplete.');
});

test('a run that fails or is stopped leaves the earlier file and reports the incomplete one', async () => {
  const controller = new AbortController();
  const io = fakeIo({ files: { o: 'earlier' }, stop: controller.signal });
  const failing = withOutput('o', io, () => {
    throw new InputError('The input is damaged.');
  });
  await expect(failing).rejects.toThrow('The input is damaged.');
  const stopped = withOutput('o', io, () => controller.abort('SIGINT'));
  await expect(stopped).rejects.toThrow('Stopped by SIGINT.');
  expect(io.files.get('o')).toBe('earlier');
  const sentence = 'repkit test: "o.partial" is incomplete.\n';
  expect(io.written.err).toBe(sentence + sentence);
});

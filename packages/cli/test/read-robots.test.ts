import { createReadStream } from 'node:fs';
import { expect, test } from 'vitest';
import { CommandError } from '../src/command-error.js';
import { readRobotsTxt } from '../src/read-robots.js';
import { fakeIo } from './support/fake-io.js';

const body = 'User-agent: *\nDisallow: /p\n';

test.each([
  ['robots.txt', fakeIo({ files: { 'robots.txt': body } })],
  ['-', fakeIo({ stdin: body })],
])('%s is read as octets', async (name, io) => {
  const source = await readRobotsTxt(name, 'google', io);
  expect(source).toMatchObject({ kind: 'parsed', provenance: { from: 'file', name } });
  if (source.kind !== 'parsed') throw new Error('not parsed');
  expect(source.robotsTxt.dialect.name).toBe('google');
  expect(source.robotsTxt.isAllowed('https://example.com/p', 'FooBot')).toBe(false);
});

test('octets that are not UTF-8 are kept', async () => {
  const octets = Uint8Array.from([...Buffer.from('user-agent:*\ndisallow:/b'), 0xfc, 0x63]);
  const source = await readRobotsTxt('-', 'rfc9309', fakeIo({ stdin: octets }));
  expect(source.kind === 'parsed' && source.robotsTxt.isAllowed('/b%FCc', '*')).toBe(false);
});

const disk = { ...fakeIo(), openFile: (path: string) => createReadStream(path) };

test.each([
  [
    '/no/such/robots.txt',
    '--robots "/no/such/robots.txt" cannot be read: there is no such file; check the path.',
  ],
  ['/', '--robots "/" cannot be read: it is a folder; name the file in it.'],
  [
    'https://example.com/robots.txt',
    '--robots takes a file: leave it out, and the robots.txt of each URL is fetched.',
  ],
])('%s cannot be read, and the mend is said', async (name, message) => {
  await expect(readRobotsTxt(name, 'rfc9309', disk)).rejects.toThrow(new CommandError(message));
});

test.each([
  ['EACCES', 'cannot be read: reading it is not permitted; check its mode and owner.'],
  ['EIO', 'cannot be read: EIO: i/o error; check the file.'],
])('%s', async (code, message) => {
  const openFile = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw Object.assign(new Error(`${code}: i/o error`), { code });
  };
  await expect(readRobotsTxt('a', 'rfc9309', { ...disk, openFile })).rejects.toThrow(message);
});

test('a mistake of our own is not dressed up as one of the file', async () => {
  const openFile = (): AsyncIterable<Uint8Array> => {
    throw new RangeError('oops');
  };
  await expect(readRobotsTxt('a', 'rfc9309', { ...disk, openFile })).rejects.toThrow(RangeError);
});

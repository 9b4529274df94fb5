import { createReadStream } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Chunks, InputError } from '@repkit/bulk';
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';

import { readRobotsBytes } from '../../src/input/read-robots.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const body = 'User-agent: *\nDisallow: /p\n';

test.each([
  ['robots.txt', fakeIo({ files: { 'robots.txt': body } })],
  ['-', fakeIo({ stdin: body })],
])('%s is read as bytes', async (name, io) => {
  const read = await readRobotsBytes(name, io);
  expect(new TextDecoder().decode(read)).toBe(body);
});

/** Standard input in chunks. */
async function rules(stdin: () => Chunks): Promise<RobotsTxt> {
  return parseRobotsTxt(await readRobotsBytes('-', { ...fakeIo(), stdin }));
}

test('bytes that are not UTF-8 are preserved', async () => {
  const bytes = Uint8Array.from([...Buffer.from('user-agent:*\ndisallow:/b'), 0xfc, 0x63]);
  expect((await rules(() => [bytes])).isAllowed('/b%FCc', '*')).toBe(false);
});

test('a body that arrives in chunks', async () => {
  const pieces = ['User-ag', 'ent: *\r', '\nDisallow: /p'].map((text) => Buffer.from(text));
  const robotsTxt = await rules(() => pieces);
  expect(robotsTxt?.isAllowed('/p', 'FooBot')).toBe(false);
  expect(robotsTxt?.truncated).toBe(false);
});

test.each([
  ['check', '--robots', '-', '/a'],
  ['filter', '--robots', '-', 'urls'],
  ['page', '--robots', '-', '--response', 'response', 'https://example.com/'],
  ['lint', '-'],
  ['diff', '-', 'empty'],
  ['coverage', '-', 'urls'],
])('empty standard input is reported, because a failed command would seem to allow everything: %s', async (...argv) => {
  const io = fakeIo({ files: { urls: '/a\n', empty: '', response: 'HTTP/1.1 200 OK\r\n\r\n' } });
  expect(await run(argv, io)).toBe(0);
  expect(io.written.err).toBe(
    `repkit ${argv[0]}: Standard input is empty, which allows everything. Check that the command before the pipe succeeded.\n`,
  );
});

test('an empty body', async () => {
  expect((await rules(() => [])).isAllowed('/p', 'FooBot')).toBe(true);
});

test('RFC 9309 2.5: reading stops at the parsing limit, and the source is closed', async () => {
  let given = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        given += 100_000;
        yield new Uint8Array(100_000).fill(0x0a);
      }
    } finally {
      closed = true;
    }
  }
  expect((await rules(endless)).truncated).toBe(true);
  expect(given).toBe(600_000);
  expect(closed).toBe(true);
});

test.each([
  ['gzip', gzipSync(body)],
  ['zstd', zstdCompressSync(body)],
])('%s is decompressed', async (_, bytes) => {
  expect((await rules(() => [bytes])).isAllowed('/p', 'FooBot')).toBe(false);
  const io = fakeIo({ files: { 'robots.txt': bytes } });
  const read = await readRobotsBytes('robots.txt', io);
  expect(new TextDecoder().decode(read)).toBe(body);
});

test('RFC 9309 2.5: decompression stops at the parsing limit', async () => {
  let given = 0;
  function* bomb(): Generator<Uint8Array> {
    const member = gzipSync(new Uint8Array(400_000).fill(0x0a));
    for (; ; given++) yield member;
  }
  expect((await rules(bomb)).truncated).toBe(true);
  expect(given).toBeLessThan(200);
});

test.each([
  ['xz', '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj'],
  ['bzip2', 'QlpoOTFBWSZTWVhY'],
  ['zip', 'UEsDBBQAAAAIAA=='],
])('%s is rejected', async (by, base64) => {
  const io = fakeIo({ files: { x: Buffer.from(base64, 'base64') } });
  const message = `"x" is compressed with ${by}, which is not supported. Decompress it, or use gzip or zstd.`;
  await expect(readRobotsBytes('x', io)).rejects.toThrow(new InputError(message));
});

test('a truncated compressed file is rejected with a correction', async () => {
  await expect(rules(() => [gzipSync(body).subarray(0, 20)])).rejects.toThrow(
    /^"standard input" is damaged or incomplete .*\. Use a complete copy\.$/,
  );
});

const disk = { ...fakeIo(), openFile: (path: string) => createReadStream(path) };

test.each([
  ['/no/such/robots.txt', '--robots "/no/such/robots.txt" cannot be read: no such file or folder; check the path.'],
  ['/', '--robots "/" cannot be read: it is a folder; name a file in it.'],
  ['https://example.com/robots.txt', '--robots takes a file. Omit it to fetch the robots.txt of each URL.'],
])('%s is rejected with a correction', async (name, message) => {
  await expect(readRobotsBytes(name, disk)).rejects.toThrow(new InputError(message));
});

test.each([
  ['EACCES', 'cannot be read: permission denied; check its mode and owner.'],
  ['EIO', 'cannot be read: EIO: i/o error; check the file.'],
])('%s', async (code, message) => {
  const openFile = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw Object.assign(new Error(`${code}: i/o error`), { code });
  };
  await expect(readRobotsBytes('a', { ...disk, openFile })).rejects.toThrow(message);
});

test('an internal error is not reported as a file error', async () => {
  const openFile = (): AsyncIterable<Uint8Array> => {
    throw new RangeError('oops');
  };
  await expect(readRobotsBytes('a', { ...disk, openFile })).rejects.toThrow(RangeError);
});

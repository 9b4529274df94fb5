import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { fileBytes } from '../src/bytes/file-bytes.js';
import { InputError } from '../src/bytes/input-error.js';

test('yields chunks with separate memory', () => {
  const path = join(temporaryFolder(), 'a');
  const bytes = Buffer.alloc(150_000, 'abc');
  fs.writeFileSync(path, bytes);
  const pieces = [...fileBytes(path)];
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length);
  expect(() => [...fileBytes(`${path}/none`)]).toThrow('ENOTDIR');
});

if (process.platform === 'linux')
  test('closes a file that is not read to its end', () => {
    const path = join(temporaryFolder(), 'a');
    fs.writeFileSync(path, 'abc');
    const open = () => fs.readdirSync('/proc/self/fd').length;
    const before = open();
    for (const _ of fileBytes(path)) break;
    expect(open()).toBe(before);
  });

test('a file that becomes shorter while it is read is an InputError', () => {
  const path = join(temporaryFolder(), 'a');
  fs.writeFileSync(path, Buffer.alloc(500_000));
  const chunks = fileBytes(path);
  chunks.next();
  fs.truncateSync(path, 200_000);
  expect(() => [...chunks]).toThrow(InputError);
});

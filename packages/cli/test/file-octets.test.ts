import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOctets } from '../src/file-octets.js';
import { temporaryFolder } from './support/temporary.js';

test('a file in pieces, of which each has its own memory', () => {
  const path = join(temporaryFolder(), 'a');
  const octets = Buffer.alloc(150_000, 'abc');
  fs.writeFileSync(path, octets);
  const pieces = [...fileOctets(path, fs)];
  expect(Buffer.concat(pieces).equals(octets)).toBe(true);
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length);
  expect(() => [...fileOctets(`${path}/none`, fs)]).toThrow('ENOTDIR');
});

test('a file that is not read to its end is closed', () => {
  const path = join(temporaryFolder(), 'a');
  fs.writeFileSync(path, 'abc');
  let closed = 0;
  const closeSync = (file: number) => {
    closed++;
    fs.closeSync(file);
  };
  for (const _ of fileOctets(path, { ...fs, closeSync })) break;
  expect(closed).toBe(1);
});

import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { removeTemporaryFiles, replaceFile } from '../../src/program/files.js';

const { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } = fs;

test('preserves mode and symbolic links and leaves no temporary file', () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, 'file'), join(folder, 'link')];
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  symlinkSync('file', link);
  replaceFile(link, 'new', 1, fs);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o7777).toBe(0o640);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  replaceFile(join(folder, 'another'), Buffer.from('x'), 1, fs);
  expect(readdirSync(folder)).toEqual(['another', 'file', 'link']);
});

test('a failed write leaves the file unchanged', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, 'old');
  const full = {
    ...fs,
    writeFileSync(to: fs.PathOrFileDescriptor, content: string) {
      writeFileSync(to, content.slice(0, 1));
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    },
  } as typeof fs;
  expect(() => replaceFile(file, 'new', 1, full)).toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

test('the temporary files of killed processes are removed, and no others', () => {
  const folder = temporaryFolder();
  const killed = {
    ...fs,
    renameSync() {
      throw new Error('killed');
    },
    rmSync() {},
  } as typeof fs;
  expect(() => replaceFile(join(folder, 'index.ndjson'), 'x', 123, killed)).toThrow('killed');
  const others = ['index.ndjson', 'notes.new', 'robots.txt'];
  for (const name of others) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'folder.1.new'));
  expect(readdirSync(folder)).toHaveLength(5);
  removeTemporaryFiles(folder, fs);
  expect(readdirSync(folder)).toEqual(['folder.1.new', ...others]);
});

test('a read-only file is not replaced, although a rename would succeed', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'old');
  // Root can write to any file, so simulate the system error.
  const denied = {
    ...fs,
    accessSync() {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    },
  } as typeof fs;
  expect(() => replaceFile(file, 'new', 1, denied)).toThrow('EACCES');
  expect(readFileSync(file, 'utf8')).toBe('old');
});

test('a device is written to directly', () => {
  replaceFile('/dev/null', 'x', 1, fs);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

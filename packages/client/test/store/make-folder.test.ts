import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../src/store/make-folder.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-make-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('what is missing is made for this user alone, and what is there stays', () => {
  const folder = join(newFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makeFolder(folder);
  makeFolder('.');
  makeFolder('/');
});

test('below a file nothing can be made', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(join(file, 'a'))).toThrow('EEXIST');
});

test.runIf(process.platform === 'linux')('it ends where a file system has no room for it', () => {
  expect(() => makeFolder('/proc/nothing/below')).toThrow('ENOENT');
});

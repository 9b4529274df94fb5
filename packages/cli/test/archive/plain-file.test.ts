import { statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archiveStats, isPlain } from '../../src/archive/plain-file.js';
import { CommandError } from '../../src/command-error.js';
import { temporaryFolder } from '../support/temporary.js';

test('files and folders are plain, devices are not', () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/file`, '');
  expect([folder, `${folder}/file`, '/dev/null'].map((path) => isPlain(statSync(path)))).toEqual([
    true,
    true,
    false,
  ]);
});

test('what an archive that is named is', () => {
  expect(archiveStats(temporaryFolder()).isDirectory()).toBe(true);
  expect(() => archiveStats('/dev/null')).toThrow(CommandError);
  expect(() => archiveStats(`${temporaryFolder()}/none`)).toThrow('ENOENT');
});

import { statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveStats, isPlain } from '../../src/archive/byte-file.js';
import { InputError } from '../../src/input-error.js';

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
  expect(() => archiveStats('/dev/null')).toThrow(InputError);
  expect(() => archiveStats(`${temporaryFolder()}/none`)).toThrow('ENOENT');
});

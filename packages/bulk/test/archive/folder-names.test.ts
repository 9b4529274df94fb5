import { expect, test } from 'vitest';
import { folderNames } from '../../src/rules/archive-folder.js';

test('the names of a host', () => {
  expect(folderNames('a.example:8080')).toEqual([
    'a.example:8080',
    'a.example:8080.txt',
    'a.example:8080/robots.txt',
  ]);
});

test.each(['', '.', '..'])('none leads out of the folder: %j', (host) => {
  expect(folderNames(host)).toEqual([]);
});

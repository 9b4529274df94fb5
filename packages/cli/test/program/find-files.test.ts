import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFiles } from '../../src/program/files.js';

function folderWith(...names: string[]): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'repkit-find-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const name of names) {
    fs.mkdirSync(dirname(join(folder, name)), { recursive: true });
    fs.writeFileSync(join(folder, name), '');
  }
  return folder;
}

test('the robots.txt files of a folder, except those of dependencies and git', () => {
  const folder = folderWith(
    ...['robots.txt', 'b/robots.staging.txt', 'a/example.com-robots.txt', 'a/notes.txt'],
    ...['node_modules/x/robots.txt', 'b/node_modules/robots.txt', '.git/robots.txt'],
  );
  const found = ['a/example.com-robots.txt', 'b/robots.staging.txt', 'robots.txt'];
  expect(findFiles(folder, fs)).toEqual(found.map((name) => join(folder, name)));
});

test('the files that match a glob, but not a file of that name', () => {
  const folder = folderWith('a/robots.txt', 'b/robots.txt', 'b/robots.txt.d/x', 'c/[x].txt');
  const names = (glob: string) => findFiles(join(folder, glob), fs);
  expect(names('*/robots.*')).toEqual([join(folder, 'a/robots.txt'), join(folder, 'b/robots.txt')]);
  expect(names('none/*')).toEqual([]);
  expect(names('c/[x].txt')).toBeUndefined();
  expect(names('none.txt')).toBeUndefined();
});

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileSize, findFiles } from '../../src/program/files.js';

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

test.each(['', '*/robots.txt'])('a folder that cannot be read is an error: %s', (glob) => {
  const folder = folderWith('a/robots.txt', 'locked/robots.txt', 'node_modules/robots.txt');
  const accessSync = (path: fs.PathLike): void => {
    if (!/(?:locked|node_modules)$/.test(String(path))) return;
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  expect(() => findFiles(join(folder, glob), { ...fs, accessSync })).toThrow(
    `"${join(folder, 'locked')}" cannot be read: permission denied; check its mode and owner.`,
  );
});

test('a link that leads nowhere is one of the files of a glob, so that reading reports it', () => {
  const folder = folderWith('a/robots.txt');
  fs.symlinkSync('none', join(folder, 'a/robots.txt.old'));
  const found = ['a/robots.txt', 'a/robots.txt.old'];
  expect(findFiles(join(folder, 'a/*'), fs)).toEqual(found.map((name) => join(folder, name)));
});

// Other systems have no such names.
test.skipIf(process.platform !== 'linux')('a name that is not UTF-8 is an error', () => {
  const folder = folderWith('robots.txt');
  fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.of(0xe9), Buffer.from('-robots.txt')]), '');
  const name = relative('.', folder);
  expect(() => findFiles(name, fs)).toThrow(`A file in "${name}" cannot be read: its name is not UTF-8`);
});

test('a link to itself is reported by its name', () => {
  const folder = folderWith();
  const loop = join(folder, 'loop');
  fs.symlinkSync('loop', loop);
  const says = `"${loop}" cannot be read: ELOOP: `;
  expect(() => findFiles(loop, fs)).toThrow(says);
  expect(() => findFiles(join(folder, '*'), fs)).toThrow(says);
  expect(() => fileSize(loop, fs)).toThrow(says);
});

import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { fileIdentity } from '../../src/program/files.js';

const identity = (path: string) => fileIdentity(path, fs);

test('one file has one identity, whatever it is called; one that is not there its path', () => {
  const at = temporaryFolder();
  const [one, link, other] = ['one', 'link', 'other'].map((name) => join(at, name)) as [
    string,
    string,
    string,
  ];
  fs.writeFileSync(one, '');
  fs.linkSync(one, link);
  expect(identity(one)).toBeDefined();
  expect(identity(link)).toBe(identity(one));
  expect(identity(other)).toBe(other);
  expect(identity(join(at, 'x/../other'))).toBe(other);
});

test('folders and devices have none', () => {
  const at = temporaryFolder();
  fs.writeFileSync(join(at, 'file'), '');
  expect(identity(at)).toBeUndefined();
  expect(identity('/dev/null')).toBeUndefined();
  expect(() => identity(`${'a'.repeat(300)}`)).toThrow('ENAMETOOLONG');
});

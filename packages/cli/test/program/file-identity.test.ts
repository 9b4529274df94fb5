import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { fileIdentity } from '../../src/program/files.js';

const identity = (path: string) => fileIdentity(path, fs);

test('all paths of a file yield one identity; a missing file is identified by its path', () => {
  const at = temporaryFolder();
  const [one, link, other] = ['one', 'link', 'other'].map((name) => join(at, name)) as [string, string, string];
  fs.writeFileSync(one, '');
  fs.linkSync(one, link);
  expect(identity(one)).toBeDefined();
  expect(identity(link)).toBe(identity(one));
  expect(identity(other)).toBe(other);
  expect(identity(join(at, 'x/../other'))).toBe(other);
});

test('folders have an identity, and devices have none', () => {
  const at = temporaryFolder();
  expect(identity(at)).toBe(identity(join(at, '.')));
  expect(identity(at)).not.toBe(identity(join(at, '..')));
  expect(identity('/dev/null')).toBeUndefined();
  expect(() => identity(`${'a'.repeat(300)}`)).toThrow('ENAMETOOLONG');
});

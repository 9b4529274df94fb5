import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileIdentity } from '../src/file-identity.js';
import { temporaryFolder } from './support/temporary.js';

test('one file has one identity, whatever it is called; one that is not there its path', () => {
  const at = temporaryFolder();
  const [one, link, other] = ['one', 'link', 'other'].map((name) => join(at, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(one, '');
  linkSync(one, link);
  expect(fileIdentity(one)).toBeDefined();
  expect(fileIdentity(link)).toBe(fileIdentity(one));
  expect(fileIdentity(other)).toBe(other);
  expect(fileIdentity(join(at, 'x/../other'))).toBe(other);
});

test('folders and devices have none', () => {
  const at = temporaryFolder();
  writeFileSync(join(at, 'file'), '');
  expect(fileIdentity(at)).toBeUndefined();
  expect(fileIdentity('/dev/null')).toBeUndefined();
});

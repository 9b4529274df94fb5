import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { openOutput } from '../../src/program/files.js';

const { readdirSync, readFileSync, writeFileSync } = fs;

test('the rows of two processes that write the same file do not mix', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'rows');
  const first = openOutput(path, fs);
  first.write(Buffer.from('first, start\n'));
  const second = openOutput(path, fs);
  second.write(Buffer.from('second\n'));
  first.write(Buffer.from('first, end\n'));
  expect(() => first.close()).toThrow(`"${path}.partial" was replaced while it was written.`);
  expect(first.abandon()).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['rows.partial']);
  second.close();
  expect(readFileSync(path, 'utf8')).toBe('second\n');
});

test('what an earlier run left is replaced', () => {
  const path = join(temporaryFolder(), 'rows');
  writeFileSync(`${path}.partial`, 'a longer text');
  const output = openOutput(path, fs);
  output.write(Buffer.from('rows'));
  expect(output.abandon()).toBe(`${path}.partial`);
  expect(readFileSync(`${path}.partial`, 'utf8')).toBe('rows');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseFiles, loadCases } from '../src/load.js';

let path: string;
let folder: URL;

beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'repkit-cases-'));
  folder = pathToFileURL(`${path}/`);
  const good = {
    id: 'good/a',
    clause: 'row 22',
    rows: [22],
    dialect: 'google',
    body: '',
    productToken: 'FooBot',
    url: '/',
    allowed: true,
    line: 0,
  };
  writeFileSync(new URL('good.ndjson', folder), `${JSON.stringify(good)}\n`);
  writeFileSync(new URL('bad.ndjson', folder), '{}\n');
  writeFileSync(new URL('notes.md', folder), '');
});
afterAll(() => rmSync(path, { recursive: true }));

test('finds case files by extension', () => {
  expect(caseFiles(folder)).toEqual(['bad', 'good']);
});

test('reads a file', () => {
  expect(loadCases('good', folder).map(({ id }) => id)).toEqual(['good/a/google']);
});

test('reports the line of an invalid case', () => {
  expect(() => loadCases('bad', folder)).toThrow('bad.ndjson:1: id must be a string');
});

test('finds the cases of the project', () => {
  expect(caseFiles()).toEqual(expect.arrayContaining(['rfc9309', 'google-page', 'koster1996']));
});

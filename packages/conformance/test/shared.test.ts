/** Reads sample data of the shared format, then all real data if available. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findShared, sharedSuites } from '../src/shared.js';

const robots = { robots_b64: btoa('User-agent: *\nDisallow: /a\n'), agent: 'FooBot', url: '/a' };

let path: string;
let folder: URL;

function write(file: string, ...rows: readonly unknown[]): void {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(new URL(file, folder), gzipSync(text));
}

beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'repkit-shared-'));
  folder = pathToFileURL(`${path}/`);
  mkdirSync(new URL('conformance', folder));
  mkdirSync(new URL('corpus', folder));
  const golden = { ...robots, id: 'golden:1', google: false, line: 2 };
  write('conformance/google-golden.ndjson.gz', golden);
  write('conformance/google-fuzz.ndjson.gz', { ...robots, google: false, line: 2 });
  write('corpus/robots-files.ndjson.gz', {
    host: 'a.example',
    robots_b64: robots.robots_b64,
    checks: [
      ['FooBot', '/a', false, 2],
      ['FooBot', '/b', true, 0],
    ],
  });
  write(
    'conformance/rfc-vs-google.ndjson.gz',
    { ...robots, id: 'rfc:index-html', google: true, google_line: 3, rfc: false },
    { ...robots, id: 'rfc:typo-disalow', google: false, google_line: 2, rfc: true },
    { ...robots, id: 'rfc:bom', google: false, google_line: 2, rfc: null },
  );
});
afterAll(() => rmSync(path, { recursive: true }));

function suite(name: string) {
  return [...sharedSuites(folder)].find((candidate) => candidate.name === name)?.cases;
}

test('is found only with its conformance data', () => {
  expect(findShared(folder)).toBe(folder);
  expect(findShared(new URL('conformance/', folder))).toBeUndefined();
  expect(findShared(new URL('nowhere/', folder))).toBeUndefined();
});

test('google-golden and google-fuzz are cases of dialect google', () => {
  const [golden] = suite('google-golden') ?? [];
  expect(golden).toMatchObject({
    id: 'golden:1',
    query: { productToken: 'FooBot', url: '/a', dialect: 'google' },
    expected: { kind: 'verdict', allowed: false, line: 2 },
  });
  expect(new TextDecoder().decode(golden?.query.body as Uint8Array)).toBe('User-agent: *\nDisallow: /a\n');
  expect(suite('google-fuzz')?.map(({ id }) => id)).toEqual(['google-fuzz:1']);
});

test('each check of a real file is a case', () => {
  expect(suite('robots-files')).toMatchObject([
    { id: 'a.example:1', query: { maxBytes: 512_000 }, expected: { allowed: false, line: 2 } },
    { id: 'a.example:2', query: { url: '/b' }, expected: { allowed: true, line: 0 } },
  ]);
});

test('the google column of rfc-vs-google is complete', () => {
  expect(suite('rfc-vs-google, column google')).toMatchObject([
    { id: 'rfc:index-html/google', expected: { allowed: true, line: 3 } },
    { id: 'rfc:typo-disalow/google', expected: { allowed: false, line: 2 } },
    { id: 'rfc:bom/google', expected: { allowed: false, line: 2 } },
  ]);
});

test('the rfc column follows the RFC, or Google if overruled; silent rows are skipped', () => {
  const cases = suite('rfc-vs-google, column rfc');
  expect(cases?.map(({ id, query, expected }) => [id, query.dialect, expected])).toEqual([
    ['rfc:index-html/rfc9309', 'rfc9309', { kind: 'verdict', allowed: false }],
    ['rfc:typo-disalow/rfc9309', 'rfc9309', { kind: 'verdict', allowed: false }],
  ]);
});

test('reports the location of invalid data', () => {
  write('conformance/google-fuzz.ndjson.gz', { ...robots, google: false, line: 2 }, robots);
  expect(() => [...sharedSuites(folder)]).toThrow('conformance/google-fuzz.ndjson.gz:2: undefined is not a boolean');
});

/** Unit tests need nothing but Node: no process, no thread, no program, and no built file. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/lib/commands.mjs';
import { testFiles, tierOf } from '../scripts/lib/tiers.mjs';

/** What a unit test must not import or name, as text of a file. */
const NOT_IN_UNIT_TESTS = /'node:(?:child_process|worker_threads|cluster)'|describeWith|\bdist\/[\w/-]+\.js'/;

/** Statements that name what they do not use. */
const EXCEPTIONS = ['test/tiers.test.ts', 'test/boundaries.slow.test.ts'];

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Returns the files of the tests that a file imports, other than types. Sources of packages may use anything. */
function importsOf(path: string): string[] {
  return Array.from(read(path).matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm), ([, name = '']) =>
    join(dirname(path), name).replaceAll('\\', '/').replace(/\.js$/, '.ts'),
  ).filter((file) => /(?:^|\/)test\//.test(file) && existsSync(join(ROOT, file)));
}

function withImports(path: string, files = new Set<string>()): Set<string> {
  if (files.has(path)) return files;
  files.add(path);
  for (const file of importsOf(path)) withImports(file, files);
  return files;
}

test('unit tests start no process or thread and need no program or build', () => {
  const offending = (testFiles().unit ?? [])
    .filter((path) => !EXCEPTIONS.includes(path))
    .flatMap((path) =>
      [...withImports(path)].filter((file) => NOT_IN_UNIT_TESTS.test(read(file))).map((file) => `${path} (${file})`),
    );
  expect(offending).toEqual([]);
});

test.each([
  ['packages/core/test/a.test.ts', 'unit'],
  ['packages/core/test/a.slow.test.ts', 'slow'],
  ['packages/web/test/a.system.test.tsx', 'system'],
  ['packages/cli/test/a.engine.test.ts', 'engines'],
  ['packages/core/test/support/lint.ts', undefined],
  ['packages/core/test/a.test.mjs', undefined],
])('%s belongs to the tier %s', (path, tier) => {
  expect(tierOf(path)).toBe(tier);
});

/** Version and address are set in one place, and the places that scripts/lib/version.mjs lists repeat them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { releasedChangelog, repeatingFiles } from '../scripts/lib/version.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('every place repeats the version and the address in package.json', () => {
  for (const { path, text, wanted } of repeatingFiles(ROOT)) expect(text, path).toBe(wanted);
});

test('a new version reaches all packages and everything that depends on one', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const files = repeatingFiles(ROOT, '12.34.56');
  for (const { path, wanted } of files) {
    expect(wanted, path).toContain('12.34.56');
    // Private workspaces and other packages may happen to have our version.
    if (!path.endsWith('package.json')) expect(wanted, path).not.toContain(`v${version}`);
  }
  const cli = JSON.parse(files.find(({ path }) => path === 'packages/cli/package.json')?.wanted ?? '');
  expect(cli).toMatchObject({
    version: '12.34.56',
    dependencies: { '@repkit/client': '12.34.56' },
  });
});

test('a new version reaches every page of the docs that names one', () => {
  const wanted = new Map(repeatingFiles(ROOT, '12.34.56').map((file) => [file.path, file.wanted]));
  const stale = globSync('docs/**/*.md', {
    cwd: ROOT,
    exclude: ['docs/{.vitepress,node_modules,reference}/**'],
  }).filter((path) =>
    /repkit(?:\/[\w-]+)?@[v^]?\d(?!2\.34\.56)|rev: v\d(?!2\.34\.56)/.test(
      wanted.get(path) ?? readFileSync(join(ROOT, path), 'utf8'),
    ),
  );
  expect(stale).toEqual([]);
});

test('the unreleased changes move under the version', () => {
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A\n';
  const after = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A\n';
  expect(releasedChangelog(before, '0.2.0', '2026-12-01')).toBe(after);
  expect(() => releasedChangelog(after, '0.3.0', '2027-01-01')).toThrow('no changes');
});

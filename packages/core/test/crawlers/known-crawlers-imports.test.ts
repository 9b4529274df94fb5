/** The documented purposes of the known crawlers, and who imports them. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownCrawlers } from '../../src/crawlers.js';

const CORE = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, CORE), 'utf8');

test('docs: the table of purposes is complete', () => {
  const section = /^## Known crawlers$(.*?)^## /ms.exec(read('../../docs/library.md'))?.[1] ?? '';
  const [, table = ''] = section.split('| purpose |');
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, purpose]) => purpose);
  const purposes = new Set(knownCrawlers.flatMap((crawler) => crawler.purposes));
  expect(rows.toSorted()).toEqual([...purposes].sort());
});

test('bundlers can drop them: parsing and deciding do not import them, and no module has side effects', () => {
  const importers = globSync('src/**/*.ts', { cwd: CORE })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /from '[^']*\/crawlers\/(?!former-names)/.test(read(path)));
  // Nothing that `@repkit/core` loads.
  const mayImport = /^src\/(?:crawlers|analysis|lint|write)(?:\/|\.ts$)/;
  expect(importers.filter((path) => !mayImport.test(path))).toEqual([]);
  expect(importers).toContain('src/crawlers.ts');
  expect(JSON.parse(read('package.json'))).toMatchObject({ sideEffects: false });
});

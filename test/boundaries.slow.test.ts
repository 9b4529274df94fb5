/**
 * The boundaries listed in ARCHITECTURE.md. Each rule is first tested with sample files that it must accept or reject,
 * then applied to the whole project.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  coreIsPure,
  oneDecision,
  onlyBinUsesProcess,
  onlyDialectComparesNames,
  onlyListenListens,
} from './boundaries/globals.js';
import {
  coreImportsNoPackages,
  FOLDER_ORDER,
  foldersImportInOrder,
  importCycles,
  importedBy,
  importsGoOneWay,
  indexIsNamedExports,
  manifestGoesOneWay,
  packagesAreImportedByExports,
  sourceStaysInItsFolder,
} from './boundaries/imports.js';
import { fileIsShort, MAX_LINES, nameIsKebabCase } from './boundaries/layout.js';
import { isCode, isPackageSource, isSource, pathsUnder, type Rule, read } from './boundaries/source-file.js';

const FOLDERS = ['packages', 'bench', 'examples', 'scripts', 'test', 'docs'];
const paths = FOLDERS.flatMap(pathsUnder);

const isCoreSource = (path: string): boolean => path.startsWith('packages/core/src/');

interface Boundary {
  readonly name: string;
  readonly rule: Rule;
  /** Selects the files that the rule applies to. */
  readonly appliesTo: (path: string) => boolean;
  /** Path and text of files without violations. */
  readonly passes: readonly (readonly [path: string, text: string])[];
  /** Path and text of files with exactly one violation. */
  readonly catches: readonly (readonly [path: string, text: string])[];
}

const boundaries: readonly Boundary[] = [
  {
    name: 'one place decides',
    rule: oneDecision,
    appliesTo: (path) =>
      isPackageSource(path) &&
      !path.startsWith('packages/core/src/decide/') &&
      // Its sentences compare verdicts of two dialects or files.
      !path.startsWith('packages/core/src/lint/'),
    passes: [
      ['packages/bulk/src/a.ts', 'const a = decider(access, crawler).outcomeAt(bytes, 0, 9);'],
      ['packages/cli/src/a.ts', "const a = outcome === 'allowed' ? 'green' : 'red';"],
    ],
    catches: [
      ['packages/bulk/src/a.ts', "const a = matcher.isAllowed(url) ? 'allowed' : 'disallowed';"],
      ['packages/client/src/a.ts', "const a = status === 403 ? 'disallowed' : b;"],
      ['packages/server/src/a.ts', "const a = !governed ? 'not-governed' : outcome;"],
    ],
  },
  {
    name: 'imports go one way',
    rule: importsGoOneWay,
    appliesTo: isPackageSource,
    passes: [
      ['packages/cli/src/a.ts', "import { a } from '@repkit/core';"],
      ['packages/cli/src/a.ts', "import { a } from '@repkit/server';"],
      ['packages/server/src/a.ts', "import { a } from '@repkit/client';"],
      ['packages/client/src/a.ts', "import { a } from 'undici'; import '@repkit/core';"],
      ['packages/web/src/a.ts', "import type { A } from '@repkit/client';"],
      ['packages/web/src/a.tsx', "import type { A } from '@repkit/core'; const b = <p>b</p>;"],
    ],
    catches: [
      ['packages/core/src/a.ts', "import { a } from '@repkit/client';"],
      ['packages/client/src/a.ts', "import type { A } from '@repkit/server';"],
      ['packages/bulk/src/a.ts', "import { a } from '@repkit/server';"],
      ['packages/server/src/a.ts', "import { a } from '@repkit/bulk';"],
      ['packages/client/src/a.ts', "export { a } from 'repkit';"],
      ['packages/server/src/a.ts', "const a = await import('repkit');"],
      ['packages/web/src/a.ts', "export * from '@repkit/client';"],
      ['packages/web/src/a.ts', "import { A } from '@repkit/client';"],
      ['packages/web/src/a.ts', "type A = import('@repkit/server').A;"],
      ['packages/newcomer/src/a.ts', ''],
    ],
  },
  {
    name: 'core imports no packages and no node:*',
    rule: coreImportsNoPackages,
    appliesTo: isCoreSource,
    passes: [['packages/core/src/match/a.ts', "import { b } from '../b.js'; // from 'node:fs'"]],
    catches: [
      ['packages/core/src/a.ts', "import { readFileSync } from 'node:fs';"],
      ['packages/core/src/a.ts', "import { readFileSync } from 'fs';"],
      ['packages/core/src/a.ts', "import type { A } from 'undici';"],
      ['packages/core/src/a.ts', "export { a } from 'lru-cache';"],
      ['packages/core/src/a.ts', 'const load = (name: string) => import(name);'],
    ],
  },
  {
    name: 'a folder imports only folders that precede it in FOLDER_ORDER',
    rule: foldersImportInOrder,
    appliesTo: (path) => isPackageSource(path) && Object.hasOwn(FOLDER_ORDER, path.split('/')[1] ?? ''),
    passes: [
      ['packages/core/src/match/a.ts', "import { b } from '../syntax/b.js'; import './c.js';"],
      ['packages/core/src/lint/checks/a.ts', "import { b } from '../b.js'; import '../../analysis/c.js';"],
      ['packages/core/src/index.ts', "export { a } from './lint/a.js';"],
      ['packages/server/src/http/a.ts', "import { a } from '../options.js';"],
    ],
    catches: [
      ['packages/core/src/match/a.ts', "import { b } from '../file/b.js';"],
      ['packages/core/src/match/a.ts', "import type { B } from '../decide/b.js';"],
      ['packages/core/src/match/a.ts', "import { b } from '../index.js';"],
      ['packages/core/src/lint/layout/a.ts', "export { b } from '../../write/b.js';"],
      ['packages/core/src/newcomer/a.ts', "import { b } from '../match/b.js';"],
      ['packages/client/src/store/a.ts', "import type { A } from '../client/a.js';"],
      ['packages/server/src/options.ts', "import type { A } from './http/a.js';"],
      ['packages/server/src/clients.ts', "import { a } from './work/a.js';"],
      ['packages/server/src/work/a.ts', "import { a } from '../listen.js';"],
    ],
  },
  {
    name: 'packages are imported through their exports',
    rule: packagesAreImportedByExports,
    appliesTo: isCode,
    passes: [
      ['packages/core/test/a.test.ts', "import { a } from '../src/a.js';"],
      ['bench/src/a.ts', "import { a } from '@repkit/core';"],
      ['test/a.ts', "import { main } from '../scripts/lib/setup.mjs';"],
    ],
    catches: [
      ['packages/cli/src/a.ts', "import { a } from '../../core/src/a.js';"],
      ['packages/cli/test/a.test.ts', "import { a } from '../../core/test/a.js';"],
      ['bench/src/a.ts', "import { a } from '../../packages/core/dist/index.js';"],
      ['packages/conformance/test/a.test.ts', "import type { A } from '@repkit/core/src/a.js';"],
      ['examples/a.mjs', "const a = await import('@repkit/core/dist/index.js');"],
    ],
  },
  {
    name: 'src imports no files outside src',
    rule: sourceStaysInItsFolder,
    appliesTo: isSource,
    passes: [['packages/core/src/match/a.ts', "import { b } from '../b.js';"]],
    catches: [
      ['packages/core/src/a.ts', "import { a } from '../test/a.js';"],
      ['packages/cli/src/a.ts', "import manifest from '../package.json' with { type: 'json' };"],
    ],
  },
  {
    name: 'index.ts contains only named exports, and imports without names',
    rule: indexIsNamedExports,
    appliesTo: (path) => /^packages\/[^/]+\/src\/index\.ts$/.test(path),
    passes: [
      ['packages/core/src/index.ts', "export { a, b as c } from './a.js'; export type { D } from './d.js';"],
      ['packages/core/src/index.ts', "import './a.js';"],
    ],
    catches: [
      ['packages/core/src/index.ts', "export * from './a.js';"],
      ['packages/core/src/index.ts', "export * as a from './a.js';"],
      ['packages/core/src/index.ts', "import { a } from './a.js';"],
      ['packages/core/src/index.ts', 'export const a = 1;'],
      ['packages/core/src/index.ts', 'export default 1;'],
    ],
  },
  {
    name: 'dependencies follow the same directions as imports, and core has none',
    rule: manifestGoesOneWay,
    appliesTo: (path) => /^packages\/[^/]+\/package\.json$/.test(path),
    passes: [
      ['packages/core/package.json', '{ "name": "@repkit/core" }'],
      ['packages/cli/package.json', '{ "dependencies": { "@repkit/core": "1", "commander": "1" } }'],
    ],
    catches: [
      ['packages/core/package.json', '{ "dependencies": { "tslib": "1" } }'],
      ['packages/core/package.json', '{ "peerDependencies": { "tslib": "1" } }'],
      ['packages/core/package.json', '{ "optionalDependencies": { "tslib": "1" } }'],
      ['packages/client/package.json', '{ "dependencies": { "@repkit/server": "1" } }'],
      ['packages/client/package.json', '{ "devDependencies": { "repkit": "1" } }'],
    ],
  },
  {
    name: 'only process.ts and bin.ts use process, except for its versions',
    rule: onlyBinUsesProcess,
    appliesTo: isPackageSource,
    passes: [
      ['packages/cli/src/process.ts', 'process.exitCode = 2;'],
      ['packages/cli/src/a.ts', '// process.exit\nconst a = { process: 1 }; b.text = "process";'],
      ['packages/cli/src/a.ts', "process.getBuiltinModule('node:fs');"],
      ['packages/cli/src/bin.ts', 'process.exit(2);'],
      ['packages/client/src/a.ts', 'const { node } = process.versions;'],
    ],
    catches: [
      ['packages/cli/src/a.ts', 'process.exit(2);'],
      ['packages/cli/src/commands/process.ts', 'const { argv } = process;'],
      ['packages/cli/src/a.ts', 'globalThis.process.exit(2);'],
      ['packages/cli/src/a.ts', "globalThis['process'].exit(2);"],
      ['packages/cli/src/a.ts', "import { argv } from 'node:process';"],
      ['packages/server/src/a.ts', "const { env } = await import('process');"],
    ],
  },
  {
    name: 'only server/src/listen.ts listens',
    rule: onlyListenListens,
    appliesTo: isPackageSource,
    passes: [
      ['packages/server/src/listen.ts', 'await app.listen({ port });'],
      ['packages/server/src/a.ts', 'events.addListener(listen);'],
    ],
    catches: [
      ['packages/server/src/a.ts', 'await app.listen({ port });'],
      ['packages/cli/src/a.ts', 'createServer(handle).listen(0);'],
      ['packages/cli/src/a.ts', "server['listen'](0);"],
      ['packages/cli/src/a.ts', 'listen(0);'],
    ],
  },
  {
    name: 'core uses no clock, I/O or randomness, and builds no RegExp or code',
    rule: coreIsPure,
    appliesTo: isCoreSource,
    passes: [
      ['packages/core/src/a.ts', 'const a = /b/u.test(c); // new RegExp(c), Date'],
      ['packages/core/src/a.ts', 'const a = new URL(b); new TextDecoder(); new TransformStream();'],
      ['packages/core/src/a.ts', "const a = { document: 'window' }; a.document; Math.min(1, 2);"],
      ['packages/core/src/a.ts', 'const a = new Date(0);'],
    ],
    catches: [
      ['packages/core/src/a.ts', 'const now = new Date();'],
      ['packages/core/src/a.ts', 'const now = Date.now();'],
      ['packages/core/src/a.ts', 'const now = performance.now();'],
      ['packages/core/src/a.ts', 'setTimeout(() => {}, 1);'],
      ['packages/core/src/a.ts', 'await fetch(url);'],
      ['packages/core/src/a.ts', 'console.log(1);'],
      ['packages/core/src/a.ts', 'new RegExp(pattern);'],
      ['packages/core/src/a.ts', 'RegExp(pattern);'],
      ['packages/core/src/a.ts', 'const a = Math.random();'],
      ['packages/core/src/a.ts', "const a = Math['random']();"],
      ['packages/core/src/a.ts', 'crypto.getRandomValues(a);'],
      ['packages/core/src/a.ts', 'eval(text);'],
      ['packages/core/src/a.ts', 'new Function(text);'],
      ['packages/core/src/a.ts', 'document.title;'],
      ['packages/core/src/a.ts', 'window.alert();'],
      ['packages/core/src/a.ts', "const a = globalThis['fet' + 'ch'];"],
      ['packages/core/src/a.ts', 'const a = b[self];'],
      ['packages/core/src/a.ts', 'const a = { Buffer };'],
    ],
  },
  {
    name: 'only dialect.ts compares dialect names',
    rule: onlyDialectComparesNames,
    appliesTo: isSource,
    passes: [
      ['packages/core/src/dialect/dialect.ts', "const a = name === 'google';"],
      ['packages/core/src/a.ts', "if (dialect.precedence === 'first-in-file') a();"],
      ['packages/core/src/a.ts', "if (typeof dialect === 'string' || dialect === undefined) a();"],
      ['packages/core/src/a.ts', "if (field.name === 'allow') a();"],
      ['packages/core/src/a.ts', 'if (latest.dialect === dialect) a();'],
    ],
    catches: [
      ['packages/core/src/a.ts', "if (dialect === 'mine') a();"],
      ['packages/core/src/a.ts', "if (dialect.name !== 'mine') a();"],
      ['packages/core/src/a.ts', "if ('mine' == this.#options.dialect.name) a();"],
      ['packages/core/src/a.ts', 'if (dialect === dialects.google) a();'],
      ['packages/cli/src/a.ts', "const a = name === 'google' ? 1 : 2;"],
      ['packages/core/src/a.ts', 'switch (dialect.name) { default: a(); }'],
      ['packages/core/src/a.ts', "switch (name) { case 'koster1996': a(); }"],
    ],
  },
  {
    name: `a source file has at most ${MAX_LINES} lines`,
    rule: fileIsShort,
    appliesTo: isSource,
    passes: [['packages/core/src/a.ts', 'a();\n'.repeat(MAX_LINES)]],
    catches: [['packages/core/src/a.ts', 'a();\n'.repeat(MAX_LINES + 1)]],
  },
  {
    name: 'files and folders are named in kebab-case',
    rule: nameIsKebabCase,
    appliesTo: isCode,
    passes: [
      ['packages/core/src/match/product-token.ts', ''],
      ['packages/core/test/robots-txt.slow.test.ts', ''],
      ['docs/.vitepress/config.ts', ''],
    ],
    catches: [
      ['packages/core/src/productToken.ts', ''],
      ['packages/core/src/product_token.ts', ''],
      ['packages/core/src/Match/a.ts', ''],
    ],
  },
];

/** Every file that a rule applies to. */
const files = paths.filter((path) => boundaries.some(({ appliesTo }) => appliesTo(path))).map(read);
const sources = files.filter(({ path }) => isSource(path));
const violations = new Map<Rule, string[]>(boundaries.map(({ rule }) => [rule, []]));

// File by file, so that each is parsed once.
beforeAll(() => {
  for (const file of files) {
    for (const { rule, appliesTo } of boundaries) {
      if (appliesTo(file.path)) violations.get(rule)?.push(...rule(file));
    }
  }
});

describe.each(boundaries)('$name', ({ rule, appliesTo, passes, catches }) => {
  test.each(passes.map(([path, text]) => ({ path, text })))('accepts $path: $text', (file) => {
    expect(rule(file)).toEqual([]);
  });

  test.each(catches.map(([path, text]) => ({ path, text })))('catches in $path: $text', (file) => {
    expect(rule(file)).toHaveLength(1);
  });

  test('holds in the whole project', () => {
    expect(paths.filter(appliesTo)).not.toEqual([]);
    expect(violations.get(rule)).toEqual([]);
  });
});

test('an import against FOLDER_ORDER is reported with the folders that may be imported', () => {
  const file = { path: 'packages/server/src/schema/a.ts', text: "import '../pages/docs.js';" };
  expect(foldersImportInOrder(file)).toEqual([
    expect.stringContaining('imports ../pages/docs.js; it may import only from options.ts, http, schema'),
  ]);
});

test.each(Object.entries(FOLDER_ORDER).filter(([, order]) => order.length > 1))(
  'ARCHITECTURE.md lists the folders of %s in FOLDER_ORDER',
  (name, order) => {
    const sections = read('ARCHITECTURE.md').text.split(/^(?=\*\*|## )/m);
    const own = sections.find((text) => text.startsWith(`**${name}**`)) ?? '';
    const listed = [...own.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder);
    expect(listed.filter((one) => order.includes(one))).toEqual(order.filter(Boolean));
  },
);

describe('no import cycles, type-only imports included', () => {
  const file = (name: string, ...imports: string[]) => ({
    path: `packages/core/src/${name}.ts`,
    text: imports.map((other) => `import type { A } from './${other}.js';`).join('\n'),
  });

  test('accepts a file that two others import', () => {
    expect(importCycles([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toEqual([]);
  });

  test.each([
    ['of one file', [file('a', 'a')]],
    ['of two files', [file('a', 'b'), file('b', 'a')]],
    ['that starts with a file outside it', [file('a', 'b'), file('b', 'c'), file('c', 'd'), file('d', 'b')]],
  ])('catches a cycle %s', (_name, files) => {
    expect(importCycles(files)).toHaveLength(1);
  });

  test('holds in the whole project', () => {
    expect(importCycles(sources)).toEqual([]);
  });
});

describe('the entry @repkit/core loads only what parses, matches and decides', () => {
  const entry = 'packages/core/src/index.ts';
  const folders = ['util', 'dialect', 'syntax', 'match', 'file', 'decide'];
  const others = (loaded: Iterable<string>) =>
    [...loaded].filter((path) => !folders.some((folder) => path.includes(`/src/${folder}/`)));

  test('catches a file of another folder that it imports through others', () => {
    const file = (path: string, text: string) => ({ path: `packages/core/src/${path}`, text });
    const files = [
      file('index.ts', "export { a } from './file/a.js';"),
      file('file/a.ts', "import type { B } from '../match/b.js';"),
      file('match/b.ts', "import { c } from '../lint/c.js';"),
      file('lint/c.ts', ''),
    ];
    expect(others(importedBy(entry, files))).toEqual(['packages/core/src/lint/c.ts']);
  });

  test('holds', () => {
    const loaded = importedBy(entry, sources);
    expect(loaded).toContain('packages/core/src/match/matcher.ts');
    expect(others(loaded)).toEqual([]);
  });
});

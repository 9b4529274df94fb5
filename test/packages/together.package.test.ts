/** All packages as published, installed together: from ES modules and CommonJS, with each TypeScript, and on the oldest Node. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { CONSUMERS, ROOT, toolPath } from '../../scripts/lib/commands.mjs';
import {
  BUN,
  entryPoints,
  haveRuntimes,
  importing,
  install,
  oldestNode,
  outputOf,
  type Packed,
  packed,
  program,
  run,
  STRICT,
  THIS_NODE,
} from './support/packed.js';

const PACKAGES = inject('packages');
const OLDEST = oldestNode('@repkit/client');
const OLDEST_OF_CORE = oldestNode('@repkit/core');

let folder: string;
/** The installed command. */
let bin: string;

beforeAll(() => {
  folder = install('all', PACKAGES);
  bin = join(folder, 'node_modules/repkit/dist/bin.js');
});

describe('CommonJS can use core and the drop-in', () => {
  const REQUIRED = `const { parseRobotsTxt, robotsFile } = require('@repkit/core');
const { lint } = require('@repkit/core/analysis');
const { knownCrawlers } = require('@repkit/core/crawlers');
const robotsParser = require('@repkit/robots-parser');
const text = 'User-agent: *\\nDisalow: /a\\nDisallow: /b\\n';
function results() {
  const file = parseRobotsTxt(text);
  const dropIn = robotsParser('https://example.com/robots.txt', text).isAllowed('https://example.com/b', 'a');
  return [file.isAllowed('/b', 'a'), dropIn, lint(file)[0].code, knownCrawlers.length > 100].join();
}
`;
  const EXPECTED = 'false,false,misspelt-field,true';

  /** Passes the file that require() parsed to the functions of the ES modules. */
  const MIXED = `${REQUIRED}
async function main() {
  const { lint: imported } = await import('@repkit/core/analysis');
  const { decide } = await import('@repkit/core');
  const file = parseRobotsTxt(text);
  const access = { kind: 'file', file: robotsFile(text) };
  const { outcome } = decide(access, 'https://example.com/b', 'ExampleBot');
  console.log([results(), imported(file)[0].code, outcome].join());
}
main();
`;

  test('with Jest', () => {
    program(folder, 'required.test.cjs', `${REQUIRED}test('results', () => expect(results()).toBe('${EXPECTED}'));\n`);
    const options = ['--rootDir', folder, '--config', '{}', '--testMatch', '**/*.test.cjs'];
    outputOf(THIS_NODE, [toolPath('jest', 'jest', CONSUMERS), ...options]);
  });

  test('with esbuild', () => {
    const source = program(folder, 'required.cjs', `${REQUIRED}console.log(results());\n`);
    const bundle = join(folder, 'bundle.cjs');
    const options = { entryPoints: [source], outfile: bundle, bundle: true, platform: 'node' };
    const esbuild = JSON.stringify(join(CONSUMERS, 'node_modules/esbuild'));
    outputOf(THIS_NODE, ['--eval', `require(${esbuild}).buildSync(${JSON.stringify(options)})`]);
    expect(outputOf(THIS_NODE, [bundle])).toBe(`${EXPECTED}\n`);
  });

  // Without and with require() of ES modules.
  test.each([OLDEST_OF_CORE, OLDEST])('in $name', (node) => {
    expect(outputOf(node, [program(folder, 'mixed.cjs', MIXED)])).toBe(`${EXPECTED},misspelt-field,disallowed\n`);
  });
});

test('require() loads all entry points in the oldest Node, without warnings', () => {
  const lines = entryPoints(PACKAGES).map((specifier) => `require('${specifier}');\n`);
  expect(run(OLDEST, [program(folder, 'all.cjs', lines.join(''))])).toMatchObject({ status: 0, stderr: '' });
});

describe('all entry points compile as ES module and as CommonJS with', () => {
  /** Uses types of the drop-in and of core. */
  const USES = `import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import robotsParser from '@repkit/robots-parser';
const robot: robotsParser.Robot = robotsParser('', '');
const allowed: boolean | undefined = robot.isAllowed('/');
export const results = [lint(parseRobotsTxt('')).length, allowed];
`;

  function compile(tsc: string, packages: readonly Packed[], flags: readonly string[]): void {
    const source = importing(entryPoints(packages)) + USES;
    const programs = ['mts', 'cts'].map((extension) => program(folder, `compiles.${extension}`, source));
    outputOf(THIS_NODE, [tsc, ...flags, '--esModuleInterop', ...programs]);
  }

  test('the pinned TypeScript', () => compile(toolPath('typescript', 'tsc'), PACKAGES, STRICT));
  test('TypeScript 5.9.3', () => compile(toolPath('typescript-5.9.3', 'tsc', CONSUMERS), PACKAGES, STRICT));

  // These also contain CommonJS. Their users have old compilers too, and projects without types of Node.
  test('TypeScript 5.0.4, for core and the drop-in', () => {
    const flags = [
      ...['--noEmit', '--strict', '--skipDefaultLibCheck', '--module', 'node16'],
      ...['--target', 'es2022', '--lib', 'es2022,webworker', '--typeRoots', 'no-types'],
    ];
    const packages = ['@repkit/core', '@repkit/robots-parser'].map(packed);
    compile(toolPath('typescript-5.0.4', 'tsc', CONSUMERS), packages, flags);
  });
});

/** These depend on features of the Node version, such as SQLite and Zstandard. */
describe('the command runs in the oldest Node', () => {
  const ROBOTS_TXT = 'User-agent: *\nDisallow: /private/\n';
  const URLS = zstdCompressSync('https://example.com/\nhttps://example.com/private/\n');
  const [store, whole, cut] = ['store.sqlite', 'whole.zst', 'cut.zst'].map((name) => join(inject('packagesFolder'), name));

  beforeAll(() => {
    writeFileSync(whole, URLS);
    writeFileSync(cut, URLS.subarray(0, -4));
  });

  test.each([
    { what: 'check', args: ['check', '--robots=-', 'https://example.com/'], exitCode: 0, prints: /^allowed / },
    {
      what: 'check of a disallowed URL',
      args: ['check', '--robots=-', 'https://example.com/private/'],
      exitCode: 1,
      prints: /^disallowed /,
    },
    // The client refuses this address without a request.
    {
      what: 'check with SQLite',
      args: ['check', `--store=${store}`, 'http://127.0.0.1:9/'],
      exitCode: 1,
      prints: /^unreachable /,
    },
    { what: 'filter of Zstandard', args: ['filter', '--robots=-', whole], exitCode: 0, prints: /\tallowed\n.*\tdisallowed\n$/ },
    {
      what: 'filter of a damaged file',
      args: ['filter', '--robots=-', cut],
      exitCode: 2,
      prints: /^repkit filter: .* is damaged or incomplete/,
    },
  ])('$what', ({ args, exitCode, prints }) => {
    const ended = run(OLDEST, [bin, ...args], ROBOTS_TXT);
    expect(ended.status).toBe(exitCode);
    // Either results or an error, and no warnings.
    const [text, ...more] = [ended.stdout, ended.stderr].filter((stream) => stream !== '');
    expect(text).toMatch(prints);
    expect(more).toEqual([]);
  });
});

test('the example of bulk runs on threads in the oldest Node', () => {
  const source = readFileSync(join(ROOT, 'examples/check-in-bulk.ts'), 'utf8');
  const [, comments = ''] = source.split('// Prints:\n');
  const printed = outputOf(OLDEST, [program(folder, 'check-in-bulk.ts', source)]);
  expect(printed).toBe(comments.replaceAll(/^\/\/ /gm, ''));
});

test('the published suite passes on core in the oldest Node', () => {
  const suite = join(folder, 'node_modules/@repkit/conformance');
  const published = readFileSync(join(suite, 'cases.ndjson'), 'utf8').trimEnd().split('\n').length;
  expect(published).toBeGreaterThan(4000);
  const args = ['run', '--lines', '--', OLDEST.path, join(suite, 'adapters/repkit.mjs')];
  expect(outputOf(OLDEST, [join(suite, 'runner/main.mjs'), ...args])).toMatch(/^\d{4} passed, 0 failed$/m);
});

describe.runIf(haveRuntimes)('what a runtime does not support ends with one sentence about the version that is needed', () => {
  const ENTRIES = ['@repkit/client', '@repkit/client/crawlee', '@repkit/client/page', '@repkit/bulk'];

  test.each([OLDEST_OF_CORE, BUN])('in $name', (runtime) => {
    const { status, stderr } = run(runtime, [bin, '--version']);
    expect(stderr).toMatch(/^repkit: Requires Node [\d.]+ or later; this is (Node|Bun) [\d.]+\.\n$/);
    expect(status).toBe(2);
    for (const entry of ENTRIES) {
      const ended = run(runtime, [program(folder, 'unsupported.mjs', `import '${entry}';\n`)]);
      expect(ended.stderr).toMatch(/error: @repkit\/client requires Node [\d.]+ or later; this is/i);
      expect(ended.status).not.toBe(0);
    }
  });
});

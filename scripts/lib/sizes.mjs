/** Measures what users download: bundles of core, installs, and the first view of the web tester. */
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT, readJson, toolPath } from './commands.mjs';
import { runOn } from './nodes.mjs';
import { problemsOf } from './packed.mjs';

/**
 * The limits. Bundles and the tester are in bytes after gzip -9. If a change needs a higher one, raise it in the same commit.
 *
 * @type {{
 *   bundles: Record<string, number>,
 *   dropInBundle: number,
 *   installs: Record<string, { packages: number, mebibytes: number }>,
 *   testerFirstView: number,
 *   testerFirstAnswer: number,
 * }}
 */
export const BUDGET = readJson(join(ROOT, 'scripts/lib/budget.json'));

const MATCH = `import { parseRobotsTxt } from '@repkit/core';
const robotsTxt = parseRobotsTxt(globalThis.body);
console.log(robotsTxt.isAllowed(globalThis.url, 'ExampleBot'), robotsTxt.matcher('ExampleBot').isAllowed('/'));
`;

/**
 * Programs by their names: those of the bundles in the budget use core alone.
 *
 * @type {Readonly<Record<string, string>>}
 */
const PROGRAMS = {
  'parse and match': MATCH,
  'parse, match and lint': `${MATCH}import { lint } from '@repkit/core/analysis';\nconsole.log(lint(robotsTxt));\n`,
  'robots-parser': `import robotsParser from 'robots-parser';
const robots = robotsParser('https://example.com/robots.txt', globalThis.body);
console.log(robots.isAllowed(globalThis.url, 'ExampleBot'));
`,
  everything: `import * as core from '@repkit/core';
import * as crawlers from '@repkit/core/crawlers';
import * as preferences from '@repkit/core/preferences';
import * as analysis from '@repkit/core/analysis';
console.log(core, crawlers, preferences, analysis);
`,
};

/** @param {string | Buffer} content */
const zipped = (content) => gzipSync(content, { level: 9 }).length;

/**
 * @param {string} name of a program
 * @param {string} folder where the package is installed
 * @param {import('./nodes.mjs').Node} node for the bundler
 */
export function bundleBytes(name, folder, node) {
  const [source, bundle] = ['bundled.mjs', 'bundle.js'].map((file) => join(folder, file));
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`budget.json: no program "${name}"`);
  writeFileSync(source, program);
  const args = [toolPath('rolldown'), source, '--minify', '--file', bundle];
  const [problem] = problemsOf(runOn(node, args));
  if (problem !== undefined) throw new Error(problem);
  return zipped(readFileSync(bundle));
}

/** Files occupy whole disk blocks. */
const DISK_BLOCK = 4096;

/** @param {string} folder with node_modules */
export function installSize(folder) {
  const modules = join(folder, 'node_modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(modules, path)))
    .filter((file) => file.isFile());
  const blocks = files.reduce((sum, { size }) => sum + Math.ceil(size / DISK_BLOCK), 0);
  return {
    packages: Object.keys(readJson(join(modules, '.package-lock.json')).packages).length,
    mebibytes: Math.ceil((blocks * DISK_BLOCK) / 2 ** 20),
  };
}

/**
 * Returns what the first view loads: the page, its scripts and style sheet.
 *
 * @param {string} tester folder of the built pages
 */
export function firstViewBytes(tester) {
  const assets = join(tester, 'assets');
  const files = globSync('index-*', { cwd: assets });
  if (files.length !== 2) throw new Error(`the first view loads other files: ${files.join(', ')}`);
  const loaded = new Set(files);
  for (const file of loaded) {
    if (!file.endsWith('.js')) continue;
    const text = readFileSync(join(assets, file), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) loaded.add(imported);
  }
  const bytes = [join(tester, 'index.html'), ...Array.from(loaded, (file) => join(assets, file))];
  return bytes.reduce((sum, file) => sum + zipped(readFileSync(file)), 0);
}

/** Checks the size of what users download: bundles and installs. A test of the web tester checks its first view. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT, readJson, toolPath } from './commands.mjs';
import { check, problemsOf, runTool } from './packages.ts';

const OVER = 'over the limit in budget.json';

/** The limits. Bundles are in bytes after gzip -9. If a change needs a higher one, raise it in the same commit. */
export const BUDGET: {
  readonly bundles: Readonly<Record<string, number>>;
  readonly dropInBundle: number;
  readonly installs: Readonly<Record<string, { readonly packages: number; readonly mebibytes: number }>>;
} = readJson(join(ROOT, 'scripts/lib/budget.json'));

const MATCH = `import { parseRobotsTxt } from '@repkit/core';
const robotsTxt = parseRobotsTxt(globalThis.body);
console.log(robotsTxt.isAllowed(globalThis.url, 'ExampleBot'), robotsTxt.matcher('ExampleBot').isAllowed('/'));
`;

/** Programs by their names: those of the bundles in the budget use core alone. */
const PROGRAMS: Readonly<Record<string, string>> = {
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

/**
 * @param what for the line of the check
 * @param name of a program
 * @param most bytes after gzip
 * @param folder where the package is installed
 */
export async function checkBundle(what: string, name: string, most: number, folder: string) {
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`budget.json: no program "${name}"`);
  const [source, bundle] = ['bundled.mjs', 'bundle.js'].map((file) => join(folder, file));
  writeFileSync(source, program);
  const [problem] = problemsOf(runTool([toolPath('rolldown'), source, '--minify', '--file', bundle]));
  if (problem !== undefined) throw new Error(problem);
  const bytes = gzipSync(readFileSync(bundle), { level: 9 }).length;
  await check(`${what}: the bundle "${name}": ${bytes} bytes after gzip, of at most ${most}`, () => (bytes > most ? [OVER] : []));
}

/** Files occupy whole disk blocks. */
const DISK_BLOCK = 4096;

/**
 * @param name of the package
 * @param folder where it is installed alone
 */
export async function checkInstallSize(name: string, folder: string) {
  const limit = BUDGET.installs[name];
  if (limit === undefined) throw new Error(`budget.json: no limit for the install of ${name}`);
  const modules = join(folder, 'node_modules');
  const blocks = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(modules, path)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + Math.ceil(size / DISK_BLOCK), 0);
  const mebibytes = Math.ceil((blocks * DISK_BLOCK) / 2 ** 20);
  const packages = Object.keys(readJson(join(modules, '.package-lock.json')).packages).length;
  await check(
    `${name}: installs ${packages} packages, of at most ${limit.packages}, and ${mebibytes} MiB, of at most ${limit.mebibytes}`,
    () => (packages > limit.packages || mebibytes > limit.mebibytes ? [OVER] : []),
  );
}

/** Uses core and the drop-in from CommonJS: with Jest, with esbuild, in Node, and in TypeScript as old as 5.0. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMERS, toolPath } from './commands.mjs';
import { runOn } from './nodes.mjs';
import { install, problemsOf, tarballs } from './packed.mjs';

/** Parses with one copy of core and analyzes with another, which may be an ES module. */
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

/** The file that require() parsed goes to the functions of the ES modules. */
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

/** @param {import('./packed.mjs').Packed[]} packages all packages */
export function installForCommonJs(packages) {
  const used = packages.filter(({ name }) => /^@repkit\/(core|robots-parser)$/.test(name));
  const folder = install('common-js', tarballs(used));
  writeFileSync(join(folder, 'required.cjs'), `${REQUIRED}console.log(results());\n`);
  writeFileSync(join(folder, 'mixed.cjs'), MIXED);
  const test = `${REQUIRED}test('results', () => expect(results()).toBe(${JSON.stringify(EXPECTED)}));\n`;
  writeFileSync(join(folder, 'required.test.cjs'), test);
  return folder;
}

/**
 * @param {import('./nodes.mjs').Node} node
 * @param {string} program
 * @param {string} expected
 */
function problemsOfProgram(node, program, expected) {
  const { status, stdout, stderr } = runOn(node, [program]);
  return status === 0 && stdout === `${expected}\n` ? [] : [`${status}: ${stdout}${stderr}`];
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfRequire(folder, node) {
  return problemsOfProgram(
    node,
    join(folder, 'mixed.cjs'),
    `${EXPECTED},misspelt-field,disallowed`,
  );
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfJest(folder, node) {
  const jest = toolPath('jest', 'jest', CONSUMERS);
  return problemsOf(
    runOn(node, [jest, '--rootDir', folder, '--config', '{}', '--testMatch', '**/*.test.cjs']),
  );
}

/**
 * @param {string} folder
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfEsbuild(folder, node) {
  const bundle = join(folder, 'bundle.cjs');
  const program = join(folder, 'esbuild.cjs');
  const options = {
    entryPoints: [join(folder, 'required.cjs')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    absWorkingDir: folder,
  };
  const esbuild = JSON.stringify(join(CONSUMERS, 'node_modules/esbuild'));
  writeFileSync(program, `require(${esbuild}).buildSync(${JSON.stringify(options)});\n`);
  const problems = problemsOf(runOn(node, [program]));
  return problems.length > 0 ? problems : problemsOfProgram(node, bundle, EXPECTED);
}

const TYPED = `import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { knownCrawlers } from '@repkit/core/crawlers';
import robotsParser from '@repkit/robots-parser';
const robot: robotsParser.Robot = robotsParser('', '');
const allowed: boolean | undefined = robot.isAllowed('/');
export const results = [lint(parseRobotsTxt('')).length, knownCrawlers.length, allowed];
`;

/** How projects resolve packages, and what their files are. TypeScript 7 has no node10. */
const RESOLUTIONS = [
  { options: ['--module', 'commonjs', '--moduleResolution', 'node10'], files: ['cts'] },
  { options: ['--module', 'node16'], files: ['mts', 'cts'] },
  { options: ['--module', 'esnext', '--moduleResolution', 'bundler'], files: ['mts'] },
];

/**
 * @param {string} folder
 * @param {string} tsc path of the compiler
 * @param {boolean} hasNode10 whether it can resolve packages as Node 10 does
 * @param {import('./nodes.mjs').Node} node
 */
export function problemsOfTypeScript(folder, tsc, hasNode10, node) {
  return RESOLUTIONS.filter(({ options }) => hasNode10 || !options.includes('node10')).flatMap(
    ({ options, files }) => {
      const programs = files.map((extension) => join(folder, `typed.${extension}`));
      for (const program of programs) writeFileSync(program, TYPED);
      const lib = [
        '--target',
        'es2022',
        '--lib',
        'es2022,webworker',
        '--typeRoots',
        join(folder, 'no-types'),
      ];
      const flags = [
        '--noEmit',
        '--strict',
        '--esModuleInterop',
        '--skipLibCheck',
        'false',
        '--skipDefaultLibCheck',
      ];
      return problemsOf(runOn(node, [tsc, ...flags, ...lib, ...options, ...programs])).map(
        (problem) => `${options.join(' ')}: ${problem}`,
      );
    },
  );
}

/** Uses core and the drop-in from CommonJS: in Node, with Jest and with esbuild. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMERS, toolPath } from './commands.mjs';
import { problemsOf, problemsOfProgram, type Runtime, runTool, THIS_NODE } from './packages.ts';

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

/** @param folder where the packages are installed */
export function problemsOfRequire(folder: string, node: Runtime) {
  const expected = `${EXPECTED},misspelt-field,disallowed\n`;
  return problemsOfProgram(node, folder, 'mixed.cjs', MIXED, expected);
}

/** @param folder where the packages are installed */
export function problemsOfJest(folder: string) {
  const test = `${REQUIRED}test('results', () => expect(results()).toBe('${EXPECTED}'));\n`;
  writeFileSync(join(folder, 'required.test.cjs'), test);
  const options = ['--rootDir', folder, '--config', '{}', '--testMatch', '**/*.test.cjs'];
  return problemsOf(runTool([toolPath('jest', 'jest', CONSUMERS), ...options]));
}

/** @param folder where the packages are installed */
export function problemsOfEsbuild(folder: string) {
  const source = join(folder, 'required.cjs');
  writeFileSync(source, `${REQUIRED}console.log(results());\n`);
  const bundle = join(folder, 'bundle.cjs');
  const options = { entryPoints: [source], outfile: bundle, bundle: true, platform: 'node' };
  const esbuild = JSON.stringify(join(CONSUMERS, 'node_modules/esbuild'));
  const build = `require(${esbuild}).buildSync(${JSON.stringify(options)})`;
  const problems = problemsOf(runTool(['--eval', build]));
  if (problems.length > 0) return problems;
  return problemsOfProgram(THIS_NODE, folder, 'bundle.cjs', readFileSync(bundle, 'utf8'), `${EXPECTED}\n`);
}

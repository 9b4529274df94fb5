/** Runs the conformance cases against a packed core in a separate folder. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runNode, SetupError, toolPath } from './commands.mjs';
import { runOn } from './nodes.mjs';

const CASES = join(ROOT, 'packages/conformance/cases');

/** Returns the text of every file of cases, with its name without the extension. */
export function readCaseFiles() {
  return readdirSync(CASES).map((file) => ({
    name: parse(file).name,
    text: readFileSync(join(CASES, file), 'utf8'),
  }));
}

/**
 * Builds the runner and copies it into a folder, where it uses the `@repkit/core` installed there.
 *
 * @param {string} folder
 * @returns {string} the folder of its modules
 */
export function copyRunner(folder) {
  const source = join(ROOT, 'packages/conformance');
  if (runNode([toolPath('typescript', 'tsc'), '-b', source]) !== 0) {
    throw new SetupError('The compilation of conformance failed; see the output above.');
  }
  const modules = join(folder, 'runner');
  cpSync(join(source, 'dist'), modules, { recursive: true });
  return modules;
}

/**
 * Runs the cases. The function is sent to the browser as text, so it can use only its argument.
 *
 * @param {{ runner: string, files: { name: string, text: string }[] }} options the address of the
 *   folder with the runner's modules, and the files of cases
 * @returns {Promise<{ count: number, problems: string[] }>} how many cases ran, and which failed
 */
export async function runConformance({ runner, files }) {
  const { parseCases } = await import(`${runner}/parse-cases.js`);
  const { checkWithCore } = await import(`${runner}/core-check.js`);
  const { runCases } = await import(`${runner}/run.js`);
  const { isPageFile, runPageFile } = await import(`${runner}/page-cases.js`);
  const verdicts = files.filter(({ name }) => !isPageFile(name));
  const cases = verdicts.flatMap(({ name, text }) => parseCases(text, name));
  const pages = files
    .filter(({ name }) => isPageFile(name))
    .map(({ name, text }) => runPageFile(text, name));
  const problems = cases.length === 0 ? ['There are no cases.'] : [];
  const failures = [
    ...runCases(cases, checkWithCore),
    ...pages.flatMap(({ failures: ofFile }) => ofFile),
  ];
  for (const { id, message } of failures) problems.push(`${id}: ${message}`);
  return { count: pages.reduce((sum, { count }) => sum + count, cases.length), problems };
}

/**
 * Does the same in a separate Node process.
 *
 * @param {import('./nodes.mjs').Node} node
 * @param {string} runner the folder of its modules
 * @returns {ReturnType<typeof runConformance>}
 */
export async function conformanceOn(node, runner) {
  const options = { runner: pathToFileURL(runner).href, files: readCaseFiles() };
  const program = join(runner, 'program.mjs');
  writeFileSync(
    program,
    `import process from 'node:process';
    import { text } from 'node:stream/consumers';
    ${runConformance}
    console.log(JSON.stringify(await runConformance(JSON.parse(await text(process.stdin)))));`,
  );
  const { status, stdout, stderr } = runOn(node, [program], JSON.stringify(options));
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

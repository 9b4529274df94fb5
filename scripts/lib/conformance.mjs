/** The conformance cases for a packed core: a folder that holds both, and how they are run there. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runNode, SetupError, toolPath } from './commands.mjs';
import { runOn } from './nodes.mjs';

const CASES = join(ROOT, 'conformance/cases');

/** The text of every file of cases by its name without the ending. */
export function readCaseFiles() {
  return readdirSync(CASES).map((file) => ({
    name: parse(file).name,
    text: readFileSync(join(CASES, file), 'utf8'),
  }));
}

/**
 * Builds the runner and puts it into a folder, where `@repkit/core` is whatever is installed there.
 *
 * @param {string} folder
 * @returns {string} the folder of its modules
 */
export function copyRunner(folder) {
  const source = join(ROOT, 'conformance');
  if (runNode([toolPath('typescript', 'tsc'), '-b', source]) !== 0) {
    throw new SetupError('conformance does not compile; what the compiler says is above.');
  }
  const modules = join(folder, 'runner');
  cpSync(join(source, 'dist'), modules, { recursive: true });
  return modules;
}

/**
 * Runs the cases. The function is sent to the browser as text: it can use nothing but its argument.
 *
 * @param {{ runner: string, files: { name: string, text: string }[] }} options the address of the
 *   folder of the runner's modules; the files of cases
 * @returns {Promise<{ count: number, problems: string[] }>} how many cases ran, and what did not hold
 */
export async function runConformance({ runner, files }) {
  const { parseCases } = await import(`${runner}/parse-cases.js`);
  const { checkWithCore } = await import(`${runner}/core-check.js`);
  const { runCases } = await import(`${runner}/run.js`);
  const cases = files.flatMap(({ name, text }) => parseCases(text, name));
  const problems = cases.length === 0 ? ['there is no case'] : [];
  for (const { id, message } of runCases(cases, checkWithCore)) problems.push(`${id}: ${message}`);
  return { count: cases.length, problems };
}

/**
 * The same in another process.
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

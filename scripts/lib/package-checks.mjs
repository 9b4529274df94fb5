/** What the checks of packages share: the packed packages, and a line for each check. The process fails if one failed. */
import { join } from 'node:path';
import { ROOT } from './commands.mjs';
import { nodesFor } from './nodes.mjs';
import { packedPackages } from './packed.mjs';

/**
 * @typedef {import('./packed.mjs').Packed} Packed
 * @typedef {import('./nodes.mjs').Node} Node
 */

/** Strict settings that also check the declarations of installed packages. */
export const CONSUMER = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
];

/**
 * Returns the packed packages and the versions of Node that run them.
 *
 * @returns {{ packages: Packed[], nodes: Node[], older: Node[] }} `older` runs only core and the drop-in
 */
export function packagesAndNodes() {
  const packages = packedPackages();
  const nodes = nodesFor(named(packages, '@repkit/client').manifest.engines.node);
  const [, ...older] = nodesFor(named(packages, '@repkit/core').manifest.engines.node);
  return { packages, nodes, older };
}

/**
 * @param {Packed[]} packages
 * @param {string} name
 */
export function named(packages, name) {
  const found = packages.find((packed) => packed.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

/**
 * @param {string} what
 * @param {() => string[] | Promise<string[]>} findProblems
 */
export async function check(what, findProblems) {
  /** @type {string[]} */
  let problems;
  try {
    problems = await findProblems();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}: ${what}`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

/**
 * @param {string} what
 * @param {() => number} measure
 * @param {number} most
 */
export async function checkBytes(what, measure, most) {
  const bytes = measure();
  await check(`${what}: ${bytes} bytes after gzip, of at most ${most}`, () =>
    bytes > most ? ['over the limit in budget.json'] : [],
  );
}

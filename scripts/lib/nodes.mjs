/** The Node versions that the packages are tested with. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CONSUMERS, nodePackage, nodePath } from './commands.mjs';
import { temporary } from './packed.mjs';

/**
 * A program that runs JavaScript; `args` precede the script.
 *
 * @typedef {{ name: string, path: string, args?: readonly string[] }} Node
 */

/** @param {string} path */
function named(path) {
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error) throw error;
  return { name: `Node ${stdout.trim()}`, path };
}

/**
 * Returns the pinned Node and the oldest supported one. Reports if there is none for the platform.
 *
 * @param {string} engines of a package: `>=20` or `>=22.19`
 * @returns {Node[]}
 */
export function nodesFor(engines) {
  const [, oldest] = /^>=(\d+(?:\.\d+)?)$/.exec(engines) ?? [];
  if (oldest === undefined) throw new Error(`"${engines}" does not specify the oldest Node.`);
  const { name, file } = nodePackage();
  const pinned = named(nodePath());
  const path = join(CONSUMERS, 'node_modules', `${name}-${oldest}`, file);
  if (existsSync(path)) return [pinned, named(path)];
  if (process.env.CI) throw new Error(`There is no ${path}.`);
  console.log(`skipped because Node ${oldest} is missing: the packages on the oldest Node`);
  return [pinned];
}

/**
 * Runs a script.
 *
 * @param {Node} node
 * @param {string[]} args the script and its arguments
 * @param {string} [input]
 */
export function runOn(node, args, input = '') {
  const env = {
    ...process.env,
    // Output that is compared has no colors, which some tools print if CI is set.
    NO_COLOR: '1',
    PATH: `${dirname(node.path)}${delimiter}${process.env.PATH ?? ''}`,
  };
  const result = spawnSync(node.path, [...(node.args ?? []), ...args], {
    encoding: 'utf8',
    input,
    cwd: temporary(),
    env,
  });
  if (result.error) throw result.error;
  return result;
}

/** The Nodes that the packages are run with as their users get them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodePackage, nodePath } from './commands.mjs';
import { install, temporary } from './packed.mjs';

/** @typedef {{ name: string, path: string }} Node */

/** @param {string} path */
function named(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return { name: `Node ${stdout.trim()}`, path };
}

/**
 * The Node that runs everything here, and the oldest that the packages say they run on, as npm brings it.
 *
 * @param {string} engines of a package: `>=22.19`
 * @returns {Node[]}
 */
export function nodesFor(engines) {
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines) ?? [];
  if (oldest === undefined) throw new Error(`"${engines}" names no oldest Node`);
  const { name, file } = nodePackage();
  const pinned = named(nodePath());
  const folder = install('oldest-node', [`${name}@${oldest}.0`]);
  return [pinned, named(join(folder, 'node_modules', name, file))];
}

/**
 * Runs a script.
 *
 * @param {Node} node
 * @param {string[]} args the script and its arguments
 * @param {string} [input]
 */
export function runOn(node, args, input = '') {
  return spawnSync(node.path, args, { encoding: 'utf8', input, cwd: temporary });
}

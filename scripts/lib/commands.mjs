/** Runs npm, the pinned Node and installed tools. Works in Node 20 and later. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders with their own lock files: tools of the docs site, tools of the checks, and programs that use the packed packages. */
export const DOCS = join(ROOT, 'docs');
export const CHECKS = join(ROOT, 'scripts/checks');
export const CONSUMERS = join(ROOT, 'scripts/consumers');

const OLDEST_NODE = [22, 19];

/** An error whose message is sufficient, so no stack is printed. */
export class SetupError extends Error {}

/**
 * @param {string} path
 * @returns {any}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Runs npm: the one that runs this script, if any.
 *
 * @param {string[]} args
 * @param {string} [cwd]
 */
export function npm(args, cwd = ROOT) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  // `npm start -s` would silence the inner npm and hide its errors.
  const all = [...args, '--loglevel=error'];
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  // Not process.execPath: it may be the pinned Node, which `npm ci` deletes.
  if (cli) return spawnSync(node ?? process.execPath, [cli, ...all], options);
  return spawnSync('npm', all, { ...options, shell: process.platform === 'win32' });
}

/** Returns the package that contains Node for this platform, and the path inside it. */
function nodePackage() {
  const isWindows = process.platform === 'win32';
  const system = isWindows ? 'win' : process.platform;
  return { name: `node-${system}-${process.arch}`, file: isWindows ? 'bin/node.exe' : 'bin/node' };
}

/** Returns the Node that runs everything: the pinned one, or this one if there is none for the platform. */
export function nodePath() {
  const { name, file } = nodePackage();
  const pinned = join(ROOT, 'node_modules', name, file);
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
    return process.execPath;
  }
  throw new SetupError(
    `The install contains no Node for ${process.platform} ${process.arch}, and your Node ` +
      `${process.versions.node} is too old. Install Node ${OLDEST_NODE.join('.')} or later.`,
  );
}

/** Returns the environment for child processes, in which `node` is the pinned one. */
export function childEnv() {
  return { ...process.env, PATH: `${dirname(nodePath())}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Returns the JavaScript file of an installed package's command.
 *
 * @param {string} packageName
 * @param {string} [command]
 * @param {string} [root] folder that contains node_modules
 */
export function toolPath(packageName, command = packageName, root = ROOT) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a script with the pinned Node. Several can run at the same time.
 *
 * @param {string[]} args the script and its arguments
 * @param {'inherit' | 'pipe'} output whether it is printed at once or returned
 * @param {Readonly<Record<string, string>>} [env] further environment variables
 * @returns {Promise<{ exitCode: number, printed: string }>}
 */
export async function runNode(args, output, env = {}) {
  const child = spawn(nodePath(), args, {
    cwd: ROOT,
    env: { ...childEnv(), ...env },
    stdio: ['ignore', output, output],
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  return { exitCode, printed: (await Promise.all(printed)).join('') };
}

/**
 * Runs a script's body. Reports a SetupError as one sentence with exit code 2.
 *
 * @param {() => void | Promise<void>} body
 * @param {() => void} [onSetupError] what else to print
 */
export async function main(body, onSetupError) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`repkit: ${error.message}\n`);
    process.exitCode = 2;
    onSetupError?.();
  }
}

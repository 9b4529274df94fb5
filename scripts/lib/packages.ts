/** What the checks of packages share: packed packages in temporary folders, runtimes, and a line for each check. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { CONSUMERS, nodePackage, npm, ROOT, readJson, SetupError } from './commands.mjs';

/** A packed package: the path of its tarball, and the paths in it. */
export interface Packed {
  readonly name: string;
  readonly tarball: string;
  readonly files: readonly string[];
  readonly manifest: Manifest;
}

/** The parts of a package.json that the checks use. */
interface Manifest {
  readonly version: string;
  readonly private?: boolean;
  readonly engines: { readonly node: string };
  readonly repository: { readonly directory: string };
  /** Missing if the package has only a command. */
  readonly exports?: Readonly<Record<string, { readonly default: string }>>;
}

/** A program that runs JavaScript; `args` precede the script. */
export interface Runtime {
  readonly name: string;
  readonly path: string;
  readonly args?: readonly string[];
}

/** How a program ended. */
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where `scripts/pack.mjs` puts the packages, and the file that lists them. */
export const PACKED = join(ROOT, 'node_modules/.cache/repkit/packed');
export const PACKED_LIST = join(PACKED, 'packed.json');

const MODULES = join(CONSUMERS, 'node_modules');

/** Deno and Bun run a module from disk; only core supports them. */
export const DENO: Runtime = {
  name: 'Deno',
  path: join(MODULES, '@deno/linux-x64-glibc/deno'),
  args: ['run', '--quiet', '--no-remote', '--node-modules-dir=manual', '--allow-read'],
};

export const BUN: Runtime = {
  name: 'Bun',
  path: join(MODULES, '@oven/bun-linux-x64/bin/bun'),
  args: ['run'],
};

/** The one that the tests use, which also runs tools. */
export const THIS_NODE: Runtime = { name: `Node ${process.versions.node}`, path: process.execPath };

export const WORKERD = join(MODULES, '@cloudflare/workerd-linux-64/bin/workerd');

/** Whether the lock file of the consumers has Deno, Bun and workerd for this machine. */
export const haveRuntimes = process.platform === 'linux' && process.arch === 'x64';

/** Strict settings that also check the declarations of installed packages. */
export const STRICT = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
];

let temporaryFolder: string | undefined;

/** Returns a temporary folder for all checks of this process, which is removed at exit. */
export function temporary() {
  if (temporaryFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-packages-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    temporaryFolder = folder;
  }
  return temporaryFolder;
}

export function problemsOf({ status, stdout, stderr }: Ended): string[] {
  return status === 0 ? [] : [`${stdout}${stderr}`.trim() || `ended with ${status}`];
}

/**
 * Installs packed packages in a new folder.
 *
 * @param name of the folder
 * @param manifest what else its package.json contains
 * @returns the folder
 */
export function install(name: string, packages: readonly Packed[], manifest: Readonly<Record<string, unknown>> = {}): string {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', ...manifest }));
  const tarballs = packages.map(({ tarball }) => tarball);
  const [problem] = problemsOf(npm(['install', '--ignore-scripts', ...tarballs], folder));
  if (problem !== undefined) throw new Error(problem);
  return folder;
}

/** Returns the packed packages, and the oldest Node that all of them support and that core and the drop-in support. */
export function packagesAndNodes(): { packages: Packed[]; oldest: Runtime; oldestOfCore: Runtime } {
  if (!existsSync(PACKED_LIST)) throw new SetupError('Run "node scripts/pack.mjs" first.');
  const packages: Packed[] = readJson(PACKED_LIST);
  const [oldest, oldestOfCore] = ['@repkit/client', '@repkit/core'].map((name) => oldestNodeOf(named(packages, name)));
  return { packages, oldest, oldestOfCore };
}

export function named(packages: readonly Packed[], name: string) {
  const packed = packages.find((candidate) => candidate.name === name);
  if (packed === undefined) throw new Error(`There is no ${name}.`);
  return packed;
}

/** Returns the oldest Node that a package supports. If there is none for the platform, reports that and returns this one. */
function oldestNodeOf({ name: packageName, manifest }: Packed): Runtime {
  const [, oldest] = /^>=(\d+(?:\.\d+)?)$/.exec(manifest.engines.node) ?? [];
  if (oldest === undefined) throw new Error(`${packageName} does not specify the oldest Node.`);
  const { name, file } = nodePackage();
  const path = join(MODULES, `${name}-${oldest}`, file);
  if (existsSync(path)) return { name: `Node ${oldest}`, path };
  if (process.env.CI) throw new Error(`There is no ${path}.`);
  console.log(`skipped because Node ${oldest} is missing: ${packageName} on the oldest Node`);
  return THIS_NODE;
}

/**
 * Runs a script.
 *
 * @param args the script and its arguments
 */
export function runOn(runtime: Runtime, args: readonly string[], input = '') {
  const env = {
    ...process.env,
    // Output that is compared has no colors, which some tools print if CI is set.
    NO_COLOR: '1',
    PATH: `${dirname(runtime.path)}${delimiter}${process.env.PATH ?? ''}`,
  };
  const ended = spawnSync(runtime.path, [...(runtime.args ?? []), ...args], {
    encoding: 'utf8',
    input,
    cwd: temporary(),
    env,
  });
  if (ended.error) throw ended.error;
  return ended;
}

/** Runs a tool, which is a script and its arguments. */
export function runTool(args: readonly string[]) {
  return runOn(THIS_NODE, args);
}

/**
 * Writes a program into a folder and runs it. Returns a problem unless it prints what is expected.
 *
 * @param folder with node_modules
 */
export function problemsOfProgram(runtime: Runtime, folder: string, name: string, source: string, expected: string) {
  const program = join(folder, name);
  writeFileSync(program, source);
  const { status, stdout, stderr } = runOn(runtime, [program]);
  return status === 0 && stdout === expected ? [] : [`${name} ended with ${status}: ${stdout}${stderr}`];
}

/** Prints a line for a check. The process fails if one failed. */
export async function check(what: string, findProblems: () => string[] | Promise<string[]>) {
  let problems: string[];
  try {
    problems = await findProblems();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}: ${what}`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

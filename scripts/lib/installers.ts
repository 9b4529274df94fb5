/** Installs the packed packages with npm, pnpm and Yarn: the recipes of the migration guide, and the command. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONSUMERS, childEnv, nodePath, npm, ROOT } from './commands.mjs';
import { install, type Packed, temporary } from './packages.ts';

/** Not in the lock file of the consumers: some of its optional packages cannot be downloaded, so `npm ci` would fail. */
const PNPM = 'pnpm@12.21.0';

const YARN = [nodePath(), join(CONSUMERS, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')];

/** It depends on robots-parser. */
const CRAWLEE_UTILS = { '@crawlee/utils': '3.18.1' };

/** Returns the packages by name, as dependencies that refer to their tarballs. */
function tarballsOf(packages: readonly Packed[]): Readonly<Record<string, string>> {
  return Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
}

/**
 * Returns the blocks of the guide that installers read: two of npm, and those of pnpm and Yarn. They name the packed replacement
 * instead of the published one.
 *
 * @param tarball of the replacement
 */
function recipes(tarball: string) {
  const text = readFileSync(join(ROOT, 'docs/migrating.md'), 'utf8');
  const [, section = ''] = text.split('### Without changing code');
  const blocks = Array.from(section.matchAll(/```(?:json|yaml)\n(.*?)```/gs), ([, block = '']) =>
    block.replace(/npm:@repkit\/robots-parser(?:@\^[\d.]+)?/, tarball),
  );
  const [override = '', direct = '', pnpm = '', yarn = ''] = blocks;
  return { override: JSON.parse(override), direct: JSON.parse(direct), pnpm, yarn: JSON.parse(yarn) };
}

/**
 * Runs an installer. Throws if it fails.
 *
 * @returns what it prints
 */
async function run(folder: string, [program = '', ...args]: readonly string[]): Promise<string> {
  const env = {
    ...childEnv(),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    YARN_CACHE_FOLDER: join(temporary(), 'yarn-cache'),
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    YARN_NPM_REGISTRY_SERVER: npm(['config', 'get', 'registry']).stdout.trim(),
  };
  try {
    return (await promisify(execFile)(program, args, { cwd: folder, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}

/**
 * Creates a folder with a package.json.
 *
 * @param name of the folder
 * @param files others, by name
 */
function project(name: string, manifest: Record<string, unknown>, files: Record<string, string> = {}) {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

/** @param output of `npm ls robots-parser` */
function areAllReplaced(output: string) {
  const lines = output.split('\n').filter((line) => line.includes('robots-parser@'));
  return lines.length > 0 && lines.every((line) => line.includes('robots-parser@npm:@repkit/robots-parser@'));
}

/** A project, and whether what its installer then shows means that the recipe worked. */
interface Recipe {
  readonly folder: string;
  readonly command: readonly string[];
  readonly show: readonly string[];
  readonly worked: (output: string) => boolean;
}

/**
 * Follows each recipe. Returns the folder of pnpm, which is the fastest, and the recipes after which the command of the guide
 * does not show that they worked.
 *
 * @param programs that depend on robots-parser, for pnpm to install
 */
export async function followRecipes(packages: readonly Packed[], programs: Record<string, string>) {
  const { '@repkit/robots-parser': replacement = '', '@repkit/core': core = '' } = tarballsOf(packages);
  const { override, direct, pnpm, yarn } = recipes(replacement);
  const dependencies = CRAWLEE_UTILS;
  const withCore = { '@repkit/core': core };
  const pnpmPath = join(install('pnpm', [PNPM]), 'node_modules/pnpm/bin/pnpm.mjs');
  const npmRecipe = { command: ['npm'], show: ['ls', 'robots-parser'], worked: areAllReplaced };
  const pnpmFolder = project(
    'recipe-pnpm',
    { dependencies: { ...dependencies, ...programs } },
    { 'pnpm-workspace.yaml': `${pnpm}  '@repkit/core': ${core}\n` },
  );
  const rows: Recipe[] = [
    {
      ...npmRecipe,
      folder: project('recipe-npm', { dependencies, overrides: { ...override.overrides, ...withCore } }),
    },
    {
      ...npmRecipe,
      folder: project('recipe-npm-direct', {
        dependencies: { ...dependencies, ...direct.dependencies },
        overrides: { ...direct.overrides, ...withCore },
      }),
    },
    {
      folder: pnpmFolder,
      command: [nodePath(), pnpmPath],
      show: ['why', 'robots-parser'],
      worked: (output) => /^@repkit\/robots-parser@/m.test(output),
    },
    {
      folder: project('recipe-yarn', { dependencies, resolutions: { ...yarn.resolutions, ...withCore } }),
      command: YARN,
      // The guide's `why @repkit/robots-parser` shows only packages of a registry.
      show: ['why', 'robots-parser'],
      worked: (output) => /@crawlee\/utils@[\s\S]*robots-parser@file:.*repkit-robots-parser-/.test(output),
    },
  ];
  // At the same time, because they mostly wait for the registry.
  const problems = rows.map(async ({ folder, command, show, worked }) => {
    await run(folder, [...command, 'install']);
    const output = await run(folder, [...command, ...show]);
    return worked(output) ? [] : [`${folder}: ${output}`];
  });
  return { problems: (await Promise.all(problems)).flat(), folder: pnpmFolder };
}

/**
 * Installs the command with Yarn, which by default leaves packages in archives (Plug'n'Play).
 *
 * @param packages the command, and ours that it depends on
 * @returns the arguments with which Node runs the command
 */
export async function installWithYarn(packages: readonly Packed[]): Promise<string[]> {
  const { repkit, ...resolutions } = tarballsOf(packages);
  const folder = project(
    'plug-and-play',
    { dependencies: { repkit }, resolutions },
    { 'bin.mjs': "import 'repkit/dist/bin.js';\n" },
  );
  await run(folder, [...YARN, 'install']);
  const [hook, loader, bin] = ['.pnp.cjs', '.pnp.loader.mjs', 'bin.mjs'].map((name) => join(folder, name));
  return ['--require', hook, '--loader', loader, bin];
}

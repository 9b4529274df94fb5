/**
 * Installs the packed packages from a registry on loopback with npm, pnpm and Yarn: the recipes of the migration guide, and the
 * command.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONSUMERS, childEnv, nodePath, npm, ROOT } from './commands.mjs';
import { install, named, type Packed, temporary } from './packages.ts';

const GUIDE = 'docs/migrating.md';

/** Not in the lock file of the consumers: some of its optional packages cannot be downloaded, so `npm ci` would fail. */
const PNPM = 'pnpm@12.21.0';

const YARN = join(CONSUMERS, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');

/** It depends on robots-parser. */
const CRAWLEE_UTILS = { '@crawlee/utils': '3.18.1' };

/** Serves packages of the scope @repkit; installers get all others from their usual registry. */
async function startRegistry(packages: readonly Packed[]) {
  const server = createServer(({ url = '', headers }, response) => {
    const path = decodeURIComponent(url).slice(1);
    const packed = packages.find(({ name }) => path === name || path.startsWith(`${name}/-/`));
    if (packed === undefined) {
      response.writeHead(404).end('{}');
      return;
    }
    const { name, tarball, manifest } = packed;
    const bytes = readFileSync(tarball);
    if (path !== name) {
      response.end(bytes);
      return;
    }
    const { version } = manifest;
    const dist = {
      tarball: `http://${headers.host}/${name}/-/${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    };
    const description = {
      name,
      'dist-tags': { latest: version },
      // Yarn does not install what was published today.
      time: { [version]: '2020-01-01T00:00:00.000Z' },
      versions: { [version]: { ...manifest, dist } },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(description));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Returns the blocks of the guide that installers read: two of npm, and those of pnpm and Yarn. */
function recipes() {
  const text = readFileSync(join(ROOT, GUIDE), 'utf8');
  const [, section = ''] = text.split('### Without changing code');
  const blocks = Array.from(section.matchAll(/```(?:json|yaml)\n(.*?)```/gs), ([, block]) => block);
  const [override = '', direct = '', pnpm = '', yarn = ''] = blocks;
  return {
    override: JSON.parse(override),
    direct: JSON.parse(direct),
    pnpm,
    yarn: JSON.parse(yarn),
  };
}

/**
 * Runs an installer in a child process, so that the registry in this one can respond. Throws if it fails.
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
  };
  try {
    return (await promisify(execFile)(program, args, { cwd: folder, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  }
}

/**
 * Creates a folder with a package.json and settings of an installer.
 *
 * @param name of the folder
 * @param settings by the name of the file
 */
function project(name: string, manifest: Record<string, unknown>, settings: Record<string, string>) {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(settings)) writeFileSync(join(folder, file), text);
  return folder;
}

/** @param url of the registry */
function yarnSettings(url: string) {
  const registry = npm(['config', 'get', 'registry']).stdout.trim();
  const text = `npmRegistryServer: "${registry}"
npmScopes:
  repkit:
    npmRegistryServer: "${url}"
unsafeHttpWhitelist:
  - 127.0.0.1
`;
  return { '.yarnrc.yml': text };
}

/** @param output of `npm ls robots-parser` */
function areAllReplaced(output: string) {
  const lines = output.split('\n').filter((line) => line.includes('robots-parser@'));
  return lines.length > 0 && lines.every((line) => line.includes('robots-parser@npm:@repkit/robots-parser@'));
}

/** What is installed, and whether what the installer then shows means that the recipe worked. */
interface Recipe {
  readonly name: string;
  readonly command: readonly string[];
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, string>>;
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
  const pnpmPath = join(install('pnpm', [PNPM]), 'node_modules/pnpm/bin/pnpm.mjs');
  const registry = await startRegistry(packages);
  const npmrc = { '.npmrc': `@repkit:registry=${registry.url}\n` };
  const { override, direct, pnpm, yarn } = recipes();
  const dependencies = CRAWLEE_UTILS;
  const npmRecipe = {
    command: ['npm'],
    settings: npmrc,
    show: ['ls', 'robots-parser'],
    worked: areAllReplaced,
  };
  const rows: Recipe[] = [
    { ...npmRecipe, name: 'npm', manifest: { dependencies, ...override } },
    {
      ...npmRecipe,
      name: 'npm-direct',
      manifest: { ...direct, dependencies: { ...dependencies, ...direct.dependencies } },
    },
    {
      name: 'pnpm',
      command: [nodePath(), pnpmPath],
      manifest: { dependencies: { ...dependencies, ...programs } },
      settings: { ...npmrc, 'pnpm-workspace.yaml': pnpm },
      show: ['why', 'robots-parser'],
      worked: (output) => /^@repkit\/robots-parser@/m.test(output),
    },
    {
      name: 'yarn',
      command: [nodePath(), YARN],
      manifest: { dependencies, ...yarn },
      settings: yarnSettings(registry.url),
      show: ['why', '@repkit/robots-parser'],
      worked: (output) => /@crawlee\/utils@[\s\S]*@repkit\/robots-parser@/.test(output),
    },
  ];
  try {
    // At the same time, because they mostly wait for the registry.
    const problems = rows.map(async ({ name, command, manifest, settings, show, worked }) => {
      const folder = project(`recipe-${name}`, { name: 'recipe', ...manifest }, settings);
      await run(folder, [...command, 'install']);
      const output = await run(folder, [...command, ...show]);
      return worked(output) ? [] : [`${name}: ${output}`];
    });
    return {
      problems: (await Promise.all(problems)).flat(),
      folder: join(temporary(), 'recipe-pnpm'),
    };
  } finally {
    registry.close();
  }
}

/**
 * Installs the command with Yarn, which by default leaves packages in archives (Plug'n'Play).
 *
 * @returns the arguments with which Node runs the command
 */
export async function installWithYarn(packages: readonly Packed[]): Promise<string[]> {
  const registry = await startRegistry(packages);
  const dependencies = { repkit: `file:${named(packages, 'repkit').tarball}` };
  const settings = { ...yarnSettings(registry.url), 'bin.mjs': "import 'repkit/dist/bin.js';\n" };
  const folder = project('plug-and-play', { dependencies }, settings);
  try {
    await run(folder, [nodePath(), YARN, 'install']);
  } finally {
    registry.close();
  }
  const [hook, loader, bin] = ['.pnp.cjs', '.pnp.loader.mjs', 'bin.mjs'].map((name) => join(folder, name));
  return ['--require', hook, '--loader', loader, bin];
}

/** Installs the packed packages from a registry on loopback with npm, pnpm and Yarn: the recipes of the migration guide, and the command. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { CONSUMERS, childEnv, nodePath, npm, ROOT, toolPath } from './commands.mjs';
import { install, temporary } from './packed.mjs';

const GUIDE = 'docs/migrating.md';

/** Not in the lock file of the consumers: some of its optional packages cannot be downloaded, so `npm ci` would fail. */
const PNPM = 'pnpm@12.21.0';

const yarnPath = () => toolPath('@yarnpkg/cli-dist', 'yarn', CONSUMERS);

/** It depends on robots-parser. */
const CRAWLEE_UTILS = { '@crawlee/utils': '3.18.1' };

/**
 * Serves packages of the scope @repkit; installers get all others from their usual registry.
 *
 * @param {import('./packed.mjs').Packed[]} packages
 */
async function startRegistry(packages) {
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
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Returns the blocks of the guide that installers read: two of npm, and those of pnpm and Yarn. */
function recipes() {
  const text = readFileSync(join(ROOT, GUIDE), 'utf8');
  const [, section = ''] = text.split('### Without changing code');
  const blocks = [...section.matchAll(/```(?:json|yaml)\n(.*?)```/gs)].map(
    ([, block = '']) => block,
  );
  const [override = '', direct = '', pnpm = '', yarn = ''] = blocks;
  return { override, direct, pnpm, yarn };
}

/**
 * Runs an installer in a child process, so that the registry in this one can respond. Throws if it fails.
 *
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string>} what it prints
 */
async function run(folder, program, args) {
  const env = {
    ...childEnv(),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    YARN_CACHE_FOLDER: join(temporary(), 'yarn-cache'),
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}

/**
 * @param {string} name of the new folder
 * @param {Record<string, string>} files by name
 */
function project(name, files) {
  const folder = join(temporary(), name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

/** @param {string} url of the registry */
function yarnSettings(url) {
  const registry = npm(['config', 'get', 'registry']).stdout.trim();
  return `npmRegistryServer: "${registry}"
npmScopes:
  repkit:
    npmRegistryServer: "${url}"
unsafeHttpWhitelist:
  - 127.0.0.1
`;
}

/**
 * Follows each recipe. Returns the folder of pnpm, which is the fastest, and the recipes after which the command of the guide does
 * not show that they worked.
 *
 * @param {import('./packed.mjs').Packed[]} packages
 * @param {Record<string, string>} programs that depend on robots-parser, for pnpm to install
 */
export async function followRecipes(packages, programs) {
  const pnpmPath = join(install('pnpm', [PNPM]), 'node_modules/pnpm/bin/pnpm.mjs');
  const registry = await startRegistry(packages);
  const npmrc = { '.npmrc': `@repkit:registry=${registry.url}\n` };
  const manifest = (/** @type {Record<string, any>} */ fields) => ({
    'package.json': JSON.stringify({
      name: 'recipe',
      ...fields,
      dependencies: { ...CRAWLEE_UTILS, ...fields.dependencies },
    }),
  });
  const { override, direct, pnpm, yarn } = recipes();
  /** @type {[name: string, files: Record<string, string>, program: string[], shown: string[], expected: RegExp][]} */
  const rows = [
    ...[override, direct].map(
      (recipe, index) =>
        /** @type {[string, Record<string, string>, string[], string[], RegExp]} */ ([
          `npm-${index}`,
          { ...npmrc, ...manifest(JSON.parse(recipe)) },
          ['npm'],
          ['ls', 'robots-parser'],
          /robots-parser@npm:@repkit\/robots-parser@/,
        ]),
    ),
    [
      'pnpm',
      { ...npmrc, ...manifest({ dependencies: programs }), 'pnpm-workspace.yaml': pnpm },
      [nodePath(), pnpmPath],
      ['why', 'robots-parser'],
      /^@repkit\/robots-parser@/m,
    ],
    [
      'yarn',
      { ...manifest(JSON.parse(yarn)), '.yarnrc.yml': yarnSettings(registry.url) },
      [nodePath(), yarnPath()],
      ['why', '@repkit/robots-parser'],
      /@crawlee\/utils@[\s\S]*@repkit\/robots-parser@/,
    ],
  ];
  /** @param {typeof rows[number]} row */
  const problemsOfRow = async ([name, files, [program = '', ...args], shown, expected]) => {
    const folder = project(`recipe-${name}`, files);
    await run(folder, program, [...args, 'install']);
    const output = await run(folder, program, [...args, ...shown]);
    const replaces = output.split('\n').filter((line) => /(^|[^/])robots-parser@/.test(line));
    const areAll = name.startsWith('npm') ? replaces.every((line) => expected.test(line)) : true;
    return expected.test(output) && areAll ? [] : [`${name}: ${output}`];
  };
  try {
    // At the same time, because they mostly wait for the registry.
    const problems = (await Promise.all(rows.map(problemsOfRow))).flat();
    return { folder: join(temporary(), 'recipe-pnpm'), problems };
  } finally {
    registry.close();
  }
}

/**
 * Installs the command with Yarn, which by default leaves packages in archives (Plug'n'Play).
 *
 * @param {import('./packed.mjs').Packed[]} packages
 * @returns {Promise<string[]>} the arguments with which Node runs the command
 */
export async function installWithYarn(packages) {
  const registry = await startRegistry(packages);
  const command = packages.find(({ name }) => name === 'repkit');
  const folder = project('plug-and-play', {
    'package.json': JSON.stringify({ dependencies: { repkit: `file:${command?.tarball}` } }),
    '.yarnrc.yml': yarnSettings(registry.url),
  });
  try {
    await run(folder, nodePath(), [yarnPath(), 'install']);
  } finally {
    registry.close();
  }
  const preload = ['--require', join(folder, '.pnp.cjs')];
  const find = "console.log(require.resolve('repkit/package.json'))";
  const path = await run(folder, nodePath(), [...preload, '--eval', find]);
  const bin = join(dirname(path.trim()), 'dist/bin.js');
  return [...preload, '--loader', join(folder, '.pnp.loader.mjs'), bin];
}

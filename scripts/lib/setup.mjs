/** Sets up a fresh clone: dependencies and built packages. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKS, CONSUMERS, childEnv, DOCS, nodePath, npm, ROOT, readJson, SetupError, toolPath } from './commands.mjs';

const STAMP = join(ROOT, 'node_modules/.cache/repkit/built');

/**
 * Returns whether node_modules is as new as the lock file. npm lists what it installed at the end of each install.
 *
 * @param {string} folder of the lock file
 */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const wanted = join(folder, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

/**
 * Installs what a lock file names, unless it is installed. Reports progress on stderr.
 *
 * @param {string} what
 * @param {string} folder of the lock file
 */
function install(what, folder) {
  if (isInstalled(folder)) return;
  say(`installing ${what} (once) …`);
  const result = npm(['ci'], folder);
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw new SetupError(`"npm ci" in ${folder} failed; see the output above.`);
}

export const installDependencies = () => install('dependencies', ROOT);
export const installDocsTools = () => install('the tools of the docs site', DOCS);
export const installCheckTools = () => install('the tools of the checks', CHECKS);
export const installConsumers = () => install('the programs that use the packed packages', CONSUMERS);

/** Returns the folders of the packages. */
function packageFolders() {
  const parent = join(ROOT, 'packages');
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Returns the packages that npm publishes. */
export function publishedPackages() {
  return packageFolders()
    .map((folder) => ({ folder, manifest: readJson(join(folder, 'package.json')) }))
    .filter(({ manifest }) => !manifest.private);
}

/** Returns the folders that `tsc -b` builds. */
function builtFolders() {
  return packageFolders().filter((folder) => existsSync(join(folder, 'tsconfig.json')));
}

/** Files of a package that its build depends on, in addition to its sources. */
const SETTINGS = ['tsconfig.json', 'vite.config.ts', 'rolldown.config.ts'];

/** Returns the start time of the last build, or 0 if there is none or a part of it is missing. */
function lastBuild() {
  const isComplete = builtFolders().every((folder) => existsSync(join(folder, 'dist')));
  return isComplete && existsSync(STAMP) ? statSync(STAMP).mtimeMs : 0;
}

/** Returns the time of the latest change to what is built. The time of a folder reflects deleted files. */
function latestChange() {
  const inputs = builtFolders().flatMap((folder) => [join(folder, 'src'), ...SETTINGS.map((name) => join(folder, name))]);
  // The command contains the pages about diagnostic codes.
  inputs.push(join(ROOT, '.config/tsconfig.base.json'), join(ROOT, 'docs/lint'));
  const paths = inputs.filter(existsSync).flatMap((input) => {
    if (!statSync(input).isDirectory()) return [input];
    const within = readdirSync(input, { recursive: true, encoding: 'utf8' });
    return [input, ...within.map((path) => join(input, path))];
  });
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/**
 * @param {string[]} args the tool and its arguments
 * @param {string} [cwd]
 */
function runBuildTool(args, cwd = ROOT) {
  const result = spawnSync(nodePath(), args, {
    cwd,
    encoding: 'utf8',
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw new SetupError('The build failed; see the output above.');
}

/** What the page of the API documentation loads; swagger-ui.js is the same without its libraries. */
const SWAGGER_UI_FILES = [
  'favicon-16x16.png',
  'favicon-32x32.png',
  'index.css',
  'logo.svg',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui.css',
];

/** The bundled command contains the service, so it also needs the files of its pages. */
function copyPages() {
  const dist = join(ROOT, 'packages/cli/dist');
  const pages = ['tester', 'swagger-ui'].map((name) => join(dist, name));
  for (const folder of pages) rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, 'packages/server/dist/tester'), join(dist, 'tester'), { recursive: true });
  const installed = join(ROOT, 'node_modules/@fastify/swagger-ui/static');
  for (const name of SWAGGER_UI_FILES) {
    cpSync(join(installed, name), join(dist, 'swagger-ui', name));
  }
}

function build() {
  const began = new Date();
  runBuildTool([toolPath('typescript', 'tsc'), '-b', ...builtFolders()]);
  for (const folder of builtFolders()) {
    const config = join(folder, 'rolldown.config.ts');
    if (existsSync(config)) runBuildTool([toolPath('rolldown'), '--config', config], folder);
    const pages = join(folder, 'vite.config.ts');
    if (existsSync(pages)) runBuildTool([toolPath('vite'), 'build', '--config', pages], folder);
  }
  copyPages();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, '');
  // The start time, so that a file saved during the build counts as newer.
  utimesSync(STAMP, began, began);
}

/** Checks the types of everything, including the tests. */
export function checkTypes() {
  runBuildTool([toolPath('typescript', 'tsc'), '-b']);
}

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`repkit: ${sentence}\n`);
}

/** Installs missing dependencies and rebuilds changed packages. Reports progress on stderr. */
export function setUp() {
  installDependencies();
  const built = lastBuild();
  if (latestChange() < built) return;
  say(built === 0 ? 'building the packages (once) …' : 'the sources have changed: building …');
  build();
}

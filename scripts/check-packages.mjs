/**
 * The packages as their users get them: built afresh, packed, looked over by publint and attw,
 * installed in an empty folder and run there. The core runs every conformance case, in Node and in a
 * real Chromium; the client compiles and loads without the libraries that its hooks are for.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnv, main, nodePath, npm, ROOT, readJson, toolPath } from './lib/commands.mjs';
import { copyRunner, readCaseFiles, runConformance } from './lib/conformance.mjs';
import { inChromium } from './lib/in-chromium.mjs';
import { findProgram } from './lib/programs.mjs';
import { buildAfresh, packageFolders, setUp } from './lib/setup.mjs';

/**
 * A packed package.
 *
 * @typedef {{ name: string, tarball: string, unpacked: string, manifest: Record<string, any> }} Packed
 */

const MEANT_TO_SHIP =
  /^(package\.json|LICENSE|README\.md|dist\/.+\.(js|d\.ts)|dist\/man\/.+\.1|dist\/tester\/.+)$/;

const temporary = mkdtempSync(join(tmpdir(), 'repkit-packages-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
let failures = 0;

/**
 * @param {string} what
 * @param {() => string[] | Promise<string[]>} findProblems
 */
async function check(what, findProblems) {
  /** @type {string[]} */
  let problems;
  try {
    problems = await findProblems();
  } catch (error) {
    problems = [error instanceof Error ? error.message : String(error)];
  }
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}: ${what}`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) failures += 1;
}

/**
 * Runs a script under the pinned Node.
 *
 * @param {string[]} args the script and its arguments
 * @param {string} [input]
 */
function node(args, input = '') {
  const options = /** @type {const} */ ({ encoding: 'utf8', input });
  return spawnSync(nodePath(), args, { ...options, cwd: temporary, env: childEnv() });
}

/** @param {{ status: number | null, stdout: string, stderr: string }} result */
function problemsOf({ status, stdout, stderr }) {
  return status === 0 ? [] : [`${stdout}${stderr}`.trim() || `ended with ${status}`];
}

/**
 * @param {string} folder of a package
 * @returns {Packed}
 */
function pack(folder) {
  const target = join(temporary, basename(folder));
  mkdirSync(target);
  const [problem] = problemsOf(npm(['pack', `--pack-destination=${target}`], folder));
  if (problem !== undefined) throw new Error(problem);
  const [file = ''] = readdirSync(target);
  const tarball = join(target, file);
  spawnSync('tar', ['-xzf', tarball, '-C', target]);
  const unpacked = join(target, 'package');
  const manifest = readJson(join(unpacked, 'package.json'));
  return { name: manifest.name, tarball, unpacked, manifest };
}

/** @param {Packed} packed */
function surplusAndMissingFiles({ unpacked, manifest }) {
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(unpacked, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
  return [
    ...files
      .filter((path) => !MEANT_TO_SHIP.test(path))
      .map((path) => `not meant to ship: ${path}`),
    ...['README.md', 'LICENSE', ...(manifest.man ?? [])]
      .filter((path) => !files.includes(posix.normalize(path)))
      .map((path) => `no ${path}`),
  ];
}

/** @param {Packed} packed */
function otherLicence({ unpacked }) {
  const [own, root] = [unpacked, ROOT].map((at) => readFileSync(join(at, 'LICENSE'), 'utf8'));
  return own === root ? [] : ['its LICENSE is not the text of the root'];
}

/**
 * @param {string} name of the new folder
 * @param {Packed[]} packages
 * @returns {string} the folder
 */
function install(name, packages) {
  const folder = join(temporary, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const tarballs = packages.map(({ tarball }) => tarball);
  const [problem] = problemsOf(npm(['install', `--prefix=${folder}`, ...tarballs], folder));
  if (problem !== undefined) throw new Error(problem);
  return folder;
}

/** @param {Packed[]} packages */
function wrongAnswersOfTheCommand(packages) {
  const folder = join(install('all', packages), 'node_modules/repkit');
  const bin = join(folder, readJson(join(folder, 'package.json')).bin.repkit);
  const robotsTxt = 'User-agent: *\nDisallow: /private/\n';
  const store = `--store=${join(temporary, 'robots.sqlite')}`;
  return [
    { args: ['--robots=-', 'https://example.com/'], exitCode: 0, says: 'allowed' },
    { args: ['--robots=-', 'https://example.com/private/'], exitCode: 1, says: 'disallowed' },
    // By the client, which refuses it without a request.
    { args: [store, 'http://127.0.0.1:9/'], exitCode: 1, says: 'unreachable' },
  ].flatMap(({ args, exitCode, says }) => {
    const { status, stdout, stderr } = node([bin, 'check', ...args], robotsTxt);
    if (status === exitCode && stdout.startsWith(`${says} `) && stderr === '') return [];
    return [`${args.join(' ')}: exit code ${status}, ${stdout}${stderr}`.trim()];
  });
}

/**
 * As `npm install --global` lays it: man looks beside the folder of the command.
 *
 * @param {Packed[]} packages
 */
function missingManualPages(packages) {
  const prefix = join(temporary, 'global');
  const tarballs = packages.map(({ tarball }) => tarball);
  const [problem] = problemsOf(
    npm(['install', '--global', `--prefix=${prefix}`, ...tarballs], temporary),
  );
  if (problem !== undefined) throw new Error(problem);
  return packages
    .flatMap(({ manifest }) => manifest.man ?? [])
    .map((path) => join(prefix, 'share/man/man1', basename(path)))
    .filter((path) => !readFileSync(path, 'utf8').startsWith('.TH '));
}

/** @param {Packed} packed */
async function checkPackage(packed) {
  const { name, tarball, manifest } = packed;
  await check(`${name}: what ships is what is meant to`, () => surplusAndMissingFiles(packed));
  await check(`${name}: licence`, () => otherLicence(packed));
  await check(`${name}: publint`, () =>
    problemsOf(node([toolPath('publint'), 'run', tarball, '--strict'])),
  );
  // A package with a command and no exports has no types to look over.
  if (manifest.exports !== undefined) {
    await check(`${name}: attw`, () =>
      problemsOf(
        node([toolPath('@arethetypeswrong/cli', 'attw'), tarball, '--profile', 'esm-only']),
      ),
    );
  }
}

/**
 * @param {string} where the cases run
 * @param {() => ReturnType<typeof runConformance>} run
 */
async function checkConformance(where, run) {
  const { count, problems } = await run().catch((error) => ({ count: 0, problems: [`${error}`] }));
  await check(`@repkit/core: ${count} conformance cases in ${where}`, () => problems);
}

/** @param {Packed} core */
async function checkCore(core) {
  await check('@repkit/core: no dependency of any kind', () =>
    Object.keys(core.manifest).filter((key) => /dependencies/i.test(key)),
  );
  const folder = install('core-alone', [core]);
  await check('@repkit/core: its install brings nothing else', () =>
    readdirSync(join(folder, 'node_modules')).filter((name) => !/^(\..+|@repkit)$/.test(name)),
  );

  const runner = copyRunner(folder);
  const files = readCaseFiles();
  await checkConformance('Node', () =>
    runConformance({ runner: pathToFileURL(runner).href, files }),
  );
  if (!findProgram('chromium') && !process.env.CI) {
    console.log('skipped, for want of a Chromium: @repkit/core in a browser');
    return;
  }
  const imports = {
    '@repkit/core': posix.join('/node_modules/@repkit/core', core.manifest.exports['.'].default),
  };
  await checkConformance('a real Chromium', () =>
    inChromium({ folder, imports }, (page) =>
      page.evaluate(runConformance, { runner: '/runner', files }),
    ),
  );
}

/** What the hooks of the client and its store in Redis are for; who uses none of them installs none of them. */
const OPTIONAL_PEERS = /^(ioredis|got|crawlee|@crawlee|playwright.*)$/;

/** @param {Packed[]} packages the client, and what it depends on */
async function checkClient(packages) {
  const client = packages.find(({ name }) => name === '@repkit/client');
  if (client === undefined) throw new Error('there is no client');
  const folder = install('client-alone', packages);
  await check(`${client.name}: its install brings no library that a hook is for`, () =>
    readdirSync(join(folder, 'node_modules')).filter((name) => OPTIONAL_PEERS.test(name)),
  );
  const paths = Object.keys(client.manifest.exports);
  /**
   * @param {string} name
   * @param {string[]} parts paths of exports
   */
  const program = (name, parts) => {
    const lines = parts.map((path, index) => {
      const specifier = JSON.stringify(posix.join(client.name, path));
      return `import * as part${index} from ${specifier};\nvoid Object.keys(part${index});\n`;
    });
    const file = join(folder, name);
    writeFileSync(file, lines.join(''));
    return file;
  };
  await check(`${client.name}: all of its exports load without them`, () =>
    problemsOf(node([program('loads.ts', paths)])),
  );
  // Whoever imports the store in Redis has ioredis, and gives it an instance of that.
  const typed = paths.filter((path) => path !== './redis');
  await check(`${client.name}: its types compile without them`, () =>
    problemsOf(node([toolPath('typescript', 'tsc'), ...CONSUMER, program('compiles.ts', typed)])),
  );
}

/** The settings of a strict user, who also has the declarations of what is installed looked over. */
const CONSUMER = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
];

await main(async () => {
  setUp();
  buildAfresh();
  const packages = packageFolders()
    .filter((folder) => readJson(join(folder, 'package.json')).private !== true)
    .map(pack);
  for (const packed of packages) await checkPackage(packed);
  for (const packed of packages) if (packed.name === '@repkit/core') await checkCore(packed);
  await checkClient(packages.filter(({ name }) => /^@repkit\/(core|client)$/.test(name)));
  await check('all packages together: the command answers', () =>
    wrongAnswersOfTheCommand(packages),
  );
  // npm has no place for them on Windows.
  if (process.platform !== 'win32') {
    await check('all packages together: a global install brings the manual pages', () =>
      missingManualPages(packages),
    );
  }
  process.exitCode = failures > 0 ? 1 : 0;
});

/**
 * Checks the packages as users get them: packed, checked by publint and attw, installed in an empty folder and run on
 * this Node and on the oldest supported one. Core runs all conformance cases, in Chromium, Deno, Bun and workerd too; the client
 * compiles and loads without the libraries of its hooks; the command is small and serves; CommonJS can require core and the
 * drop-in.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CHECKS, CONSUMERS, main, nodePath, ROOT, toolPath } from './lib/commands.mjs';
import {
  installForCommonJs,
  problemsOfEsbuild,
  problemsOfJest,
  problemsOfRequire,
  problemsOfTypeScript,
} from './lib/common-js.mjs';
import { conformanceOn, copyRunner, readCaseFiles, runConformance } from './lib/conformance.mjs';
import { inChromium } from './lib/in-chromium.mjs';
import { runOn } from './lib/nodes.mjs';
import { CONSUMER, check, checkBytes, named, packagesAndNodes } from './lib/package-checks.mjs';
import { install, problemsOf, tarballs } from './lib/packed.mjs';
import { findProgram } from './lib/programs.mjs';
import { installWithYarn } from './lib/recipes.mjs';
import {
  BUN,
  conformanceOnWorkerd,
  DENO,
  haveRuntimes,
  problemsOfJsr,
  problemsOfTheWorker,
} from './lib/runtimes.mjs';
import { installConsumers } from './lib/setup.mjs';
import { BUDGET, bundleBytes, firstViewBytes, installSize } from './lib/sizes.mjs';

const MEANT_TO_SHIP =
  /^(package\.json|LICENSE|README\.md|dist\/LICENSES\.txt|dist\/lint\/.+\.md|dist\/.+\.(c?js|d\.ts)|dist\/cjs\/package\.json|src\/robots-parser\.d\.cts|dist\/(swagger-ui|tester)\/.+|repkit\.config\.schema\.json|CHANGELOG\.md|case\.schema\.json|(behaviors|cases)\.ndjson|cases\/.+\.ndjson|runner\/.+\.(mjs|json)|adapters\/[^/]+)$/;

/**
 * @typedef {import('./lib/packed.mjs').Packed} Packed
 * @typedef {import('./lib/nodes.mjs').Node} Node
 */

/**
 * The arguments of attw for the packages that CommonJS can use.
 *
 * @type {Record<string, string[]>}
 */
const ATTW = {
  '@repkit/core': [],
  // Its declarations describe both builds with `export =`.
  '@repkit/robots-parser': ['--ignore-rules', 'false-cjs'],
};

/** @param {Packed} packed */
function surplusAndMissingFiles({ unpacked }) {
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(unpacked, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
  return [
    ...files.filter((path) => !MEANT_TO_SHIP.test(path)).map((path) => `unexpected file: ${path}`),
    ...['README.md', 'LICENSE']
      .filter((path) => !files.includes(posix.normalize(path)))
      .map((path) => `no ${path}`),
  ];
}

/** @param {Packed} packed */
function otherLicense({ unpacked }) {
  const [own, root] = [unpacked, ROOT].map((at) => readFileSync(join(at, 'LICENSE'), 'utf8'));
  return own === root ? [] : ['its LICENSE differs from the one in the root'];
}

/**
 * Returns whether publint reports nothing but the drop-in's `export =` for ES modules, which is meant: its default import is what
 * require() returns, in both builds.
 *
 * @param {string} name of the package
 * @param {string} problem
 */
function onlyAmbiguousDefault(name, problem) {
  const numbered = problem.match(/^\d+\. .*$/gm) ?? [];
  return (
    name === '@repkit/robots-parser' &&
    numbered.length === 1 &&
    /types is interpreted as CJS/.test(numbered[0] ?? '')
  );
}

/**
 * @param {Packed} packed
 * @param {Node} node for the tools
 */
async function checkPackage(packed, node) {
  const { name, tarball, manifest } = packed;
  await check(`${name}: the tarball contains the intended files`, () =>
    surplusAndMissingFiles(packed),
  );
  await check(`${name}: license`, () => otherLicense(packed));
  await check(`${name}: publint`, () =>
    problemsOf(
      runOn(node, [toolPath('publint', 'publint', CHECKS), 'run', tarball, '--strict']),
    ).filter((problem) => !onlyAmbiguousDefault(name, problem)),
  );
  // A package with only a command has no types to check.
  if (manifest.exports !== undefined) {
    const attw = toolPath('@arethetypeswrong/cli', 'attw', CHECKS);
    await check(`${name}: attw`, () =>
      problemsOf(runOn(node, [attw, tarball, ...(ATTW[name] ?? ['--profile', 'esm-only'])])),
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

/**
 * @param {string} name of the package
 * @param {string} folder where it is installed alone
 */
async function checkInstallSize(name, folder) {
  const { packages, mebibytes } = installSize(folder);
  const most = BUDGET.installs[name] ?? { packages: 0, mebibytes: 0 };
  await check(
    `${name}: installs ${packages} packages, of at most ${most.packages}, and ${mebibytes} MiB, of at most ${most.mebibytes}`,
    () =>
      packages > most.packages || mebibytes > most.mebibytes
        ? ['over the limit in budget.json']
        : [],
  );
}

/**
 * @param {Packed} core
 * @param {Node[]} nodes
 */
async function checkCore(core, nodes) {
  await check('@repkit/core: no dependency of any kind', () =>
    Object.keys(core.manifest).filter((key) => /dependencies/i.test(key)),
  );
  const folder = install('core-alone', tarballs([core]));
  await check('@repkit/core: installs no other packages', () =>
    readdirSync(join(folder, 'node_modules')).filter((name) => !/^(\..+|@repkit)$/.test(name)),
  );

  for (const [program, most] of Object.entries(BUDGET.bundles)) {
    const measure = () => bundleBytes(program, folder, nodes[0]);
    await checkBytes(`@repkit/core: the bundle "${program}"`, measure, most);
  }
  const runner = copyRunner(folder);
  for (const node of nodes) {
    await checkConformance(node.name, async () => conformanceOn(node, runner));
  }
  await checkOtherRuntimes(folder, runner, nodes[0]);
  if (!findProgram('chromium') && !process.env.CI) {
    console.log('skipped because Chromium is missing: @repkit/core in a browser');
    return;
  }
  const imports = Object.fromEntries(
    Object.entries(core.manifest.exports).map(([entry, target]) => [
      posix.join('@repkit/core', entry),
      posix.join('/node_modules/@repkit/core', target.default),
    ]),
  );
  await checkConformance('a real Chromium', () =>
    inChromium({ folder, imports }, (page) =>
      page.evaluate(runConformance, { runner: '/runner', files: readCaseFiles() }),
    ),
  );
}

/**
 * @param {string} folder where core is installed
 * @param {string} runner of the cases
 * @param {Node} node for the bundler
 */
async function checkOtherRuntimes(folder, runner, node) {
  if (!haveRuntimes) {
    console.log(
      'skipped, because they run on Linux x64 only: @repkit/core in Deno, Bun and workerd',
    );
    return;
  }
  for (const runtime of [DENO, BUN]) {
    await checkConformance(runtime.name, async () => conformanceOn(runtime, runner));
  }
  await check('@repkit/core: JSR would accept it', () => problemsOfJsr());
  await checkConformance('workerd', () => conformanceOnWorkerd(folder, node));
  await check('@repkit/core: the Worker of the guide in workerd', () =>
    problemsOfTheWorker(folder, node),
  );
}

/**
 * @param {Packed[]} packages all of them
 * @param {Node[]} nodes also those that only core and the drop-in support
 */
async function checkCommonJs(packages, nodes) {
  const folder = installForCommonJs(packages);
  const what = '@repkit/core and @repkit/robots-parser';
  await check(`${what}: Jest requires them`, () => problemsOfJest(folder, nodes[0]));
  await check(`${what}: esbuild bundles require()`, () => problemsOfEsbuild(folder, nodes[0]));
  for (const node of nodes) {
    await check(`${what}: require() loads them in ${node.name}`, () =>
      problemsOfRequire(folder, node),
    );
  }
  for (const older of ['typescript-5.0.4', 'typescript-5.4.5']) {
    await check(`${what}: ${older} resolves types`, () =>
      problemsOfTypeScript(folder, toolPath(older, 'tsc', CONSUMERS), true, nodes[0]),
    );
  }
  await check(`${what}: the pinned TypeScript resolves types`, () =>
    problemsOfTypeScript(folder, toolPath('typescript', 'tsc'), false, nodes[0]),
  );
}

/** @param {Packed[]} packages all packages */
async function checkCommandAlone(packages) {
  const alone = ['repkit', '@repkit/client', '@repkit/core'].map((name) => named(packages, name));
  const folder = install('command-alone', tarballs(alone));
  await checkInstallSize('repkit', folder);
  const command = join(folder, 'node_modules/repkit/dist');
  const tester = join(command, 'tester');
  await checkBytes(
    'the web tester: the first view',
    () => firstViewBytes(tester),
    BUDGET.testerFirstView,
  );
  const bin = join(command, 'bin.js');
  await check('repkit: the installed serve responds, and includes the web tester', () =>
    problemsOfTheService([bin]),
  );
  await check('repkit: serve responds if Yarn installed it, in archives', async () =>
    problemsOfTheService(await installWithYarn(alone)),
  );
}

/**
 * @param {string[]} command arguments of Node
 * @returns {Promise<string[]>}
 */
async function problemsOfTheService(command) {
  const service = spawn(nodePath(), [...command, 'serve', '--port=0', '--store=memory'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    let output = '';
    for await (const chunk of service.stderr) {
      output += chunk;
      if (output.includes('Ctrl-C')) break;
    }
    const [url] = /http:\/\/\S+/.exec(output) ?? [];
    if (url === undefined) return [`it did not start: ${output}`];
    const lint = { method: 'POST', body: JSON.stringify({ robotsTxt: 'Disalow: /' }) };
    const page = await (await fetch(url)).text();
    const [script = 'none'] = /assets\/[^"]+\.js/.exec(page) ?? [];
    const headers = { 'content-type': 'application/json' };
    const responses = await Promise.all([
      fetch(new URL(script, url)),
      fetch(new URL('docs', url)),
      // An analysis runs in a thread.
      fetch(new URL('v1/lint', url), { ...lint, headers }),
    ]);
    return responses.filter(({ ok }) => !ok).map((failed) => `${failed.url}: ${failed.status}`);
  } finally {
    service.kill();
  }
}

/** Libraries used by the client's hooks and its Redis store. Installing the client must not install them. */
const OPTIONAL_PEERS = /^(ioredis|got|crawlee|@crawlee|playwright.*)$/;

/**
 * @param {Packed[]} packages all of them
 * @param {Node[]} nodes
 */
async function checkClient(packages, nodes) {
  const client = named(packages, '@repkit/client');
  const folder = install('client-alone', tarballs([client, named(packages, '@repkit/core')]));
  await checkInstallSize(client.name, folder);
  await check(`${client.name}: installs no library of a hook`, () =>
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
  for (const node of nodes) {
    await check(`${client.name}: all of its exports load without them in ${node.name}`, () =>
      problemsOf(runOn(node, [program('loads.ts', paths)])),
    );
  }
  // Users of the Redis store install ioredis themselves and pass an instance.
  const typed = paths.filter((path) => path !== './redis');
  await check(`${client.name}: its types compile without them`, () =>
    problemsOf(
      runOn(nodes[0], [toolPath('typescript', 'tsc'), ...CONSUMER, program('compiles.ts', typed)]),
    ),
  );
}

await main(async () => {
  installConsumers();
  const { packages, nodes, older } = packagesAndNodes();
  for (const packed of packages) await checkPackage(packed, nodes[0]);
  // Core runs on an older Node than the test runner does.
  await checkCore(named(packages, '@repkit/core'), [...nodes, ...older]);
  await checkClient(packages, nodes);
  await checkCommandAlone(packages);
  await checkCommonJs(packages, [...nodes, ...older]);
});

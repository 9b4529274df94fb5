/**
 * Checks the packages as users get them: packed, checked by publint and attw, installed in an empty folder and run on
 * this Node and on the oldest supported one. Core runs all conformance cases, in Chromium, Deno, Bun and workerd too; the client compiles and loads
 * without the libraries of its hooks; the command is small and serves; programs that use robots-parser run on its replacement.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { CHECKS, main, nodePath, ROOT, readJson, toolPath } from './lib/commands.mjs';
import {
  installForCommonJs,
  problemsOfEsbuild,
  problemsOfJest,
  problemsOfRequire,
  problemsOfTypeScript,
} from './lib/common-js.mjs';
import { conformanceOn, copyRunner, readCaseFiles, runConformance } from './lib/conformance.mjs';
import {
  installDirectDropIn,
  installDropIn,
  problemsOfCrawlee,
  problemsOfLighthouse,
  problemsOfTheOverride,
  TYPED,
} from './lib/drop-in.mjs';
import { inChromium } from './lib/in-chromium.mjs';
import { nodesFor, runOn } from './lib/nodes.mjs';
import { install, pack, problemsOf, tarballs, temporary } from './lib/packed.mjs';
import { findProgram } from './lib/programs.mjs';
import { installWithYarn, problemsOfRecipes } from './lib/recipes.mjs';
import {
  conformanceOnWorkerd,
  installRuntimes,
  problemsOfJsr,
  problemsOfTheWorker,
} from './lib/runtimes.mjs';
import { packageFolders, setUp } from './lib/setup.mjs';
import { BUDGET, bundleBytes, firstViewBytes, installSize } from './lib/sizes.mjs';
import { problemsOfUnsupported } from './lib/unsupported.mjs';

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

const PINNED = { name: 'the pinned Node', path: nodePath() };

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
 * Runs commands that depend on features of the Node version, such as SQLite and Zstandard.
 *
 * @param {string} folder where all packages are installed
 * @param {Node} node
 */
function problemsOfTheCommand(folder, node) {
  const command = join(folder, 'node_modules/repkit');
  const bin = join(command, readJson(join(command, 'package.json')).bin.repkit);
  // Each Node version creates its own store.
  const store = `--store=${join(temporary(), `${node.name}.sqlite`)}`;
  const urls = zstdCompressSync('https://example.com/\nhttps://example.com/private/\n');
  const [whole, cut] = ['whole.zst', 'cut.zst'].map((name) => join(temporary(), name));
  writeFileSync(whole, urls);
  writeFileSync(cut, urls.subarray(0, -4));
  const robots = '--robots=-';
  return [
    { args: ['check', robots, 'https://example.com/'], exitCode: 0, says: /^allowed / },
    { args: ['check', robots, 'https://example.com/private/'], exitCode: 1, says: /^disallowed / },
    // The client refuses this address without a request.
    { args: ['check', store, 'http://127.0.0.1:9/'], exitCode: 1, says: /^unreachable / },
    { args: ['filter', robots, whole], exitCode: 0, says: /\tallowed\n.*\tdisallowed\n$/ },
    {
      args: ['filter', robots, cut],
      exitCode: 2,
      says: /^repkit filter: .* is damaged or incomplete/,
    },
  ].flatMap(({ args, exitCode, says }) => {
    const robotsTxt = 'User-agent: *\nDisallow: /private/\n';
    const { status, stdout, stderr } = runOn(node, [bin, ...args], robotsTxt);
    // Either results or an error, and no warnings.
    const [text = '', ...more] = [stdout, stderr].filter((stream) => stream !== '');
    if (status === exitCode && says.test(text) && more.length === 0) return [];
    return [`${args.join(' ')}: exit code ${status}, ${stdout}${stderr}`.trim()];
  });
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
 * @param {string} what
 * @param {() => number} measure
 * @param {number} most
 */
async function checkBytes(what, measure, most) {
  const bytes = measure();
  await check(`${what}: ${bytes} bytes after gzip, of at most ${most}`, () =>
    bytes > most ? ['over the limit in budget.json'] : [],
  );
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
 * @returns {Promise<Node[]>} Bun, if there is one for this platform
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
  const bun = await checkOtherRuntimes(folder, runner, nodes[0]);
  if (!findProgram('chromium') && !process.env.CI) {
    console.log('skipped because Chromium is missing: @repkit/core in a browser');
    return bun;
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
  return bun;
}

/**
 * @param {string} folder where core is installed
 * @param {string} runner of the cases
 * @param {Node} node for the bundler
 * @returns {Promise<Node[]>} Bun
 */
async function checkOtherRuntimes(folder, runner, node) {
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    console.log(
      'skipped, because they run on Linux x64 only: @repkit/core in Deno, Bun and workerd',
    );
    return [];
  }
  const { likeNode, deno, workerd } = installRuntimes();
  for (const runtime of likeNode) {
    await checkConformance(runtime.name, async () => conformanceOn(runtime, runner));
  }
  await check('@repkit/core: JSR would accept it', () => problemsOfJsr(deno));
  await checkConformance('workerd', () => conformanceOnWorkerd(workerd, folder, node));
  await check('@repkit/core: the Worker of the guide in workerd', () =>
    problemsOfTheWorker(workerd, folder, node),
  );
  return likeNode.filter(({ name }) => name === 'Bun');
}

/** @param {Packed[]} packages all packages */
async function checkCommandAlone(packages) {
  const needed = ['repkit', '@repkit/client', '@repkit/core'];
  const alone = packages.filter(({ name }) => needed.includes(name));
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
  const service = spawn(PINNED.path, [...command, 'serve', '--port=0', '--store=memory'], {
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

/**
 * Runs the bulk example, which filters, surveys and checks rows on threads, with the packed packages.
 *
 * @param {string} folder where all packages are installed
 * @param {Node} node
 */
function problemsOfBulk(folder, node) {
  const name = 'check-in-bulk.ts';
  const source = readFileSync(join(ROOT, 'examples', name), 'utf8');
  const program = join(folder, name);
  writeFileSync(program, source);
  const [, expected = ''] = source.split('// Prints:\n');
  const { status, stdout, stderr } = runOn(node, [program]);
  const printed = stdout.replaceAll(/^/gm, '// ').replace(/\/\/ $/, '');
  return status === 0 && printed === expected ? [] : [`exit code ${status}, ${stdout}${stderr}`];
}

/**
 * Runs the published suite on core, from the installed packages.
 *
 * @param {string} folder where all packages are installed
 * @param {Node} node
 */
function problemsOfTheSuite(folder, node) {
  const suite = join(folder, 'node_modules/@repkit/conformance');
  const published = readFileSync(join(suite, 'cases.ndjson'), 'utf8').trimEnd().split('\n').length;
  const program = [node.path, join(suite, 'adapters/repkit.mjs')];
  const args = [join(suite, 'runner/main.mjs'), 'run', '--lines', '--', ...program];
  const { status, stdout, stderr } = runOn(node, args);
  if (status === 0 && published > 4000 && /^\d{4} passed, 0 failed$/m.test(stdout)) return [];
  return [`exit code ${status}, ${published} cases published, ${stdout}${stderr}`];
}

/** Libraries used by the client's hooks and its Redis store. Installing the client must not install them. */
const OPTIONAL_PEERS = /^(ioredis|got|crawlee|@crawlee|playwright.*)$/;

/**
 * @param {Packed[]} packages the client and its dependencies
 * @param {Node[]} nodes
 */
async function checkClient(packages, nodes) {
  const client = packages.find(({ name }) => name === '@repkit/client');
  if (client === undefined) throw new Error('There is no client.');
  const folder = install('client-alone', tarballs(packages));
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

/** Strict settings that also check the declarations of installed packages. */
const CONSUMER = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
];

/** The oldest version whose users we support. */
const OLDEST_TYPESCRIPT = '5.9.3';

/** How TypeScript projects resolve packages. Under `node16`, TypeScript lets no CommonJS file import an ES module. */
const RESOLUTIONS = [
  { options: ['--module', 'node16'], extensions: ['mts'] },
  { options: ['--module', 'node20'], extensions: ['mts', 'cts'] },
  { options: ['--module', 'nodenext'], extensions: ['mts', 'cts'] },
  {
    options: ['--module', 'preserve', '--moduleResolution', 'bundler'],
    extensions: ['mts', 'cts'],
  },
];

/**
 * Checks that ES modules and CommonJS, in JavaScript and TypeScript, can use all entry points.
 *
 * @param {Packed[]} packages all of them
 * @param {string} folder where they are installed
 * @param {Node[]} nodes
 */
async function checkConsumers(packages, folder, nodes) {
  const specifiers = packages.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports ?? {}).map((path) => JSON.stringify(posix.join(name, path))),
  );
  const required = join(folder, 'required.cjs');
  writeFileSync(required, specifiers.map((specifier) => `require(${specifier});\n`).join(''));
  for (const node of nodes) {
    await check(`all packages together: require() loads all entry points in ${node.name}`, () => {
      const ended = runOn(node, [required]);
      // A warning is a problem too.
      return ended.stderr === '' ? problemsOf(ended) : [ended.stderr];
    });
  }
  for (const extension of ['mts', 'cts']) {
    const lines = specifiers.map(
      (specifier, index) =>
        `import * as part${index} from ${specifier};\nvoid Object.keys(part${index});\n`,
    );
    writeFileSync(join(folder, `compiles.${extension}`), lines.join(''));
  }
  const oldest = install('oldest-typescript', [`typescript@${OLDEST_TYPESCRIPT}`]);
  const compilers = {
    'the pinned TypeScript': toolPath('typescript', 'tsc'),
    [`TypeScript ${OLDEST_TYPESCRIPT}`]: join(oldest, 'node_modules/typescript/bin/tsc'),
  };
  for (const { options, extensions } of RESOLUTIONS) {
    const files = extensions.map((extension) => join(folder, `compiles.${extension}`));
    for (const [compiler, tsc] of Object.entries(compilers)) {
      await check(
        `all packages together: ${compiler} resolves types with ${options.join(' ')}`,
        () => problemsOf(runOn(nodes[0], [tsc, ...CONSUMER, ...options, ...files])),
      );
    }
  }
}

/**
 * @param {Packed[]} packages all of them
 * @param {Node[]} nodes
 */
async function checkDropIn(packages, nodes) {
  const folder = installDropIn(packages);
  const what = '@repkit/robots-parser: an override';
  const measure = () => bundleBytes('robots-parser', folder, nodes[0]);
  await checkBytes('@repkit/robots-parser: the bundle', measure, BUDGET.dropInBundle);
  await check(`${what} replaces robots-parser`, () => problemsOfTheOverride(folder));
  await check(`${what} that refers to a direct dependency replaces robots-parser`, () =>
    problemsOfTheOverride(installDirectDropIn(packages)),
  );
  await check(`${what} as in docs/migrating.md, with npm, pnpm and Yarn`, () =>
    problemsOfRecipes(packages),
  );
  for (const node of nodes) {
    await check(`${what} leaves Crawlee running in ${node.name}`, () =>
      problemsOfCrawlee(folder, node),
    );
  }
  const files = Object.keys(TYPED).map((file) => join(folder, file));
  await check(`${what} leaves code that uses its types compiling`, () =>
    problemsOf(
      runOn(nodes[0], [
        toolPath('typescript', 'tsc'),
        ...CONSUMER,
        ...['--module', 'nodenext'],
        ...files,
      ]),
    ),
  );
  if (!findProgram('chromium') && !process.env.CI) {
    console.log('skipped because Chromium is missing: @repkit/robots-parser in Lighthouse');
    return;
  }
  await check(`${what} leaves the audits is-crawlable and robots-txt of Lighthouse running`, () =>
    problemsOfLighthouse(folder, nodes[0]),
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
  for (const version of ['5.0.4', '5.4.5', '7.0.2']) {
    await check(`${what}: TypeScript ${version} resolves types`, () =>
      problemsOfTypeScript(folder, version, nodes[0]),
    );
  }
}

await main(async () => {
  setUp();
  const packages = packageFolders()
    .filter((folder) => readJson(join(folder, 'package.json')).private !== true)
    .map(pack);
  const nodes = nodesFor(packages[0]?.manifest.engines.node);
  for (const packed of packages) await checkPackage(packed, nodes[0]);
  const core = packages.find(({ name }) => name === '@repkit/core');
  if (core === undefined) throw new Error('There is no core.');
  // Core and the drop-in run on an older Node than the test runner does.
  const [, ...older] = nodesFor(core.manifest.engines.node);
  const bun = await checkCore(core, [...nodes, ...older]);
  await checkClient(
    packages.filter(({ name }) => /^@repkit\/(core|client)$/.test(name)),
    nodes,
  );
  await checkCommandAlone(packages);
  await checkDropIn(packages, nodes);
  await checkCommonJs(packages, [...nodes, ...older]);
  const folder = install('all', tarballs(packages));
  await checkConsumers(packages, folder, nodes);
  for (const runtime of [...older, ...bun]) {
    await check(`all packages together: ${runtime.name} is unsupported, in one sentence`, () =>
      problemsOfUnsupported(folder, runtime),
    );
  }
  for (const node of nodes) {
    await check(`@repkit/bulk: the example runs on threads in ${node.name}`, () =>
      problemsOfBulk(folder, node),
    );
    await check(`@repkit/conformance: the suite runs in ${node.name}`, () =>
      problemsOfTheSuite(folder, node),
    );
    await check(`all packages together: the command runs in ${node.name}`, () =>
      problemsOfTheCommand(folder, node),
    );
  }
  process.exitCode = failures > 0 ? 1 : 0;
});

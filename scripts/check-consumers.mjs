/**
 * Checks programs that use the packages as published: programs that use robots-parser run on its replacement, each
 * resolution of TypeScript finds all entry points, and the installed command, bulk and suite run on this Node and the oldest one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { CONSUMERS, main, ROOT, readJson, toolPath } from './lib/commands.mjs';
import { PROGRAMS, problemsOfCrawlee, problemsOfLighthouse, TYPED } from './lib/drop-in.mjs';
import { runOn } from './lib/nodes.mjs';
import { CONSUMER, check, checkBytes, packagesAndNodes } from './lib/package-checks.mjs';
import { install, problemsOf, tarballs, temporary } from './lib/packed.mjs';
import { findProgram } from './lib/programs.mjs';
import { followRecipes } from './lib/recipes.mjs';
import { BUN, haveRuntimes } from './lib/runtimes.mjs';
import { installConsumers } from './lib/setup.mjs';
import { BUDGET, bundleBytes } from './lib/sizes.mjs';
import { problemsOfUnsupported } from './lib/unsupported.mjs';

/**
 * @typedef {import('./lib/packed.mjs').Packed} Packed
 * @typedef {import('./lib/nodes.mjs').Node} Node
 */

/** The oldest version whose users we support. */
const OLDEST_TYPESCRIPT = 'typescript-5.9.3';

/**
 * How TypeScript projects resolve packages. Declarations are checked once. Under `node16`, TypeScript lets no CommonJS file import an
 * ES module. `node20` resolves as `nodenext` does.
 */
const RESOLUTIONS = [
  { options: ['--module', 'node16', '--skipLibCheck'], extensions: ['mts'] },
  { options: ['--module', 'nodenext'], extensions: ['mts', 'cts'] },
  {
    options: ['--module', 'preserve', '--moduleResolution', 'bundler', '--skipLibCheck'],
    extensions: ['mts', 'cts'],
  },
];

/**
 * @param {Packed[]} packages all of them
 * @param {Node[]} nodes
 */
async function checkDropIn(packages, nodes) {
  const { folder, problems } = await followRecipes(packages, PROGRAMS);
  const what = '@repkit/robots-parser: an override';
  const measure = () => bundleBytes('robots-parser', folder, nodes[0]);
  await checkBytes('@repkit/robots-parser: the bundle', measure, BUDGET.dropInBundle);
  await check(`${what} as in docs/migrating.md, with npm, pnpm and Yarn`, () => problems);
  for (const node of nodes) {
    await check(`${what} leaves Crawlee running in ${node.name}`, () =>
      problemsOfCrawlee(folder, node),
    );
  }
  const files = Object.entries(TYPED).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  });
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
 * Checks that ES modules and CommonJS, in JavaScript and TypeScript, can use all entry points.
 *
 * @param {Packed[]} packages all of them
 * @param {string} folder where they are installed
 * @param {Node[]} nodes
 */
async function checkTypes(packages, folder, nodes) {
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
  const compilers = {
    'the pinned TypeScript': toolPath('typescript', 'tsc'),
    [OLDEST_TYPESCRIPT]: toolPath(OLDEST_TYPESCRIPT, 'tsc', CONSUMERS),
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

await main(async () => {
  installConsumers();
  const { packages, nodes, older } = packagesAndNodes();
  await checkDropIn(packages, nodes);
  const folder = install('all', tarballs(packages));
  await checkTypes(packages, folder, nodes);
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
  for (const runtime of [...older, ...(haveRuntimes ? [BUN] : [])]) {
    await check(`all packages together: ${runtime.name} is unsupported, in one sentence`, () =>
      problemsOfUnsupported(folder, runtime),
    );
  }
});

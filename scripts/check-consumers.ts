/**
 * Checks programs that use the packages as published: programs that use robots-parser run on its replacement, each TypeScript
 * compiles all entry points, CommonJS can require core and the drop-in, and the installed command, bulk and suite run on the
 * oldest supported Node.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { main, ROOT, toolPath } from './lib/commands.mjs';
import { problemsOfEsbuild, problemsOfJest, problemsOfRequire } from './lib/common-js.ts';
import { installOverride, problemsOfCrawlee, TYPED } from './lib/drop-in.ts';
import {
  BUN,
  check,
  haveRuntimes,
  install,
  type Packed,
  packagesAndNodes,
  problemsOf,
  problemsOfProgram,
  type Runtime,
  runOn,
  runTool,
  STRICT,
  temporary,
} from './lib/packages.ts';
import { installConsumers } from './lib/setup.mjs';
import { BUDGET, checkBundle } from './lib/sizes.ts';
import { compilations, entryPoints, problemsOfTypes } from './lib/types.ts';

/** @param packages all of them */
async function checkDropIn(packages: Packed[]) {
  const folder = installOverride(packages);
  const what = '@repkit/robots-parser: the override of docs/migrating.md';
  await checkBundle('@repkit/robots-parser', 'robots-parser', BUDGET.dropInBundle, folder);
  await check(`${what} leaves Crawlee running`, () => problemsOfCrawlee(folder));
  const files = Object.entries(TYPED).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  await check(`${what} leaves code that uses its types compiling`, () =>
    problemsOf(runTool([toolPath('typescript', 'tsc'), ...STRICT, ...files])),
  );
}

/**
 * @param folder where all packages are installed
 * @param nodes without and with require() of ES modules
 */
async function checkCommonJs(folder: string, nodes: readonly Runtime[]) {
  const what = '@repkit/core and @repkit/robots-parser';
  await check(`${what}: Jest requires them`, () => problemsOfJest(folder));
  await check(`${what}: esbuild bundles require()`, () => problemsOfEsbuild(folder));
  for (const runtime of nodes) {
    await check(`${what}: require() loads them in ${runtime.name}`, () => problemsOfRequire(folder, runtime));
  }
}

/**
 * Checks that ES modules and CommonJS, in JavaScript and TypeScript, can use all entry points.
 *
 * @param packages all of them
 * @param folder where they are installed
 * @param oldest Node that they support
 */
async function checkEntryPoints(packages: Packed[], folder: string, oldest: Runtime) {
  const required = join(folder, 'all.cjs');
  const lines = entryPoints(packages).map((specifier) => `require('${specifier}');\n`);
  writeFileSync(required, lines.join(''));
  await check(`all packages together: require() loads all entry points in ${oldest.name}`, () => {
    const ended = runOn(oldest, [required]);
    // A warning is a problem too.
    return ended.stderr === '' ? problemsOf(ended) : [ended.stderr];
  });
  for (const compilation of compilations(packages)) {
    await check(`all packages together: ${compilation.name} compiles all entry points`, () =>
      problemsOfTypes(folder, compilation),
    );
  }
}

/**
 * Runs commands that depend on features of the Node version, such as SQLite and Zstandard.
 *
 * @param bin of the installed command
 */
function problemsOfTheCommand(bin: string, node: Runtime) {
  const store = `--store=${join(temporary(), 'store.sqlite')}`;
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
 * @param folder where all packages are installed
 */
function problemsOfBulk(folder: string, node: Runtime) {
  const name = 'check-in-bulk.ts';
  const source = readFileSync(join(ROOT, 'examples', name), 'utf8');
  const [, comments = ''] = source.split('// Prints:\n');
  return problemsOfProgram(node, folder, name, source, comments.replaceAll(/^\/\/ /gm, ''));
}

/**
 * Runs the published suite on core, from the installed packages.
 *
 * @param folder where all packages are installed
 */
function problemsOfTheSuite(folder: string, node: Runtime) {
  const suite = join(folder, 'node_modules/@repkit/conformance');
  const published = readFileSync(join(suite, 'cases.ndjson'), 'utf8').trimEnd().split('\n').length;
  const program = [node.path, join(suite, 'adapters/repkit.mjs')];
  const args = [join(suite, 'runner/main.mjs'), 'run', '--lines', '--', ...program];
  const { status, stdout, stderr } = runOn(node, args);
  if (status === 0 && published > 4000 && /^\d{4} passed, 0 failed$/m.test(stdout)) return [];
  return [`exit code ${status}, ${published} cases published, ${stdout}${stderr}`];
}

/**
 * Runs the command and imports the packages that a runtime does not support. Returns what does not end with one sentence about
 * the version that is needed.
 *
 * @param folder where all packages are installed
 * @param bin of the installed command
 */
function problemsOfUnsupported(folder: string, bin: string, runtime: Runtime) {
  const { status, stderr } = runOn(runtime, [bin, '--version']);
  const sentence = /^repkit: Requires Node [\d.]+ or later; this is (Node|Bun) [\d.]+\.\n$/;
  const isOneSentence = status === 2 && sentence.test(stderr);
  const entries = ['@repkit/client', '@repkit/client/crawlee', '@repkit/client/page', '@repkit/bulk'];
  const problems = entries.flatMap((entry) => {
    const program = join(folder, 'unsupported.mjs');
    writeFileSync(program, `import '${entry}';\n`);
    const ended = runOn(runtime, [program]);
    const message = /error: @repkit\/client requires Node [\d.]+ or later; this is/i;
    return ended.status !== 0 && message.test(ended.stderr) ? [] : [`${entry}: ${ended.status}, ${ended.stderr}`];
  });
  return isOneSentence ? problems : [`the command: ${status}, ${stderr}`, ...problems];
}

await main(async () => {
  installConsumers();
  const { packages, oldest, oldestOfCore } = packagesAndNodes();
  await checkDropIn(packages);
  const folder = install('all', packages);
  const bin = join(folder, 'node_modules/repkit/dist/bin.js');
  await checkCommonJs(folder, [oldestOfCore, oldest]);
  await checkEntryPoints(packages, folder, oldest);
  await check(`@repkit/bulk: the example runs on threads in ${oldest.name}`, () => problemsOfBulk(folder, oldest));
  await check(`@repkit/conformance: the suite runs in ${oldest.name}`, () => problemsOfTheSuite(folder, oldest));
  await check(`all packages together: the command runs in ${oldest.name}`, () => problemsOfTheCommand(bin, oldest));
  for (const runtime of haveRuntimes ? [oldestOfCore, BUN] : []) {
    await check(`all packages together: ${runtime.name} is unsupported, in one sentence`, () =>
      problemsOfUnsupported(folder, bin, runtime),
    );
  }
});

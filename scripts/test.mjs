/**
 * `npm test [-- [--install] file …]`: runs all tests in Node and then in Chromium, also in a fresh clone. With
 * `--install` and in CI, it first installs missing programs if possible. The last line is the total,
 * `N passed, N failed`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT, startNode, toolPath } from './lib/commands.mjs';
import { findProgram, requirePrograms } from './lib/programs.mjs';
import { setUp } from './lib/setup.mjs';

const INSTALL = '--install';

const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} report path of the report in JSON
 * @param {number} exitCode of the run
 */
function count(report, exitCode) {
  const before = total.failed;
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      JSON.parse(readFileSync(report, 'utf8'));
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests + numTodoTests;
    for (const file of testResults) {
      // A file that cannot be loaded has no failed tests.
      const counted = file.assertionResults.some((/** @type {any} */ t) => t.status === 'failed');
      if (file.status === 'failed' && !counted) total.failed += 1;
    }
  }
  // An error outside the tests, or a crash before the report was written.
  if (exitCode !== 0 && total.failed === before) total.failed += 1;
}

/** Required coverage of these packages, in percent. */
const COVERED = { packages: ['core', 'client'], lines: 95, branches: 90 };

/** Tests of these packages that repeat the same code for seconds, which coverage makes two to seven times slower. */
const UNCOVERED = [
  '*-hostile|agreement.node|diff|diff-edits.node|fix-safety|format|invariants|kept-verdicts.node',
  'known-crawlers.node|line|lint|naive-reference.node|small-budgets.node|strategies|witnesses',
].join('|');

/**
 * Runs the node project in two parts, so that coverage slows down only the tests that it is measured in. Many tests mostly wait, so
 * the parts run at the same time, and the browser project after the shorter one.
 *
 * @param {boolean} browser whether Chromium is available
 */
async function runWithCoverage(browser) {
  const { packages, lines, branches } = COVERED;
  const gate = packages.flatMap((name) => [
    `--coverage.include=packages/${name}/src/**`,
    `--coverage.thresholds.packages/${name}/src/**.lines=${lines}`,
    `--coverage.thresholds.packages/${name}/src/**.branches=${branches}`,
  ]);
  const folders = packages.map((name) => `packages/${name}/`);
  const except = (/** @type {string} */ names) =>
    folders.map((folder) => `--exclude=${folder}**/${names}.test.ts`);
  const measured = [...folders, ...except(`@(${UNCOVERED})`), '--maxWorkers=2', '--coverage'];
  const runMeasured = async () => {
    await run('node', [...measured, '--coverage.reporter=text-summary', ...gate], 'coverage');
    if (browser) await run('browser', [], 'browser');
  };
  await Promise.all([run('node', except(`!(${UNCOVERED})`)), runMeasured()]);
}

/**
 * @param {'node' | 'browser'} project of vitest.config.ts
 * @param {string[]} args
 * @param {string} [name] name of the report if several runs share the terminal; the output is then printed at the end
 */
async function run(project, args, name) {
  // The report is not deleted, because vitest prints its path at the end.
  const report = join(ROOT, `node_modules/.cache/repkit/tests-${name ?? project}.json`);
  rmSync(report, { force: true });
  const filters = args.some((arg) => !arg.startsWith('-'));
  const { exitCode, printed } = await startNode(
    [
      toolPath('vitest'),
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // A requested file may belong to only one project.
      ...(filters ? ['--passWithNoTests'] : []),
      ...args,
    ],
    name === undefined ? 'inherit' : 'pipe',
  );
  process.stdout.write(printed);
  count(report, exitCode);
}

function printTotal() {
  if (total.skipped > 0) console.log(`${total.skipped} skipped.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  // No tests is a failure: a file name may be misspelled.
  if (total.failed > 0 || total.passed === 0) process.exitCode ||= 1;
}

await main(
  async () => {
    const given = process.argv.slice(2);
    const args = given.filter((arg) => arg !== INSTALL);
    setUp();
    requirePrograms(process.env.CI === 'true' || args.length < given.length);
    const browser = findProgram('chromium') !== undefined;
    if (process.env.CI === 'true' && args.length === 0) await runWithCoverage(browser);
    else {
      await run('node', args);
      if (browser) await run('browser', args);
    }
    if (!browser && process.env.CI) {
      console.log('Chromium not found. In CI the browser tests must run.');
      total.failed += 1;
    } else if (!browser) {
      console.log(
        'Chromium not found, so the browser tests were skipped. To run them: ' +
          'apt-get install chromium, or set CHROMIUM to the path of one.',
      );
    }
    printTotal();
  },
  () => {
    total.failed += 1;
    printTotal();
  },
);

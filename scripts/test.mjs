/**
 * `npm test [-- NAME…]`: runs the unit tests, or the test files whose path contains a NAME. `npm run test:all`, `test:slow`,
 * `test:system`, `test:packages` and `test:engines` run the other tiers; see CONTRIBUTING.md. Works in a fresh clone.
 *
 * Options: `--all` or one or more of `--unit`, `--slow`, `--system`, `--packages`, `--engines` choose tiers; `--install`, which is
 * the default in CI, installs missing programs if possible; `--coverage` measures the coverage of core and client. The last line
 * is the total, `N passed, N failed`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { main, ROOT, runNode, SetupError, toolPath } from './lib/commands.mjs';
import { findProgram, installPrograms, missingPrograms } from './lib/programs.mjs';
import { installDependencies, setUp } from './lib/setup.mjs';
import { BUILT_TIERS, TIERS, testFiles } from './lib/tiers.mjs';

const isCi = process.env.CI === 'true';
const total = { passed: 0, failed: 0, skipped: 0 };
/** The failed tests: file, name, first line of the message. @type {string[]} */
const failures = [];

/**
 * Returns the tiers and names that the arguments choose.
 *
 * @returns {{ tiers: string[], names: string[], mayInstall: boolean, withCoverage: boolean }}
 */
function choices() {
  const names = [...Object.keys(TIERS), 'all', 'install', 'coverage'];
  const options = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('boolean') }]));
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const chosen = Object.keys(TIERS).filter((tier) => values.all || values[tier]);
  const withoutNames = chosen.length > 0 ? chosen : ['unit'];
  return {
    tiers: positionals.length > 0 ? tiersOf(positionals, chosen) : withoutNames,
    names: positionals,
    mayInstall: isCi || values.install === true,
    withCoverage: values.coverage === true,
  };
}

/**
 * Returns the tiers with a file whose path contains one of the names. Packages are tested only by choice, because that installs
 * 800 MB.
 *
 * @param {string[]} names
 * @param {string[]} chosen tiers
 */
function tiersOf(names, chosen) {
  const tiers = Object.entries(testFiles())
    .filter(([tier]) => (chosen.length > 0 ? chosen.includes(tier) : tier !== 'packages'))
    .filter(([, files]) => files.some((file) => names.some((name) => file.includes(name))))
    .map(([tier]) => tier);
  if (tiers.length > 0) return tiers;
  throw new SetupError(`No path of a test file contains "${names.join('" or "')}".`);
}

/**
 * Runs test files and adds their results to the total.
 *
 * @param {string[]} projects of .config/vitest.config.ts
 * @param {string[]} args
 * @param {number} percentOfRuns of the cases that unit tests can generate
 */
async function run(projects, args, percentOfRuns) {
  // Each tier has its own, because tiers may run at the same time. Not deleted: vitest prints its path at the end.
  const report = join(ROOT, `node_modules/.cache/repkit/tests-${projects.join('-')}.json`);
  rmSync(report, { force: true });
  const { exitCode } = await runNode(
    [
      toolPath('vitest'),
      'run',
      '--config=.config/vitest.config.ts',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // A name may match files of only one project.
      '--passWithNoTests',
      ...args,
    ],
    'inherit',
    { REPKIT_PERCENT_OF_RUNS: String(percentOfRuns) },
  );
  count(report, exitCode);
}

/**
 * @param {string} report path of the report in JSON
 * @param {number} exitCode of the run
 */
function count(report, exitCode) {
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests + numTodoTests;
    for (const { name, status, assertionResults } of testResults) {
      const path = relative(ROOT, name);
      const failed = assertionResults.filter((/** @type {any} */ t) => t.status === 'failed');
      for (const { fullName, failureMessages } of failed) {
        failures.push(`${path} > ${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
      }
      // A file that cannot be loaded has no failed tests.
      if (status === 'failed' && failed.length === 0) {
        failures.push(path);
        total.failed += 1;
      }
    }
  }
  // An error outside the tests, or a crash before the report was written.
  if (exitCode !== 0 && total.failed === 0) total.failed += 1;
}

function printTotal() {
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  // No tests is a failure: all of them may have been skipped.
  if (total.failed > 0 || total.passed === 0) process.exitCode ||= 1;
}

await main(
  async () => {
    const { tiers, names, mayInstall, withCoverage } = choices();
    const isBuilt = tiers.some((tier) => BUILT_TIERS.includes(tier));
    if (isBuilt) setUp();
    else installDependencies();
    if (mayInstall) installPrograms(tiers);
    const missing = missingPrograms(tiers);
    const hasBrowser = findProgram('chromium') !== undefined;
    const projects = tiers.includes('system') && hasBrowser ? [...tiers, 'browser'] : tiers;
    const args = [...(withCoverage ? ['--coverage'] : []), ...names];
    const isWhole = withCoverage || tiers.length === Object.keys(TIERS).length;
    // Each run of CI starts with other seeds.
    await run(projects, args, isWhole ? 100 : isCi ? 25 : 5);
    if (missing !== undefined) {
      console.log(missing);
      if (isCi) total.failed += 1;
    }
    printTotal();
  },
  () => {
    total.failed += 1;
    printTotal();
  },
);

import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findProgram } from '../scripts/lib/programs.mjs';
import { TIERS } from '../scripts/lib/tiers.mjs';
import { CHROMIUM_ARGS } from '../test/support/chromium.js';
import { sourceAlias } from '../test/support/source-alias.js';

/** The libraries of the web tester's components. */
const PAGE_LIBRARIES = [
  'preact',
  'preact/hooks',
  'preact/jsx-dev-runtime',
  'preact/jsx-runtime',
  '@preact/signals',
  '@codemirror/commands',
  '@codemirror/lint',
  '@codemirror/merge',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
];

/** Only for tests that hang: a busy machine or a cold disk may make any test many times slower. */
const TIMEOUTS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const FOLDERS = ['test', 'packages/*/test', 'bench/test', 'examples/test'];

/** Sources whose coverage `npm run coverage` measures, and fails if it is too low. */
const COVERED = ['packages/core/src/**', 'packages/client/src/**'];

/** Percent of the generated cases that unit tests run; see test/support/runs.ts. */
const PERCENT_OF_RUNS = Number(process.env.REPKIT_PERCENT_OF_RUNS ?? 5);

/** Short files that take long. */
const LONG_FILES = ['search.system', 'states.system', 'leaks.system', 'lifetimes.system', 'processes.system'];

/** Without results of an earlier run, vitest starts with the largest files; the longest would then be left for the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((name) => moduleId.includes(`/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The files of a tier that run in Node. */
function nodeProject(tier: string) {
  const others = Object.values(TIERS).filter((ending) => ending !== TIERS.unit);
  return {
    resolve: { alias: sourceAlias },
    test: {
      ...TIMEOUTS,
      name: tier,
      // Most files take less time than a process and the imports that they share.
      isolate: false,
      include: FOLDERS.map((folder) => `${folder}/**/*${TIERS[tier]}.ts`),
      globalSetup: tier === 'packages' ? 'test/packages/support/set-up.ts' : [],
      exclude: tier === 'unit' ? others.map((ending) => `**/*${ending}.ts`) : [],
      provide: {
        percentOfRuns: tier === 'unit' ? PERCENT_OF_RUNS : 100,
      },
    },
  };
}

export default defineConfig({
  test: {
    // One more than cores, because many tests mostly wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    coverage: {
      provider: 'v8',
      include: COVERED,
      reporter: ['text-summary', 'html'],
      thresholds: Object.fromEntries(COVERED.map((files) => [files, { lines: 95, branches: 90 }])),
    },
    projects: [
      ...Object.keys(TIERS).map(nodeProject),
      {
        resolve: { alias: sourceAlias },
        // Bundled in advance: a dependency found during the run would reload the page and interrupt its tests.
        optimizeDeps: { include: ['fast-check', ...PAGE_LIBRARIES] },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          ...TIMEOUTS,
          // Part of the system tier: components of the tester.
          name: 'browser',
          // As in Node: each file would load its imports again.
          isolate: false,
          include: ['packages/web/test/**/*.system.test.tsx'],
          globalSetup: 'packages/web/test/support/provide-responses.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: TIMEOUTS.hookTimeout,
            provider: playwright({
              launchOptions: {
                executablePath: findProgram('chromium') ?? 'chromium',
                args: CHROMIUM_ARGS,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

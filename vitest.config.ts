import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS } from './scripts/lib/chromium.mjs';
import { findProgram } from './scripts/lib/programs.mjs';

/** The libraries of the web tester's components. */
const PAGE_LIBRARIES = [
  'preact',
  'preact/hooks',
  'preact/jsx-dev-runtime',
  'preact/jsx-runtime',
  '@codemirror/commands',
  '@codemirror/language',
  '@codemirror/state',
  '@codemirror/view',
];

/** Only for tests that hang: a busy machine or a cold disk may make any test many times slower. */
const TIMEOUTS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // One more than cores, because many tests mostly wait.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.{ts,tsx}'],
      reporter: ['text', 'html'],
    },
    projects: [
      {
        test: {
          ...TIMEOUTS,
          name: 'node',
          // Most files take less time than a process and the imports that they share.
          isolate: false,
          include: [
            'test/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'conformance/test/**/*.test.ts',
            'bench/test/**/*.test.ts',
            'examples/test/**/*.test.ts',
          ],
        },
      },
      {
        // Bundled in advance: a dependency found during the run would reload the page and interrupt its tests.
        optimizeDeps: { include: ['fast-check', ...PAGE_LIBRARIES] },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          ...TIMEOUTS,
          name: 'browser',
          // As in Node: each file would load core again.
          isolate: false,
          // Tests that render components end in .tsx.
          include: ['packages/core/test/**/*.test.ts', 'packages/web/test/**/*.test.tsx'],
          exclude: ['**/*.node.test.ts'],
          globalSetup: 'packages/web/test/support/provide-responses.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
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

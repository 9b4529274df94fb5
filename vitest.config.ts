import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS } from './scripts/lib/chromium.mjs';
import { findProgram } from './scripts/lib/programs.mjs';

/** What the components of the web tester are made of. */
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

/**
 * Limits that end what hangs. Nothing is judged by them: a busy machine, or the first that loads something from a cold
 * disk, may take many times as long as another.
 */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // One for each core: by itself Vitest leaves one out, which on two cores is half of them. Many tests wait.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.{ts,tsx}'],
      reporter: ['text', 'html'],
    },
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'node',
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
        // What the bundler would find in the middle of the run would reload the page under the tests.
        optimizeDeps: { include: ['fast-check', ...PAGE_LIBRARIES] },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: {
          ...PATIENCE,
          name: 'browser',
          // Components are rendered where they live: their tests end in .tsx.
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

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS } from './scripts/lib/chromium.mjs';
import { findProgram } from './scripts/lib/programs.mjs';

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'html'],
    },
    projects: [
      {
        test: {
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
        optimizeDeps: { include: ['fast-check'] },
        test: {
          name: 'browser',
          include: ['packages/core/test/**/*.test.ts'],
          exclude: ['**/*.node.test.ts'],
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

import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Generated cases per hundred of a test's full number. */
    readonly percentOfRuns: number;
  }
}

/**
 * Returns how many cases a test generates: `full` in the slow tier, with `npm run test:all` and in the weekly `npm run coverage`;
 * a quarter in CI, else a twentieth. fast-check prints the seed of a failure.
 *
 * @example
 * fc.assert(property, { numRuns: runs(1_000) });
 */
export function runs(full: number): number {
  return Math.max(1, Math.ceil((full * inject('percentOfRuns')) / 100));
}

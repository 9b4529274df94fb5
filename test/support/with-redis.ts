/** Suites that need a real redis-server: skipped with a notice where there is none, but not in CI. */
import { describe, type SuiteFactory } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';

export function describeWithRedis(name: string, body: SuiteFactory): void {
  const isSkipped = findProgram('redis-server') === undefined && process.env.CI === undefined;
  if (isSkipped)
    console.warn(`skipped: "${name}" needs redis-server: apt-get install redis-server`);
  describe.skipIf(isSkipped)(name, body);
}

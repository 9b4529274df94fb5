/** Test suites that need a real redis-server. If it is missing, they are skipped with a notice, or fail in CI. */
import { describe, type SuiteFactory } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';

export function describeWithRedis(name: string, body: SuiteFactory): void {
  const isSkipped = findProgram('redis-server') === undefined && process.env.CI === undefined;
  if (isSkipped) console.warn(`skipped: "${name}" needs redis-server: apt-get install redis-server`);
  describe.skipIf(isSkipped)(name, body);
}

import { describe, expect, test } from 'vitest';
import { checkWithCore } from '../src/core-check.js';
import { runCases } from '../src/run.js';
import { findShared, sharedSuites } from '../src/shared.js';

const shared = findShared();
if (shared === undefined) {
  test('skips the shared data, because the folder "shared" is missing', () => {
    console.warn('Skipped the shared data: the folder "shared" is missing next to the project.');
    expect(shared).toBeUndefined();
  });
} else {
  const suites = [...sharedSuites(shared)];
  describe('all shared cases pass', () => {
    test.each(suites)('$name', ({ cases }) => {
      expect(cases.length).toBeGreaterThan(0);
      const failures = runCases(cases, checkWithCore).map(({ id, message }) => `${id}: ${message}`);
      expect(failures).toEqual([]);
    });
  });
}

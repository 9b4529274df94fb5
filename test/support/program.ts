/** Test suites that need installed programs. */
import { describe, type SuiteFactory } from 'vitest';
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs';

/** Returns the path of a program. Throws an error that says how to install it if it is missing. */
export function programPath(program: string): string {
  const path = findProgram(program);
  if (path !== undefined) return path;
  throw new Error(`${program} is not installed: apt-get install ${PROGRAMS[program]}.`);
}

/** Defines a suite that needs programs. If any is missing, it is skipped with a notice, or fails in CI. */
export function describeWith(programs: readonly string[], name: string, body: SuiteFactory): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  const isSkipped = missing.length > 0 && process.env.CI === undefined;
  if (isSkipped) {
    const packages = missing.map((program) => PROGRAMS[program]).join(' ');
    console.warn(`skipped: "${name}" needs ${missing.join(', ')}: apt-get install ${packages}`);
  }
  describe.skipIf(isSkipped)(name, body);
}

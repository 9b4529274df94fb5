/** Suites that need real servers, and what happens where these are not installed. */
import { describe, type SuiteFactory } from 'vitest';
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs';

/** The path of a program that a test needs. Throws a sentence that says how to get it. */
export function programPath(program: string): string {
  const path = findProgram(program);
  if (path !== undefined) return path;
  throw new Error(`${program} is not installed: apt-get install ${PROGRAMS[program]}.`);
}

/** A suite that needs programs. Without them it is skipped with a notice; in CI it runs, and fails. */
export function describeWith(programs: readonly string[], name: string, body: SuiteFactory): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  const isSkipped = missing.length > 0 && process.env.CI === undefined;
  if (isSkipped) {
    const packages = missing.map((program) => PROGRAMS[program]).join(' ');
    console.warn(`skipped: "${name}" needs ${missing.join(', ')}: apt-get install ${packages}`);
  }
  describe.skipIf(isSkipped)(name, body);
}

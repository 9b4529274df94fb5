/** What lint says about a body of one code. */
import type { Diagnostic, DiagnosticCode } from '../../src/analyse/diagnostic.js';
import { type LintOptions, lint } from '../../src/analyse/lint.js';
import type { DialectName } from '../../src/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';

export function foundBy(
  code: DiagnosticCode,
  body: string | Uint8Array,
  dialect: DialectName = 'rfc9309',
  options?: LintOptions,
): Diagnostic[] {
  return lint(parseRobotsTxt(body, { dialect }), options).filter((found) => found.code === code);
}

/** The lines on which it is said. */
export function linesOf(found: readonly Diagnostic[]): number[] {
  return found.map(({ span }) => span.line);
}

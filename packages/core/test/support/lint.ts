/** Runs lint and selects one code. */

import type { Dialect, DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import type { DiagnosticCode } from '../../src/lint/checks/index.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { type LintOptions, lint } from '../../src/lint/lint.js';

export function foundBy(
  code: DiagnosticCode,
  body: string | Uint8Array,
  dialect: DialectName | Dialect = 'rfc9309',
  options?: LintOptions,
): Diagnostic[] {
  return lint(parseRobotsTxt(body, { dialect }), options).filter((found) => found.code === code);
}

/** The lines of the diagnostics. */
export function linesOf(found: readonly Diagnostic[]): number[] {
  return found.map(({ span }) => span.line);
}

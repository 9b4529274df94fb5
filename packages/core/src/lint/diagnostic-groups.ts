/** Groups diagnostics with the same cause, for reports that people read. */
import type { DiagnosticCode, Severity } from './codes.js';
import type { Diagnostic } from './diagnostic.js';

/** Diagnostics of one code and severity that refer to the same other lines, such as rules that one rule covers. */
export interface DiagnosticGroup<Member extends Diagnostic = Diagnostic> {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** In file order; at least one. */
  readonly diagnostics: readonly Member[];
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Returns the groups: errors, then warnings, then infos, each in the order of the given diagnostics. */
export function groupDiagnostics<Member extends Diagnostic>(
  diagnostics: readonly Member[],
): DiagnosticGroup<Member>[] {
  const groups = [
    ...Map.groupBy(diagnostics, ({ code, severity, related = [], omitted }) => {
      // Diagnostics without a common cause stay alone.
      if (related.length === 0 || omitted !== undefined) return Symbol(code);
      return `${severity} ${code} ${related.map(({ line }) => line).join()}`;
    }).values(),
  ].map((group): DiagnosticGroup<Member> => {
    const [{ code, severity }] = group;
    return { code, severity, diagnostics: group };
  });
  return SEVERITIES.flatMap((severity) => groups.filter((group) => group.severity === severity));
}

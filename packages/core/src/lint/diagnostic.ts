/** Diagnostics, lists of them with bounded memory, and groups of them for reports. */

import type { Span } from '../syntax/span.js';
import { groupBy } from '../util/group-by.js';
import type { CheckFacts, FileFinding, Severity } from './checks/check.js';
import type { DiagnosticCode } from './checks/index.js';
import type { TextEdit } from './checks/line.js';

/**
 * Maximum diagnostics listed per code; the rest are counted. Real files have up to 2,000 per code. A hostile file of
 * 500 KiB has 256,000, which would take 100 MB.
 */
const MAX_DIAGNOSTICS_PER_CODE = 5_000;

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One to three sentences: what is wrong, why it matters and what to do. */
  readonly message: string;
  /** The clause or source. */
  readonly clause: string;
  readonly span: Span;
  /**
   * A fix that preserves every verdict of the dialect. Apply it with `applyFixes`. `checkFixes` proves whether it is
   * also safe in the other dialects.
   */
  readonly fix?: TextEdit;
  /** Other locations that the message mentions, such as the rules that cover this one. */
  readonly related?: readonly Span[];
  /** An example target, confirmed by the matcher. */
  readonly witness?: string;
  /** With the code `omitted`: the code that is not listed in full, and the number of omitted diagnostics. */
  readonly omitted?: { readonly code: DiagnosticCode; readonly count: number };
}

/** Creates a diagnostic; severity and clause default to those of its check. */
export function diagnosticOf(
  { code, ...defaults }: CheckFacts<DiagnosticCode>,
  { severity, message, clause, span, fix, ...rest }: FileFinding,
): Diagnostic {
  return {
    code,
    severity: severity ?? defaults.severity,
    message,
    clause: clause ?? defaults.clause,
    span,
    ...(fix !== undefined && { fix }),
    ...rest,
  };
}

/** Lists the first diagnostics of each code and counts the rest, to bound memory. */
export class DiagnosticList {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #countByCode = new Map<DiagnosticCode, number>();
  /** By code and severity, because a code can have several severities. */
  readonly #omitted = new Map<string, { readonly first: Diagnostic; count: number }>();

  /** Returns whether the diagnostic is listed. */
  add(diagnostic: Diagnostic): boolean {
    const { code, severity } = diagnostic;
    const count = this.#countByCode.get(code) ?? 0;
    if (count < MAX_DIAGNOSTICS_PER_CODE) {
      this.#countByCode.set(code, count + 1);
      this.#diagnostics.push(diagnostic);
      return true;
    }
    const key = `${severity} ${code}`;
    const omitted = this.#omitted.get(key);
    if (omitted === undefined) this.#omitted.set(key, { first: diagnostic, count: 1 });
    else omitted.count++;
    return false;
  }

  /** Returns the listed diagnostics, followed by one per code and severity that counts the omitted ones. */
  all(): Diagnostic[] {
    const closing = [...this.#omitted.values()].map(({ first, count }): Diagnostic => {
      const { code, severity, clause, span } = first;
      const message = `Only the first ${MAX_DIAGNOSTICS_PER_CODE} "${code}" diagnostics are listed; ${count} more are omitted.`;
      return { code: 'omitted', severity, message, clause, span, omitted: { code, count } };
    });
    return [...this.#diagnostics, ...closing];
  }
}

/** Diagnostics with the same message, such as those for all rules that one rule covers. */
export interface DiagnosticGroup<Member extends Diagnostic = Diagnostic> {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** In file order; at least one. */
  readonly diagnostics: readonly Member[];
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * Groups diagnostics with the same cause, for reports that people read: errors, then warnings, then infos, each in the
 * order of `diagnostics`.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { groupDiagnostics, lint } from '@repkit/core/analysis';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDissalow: /a\nDissalow: /b');
 * const groups = groupDiagnostics(lint(robotsTxt));
 * groups.map(({ code, diagnostics }) => [code, diagnostics.length]); // [ [ 'misspelt-field', 2 ] ]
 * ```
 */
export function groupDiagnostics<Member extends Diagnostic>(diagnostics: readonly Member[]): DiagnosticGroup<Member>[] {
  const groups = [...groupBy(diagnostics, ({ code, severity, message }) => `${severity} ${code} ${message}`).values()].map(
    (group): DiagnosticGroup<Member> => {
      const [{ code, severity }] = group;
      return { code, severity, diagnostics: group };
    },
  );
  return SEVERITIES.flatMap((severity) => groups.filter((group) => group.severity === severity));
}

/** A diagnostic, and a list of them with bounded memory. */
import { MAX_DIAGNOSTICS_PER_CODE } from '../limits.js';
import type { Span } from '../verdict.js';
import { type DiagnosticCode, diagnosticCodes, type Severity } from './codes.js';

/** A change of the body: the bytes of the span are replaced by the text in UTF-8. */
export interface TextEdit {
  readonly span: Span;
  readonly replacement: string;
}

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is there, and what becomes of it. */
  readonly message: string;
  /** The clause or source. */
  readonly clause: string;
  readonly span: Span;
  /** The mend, where one is certain: it keeps every verdict of the dialect. `applyFixes` applies it. */
  readonly fix?: TextEdit;
  /** Other places that the message names, such as the rules that cover this one. */
  readonly related?: readonly Span[];
  /** A target that shows what the message says; the matcher was asked about it. */
  readonly witness?: string;
  /** On a diagnostic with the code `omitted`: the code that is not listed in full, and how many are left out. */
  readonly omitted?: { readonly code: DiagnosticCode; readonly count: number };
}

/** Returns a diagnostic with the severity and the clause of its code unless others are given. */
export function diagnostic(
  code: DiagnosticCode,
  {
    severity,
    message,
    clause,
    ...rest
  }: Omit<Diagnostic, 'code' | 'severity' | 'clause'> & {
    readonly severity?: Severity | undefined;
    readonly clause?: string;
  },
): Diagnostic {
  const defaults = diagnosticCodes[code];
  return {
    code,
    severity: severity ?? defaults.severity,
    message,
    clause: clause ?? defaults.clause,
    ...rest,
  };
}

/** Lists the first diagnostics of each code and counts the others, so that memory is bounded. */
export class DiagnosticList {
  readonly #listed: Diagnostic[] = [];
  readonly #listedByCode = new Map<DiagnosticCode, number>();
  /** By code and severity: a code can have more than one. */
  readonly #omitted = new Map<string, { readonly first: Diagnostic; count: number }>();

  /** Returns whether the diagnostic is listed. */
  add(diagnostic: Diagnostic): boolean {
    const { code, severity } = diagnostic;
    const listed = this.#listedByCode.get(code) ?? 0;
    if (listed < MAX_DIAGNOSTICS_PER_CODE) {
      this.#listedByCode.set(code, listed + 1);
      this.#listed.push(diagnostic);
      return true;
    }
    const key = `${severity} ${code}`;
    const omitted = this.#omitted.get(key);
    if (omitted === undefined) this.#omitted.set(key, { first: diagnostic, count: 1 });
    else omitted.count++;
    return false;
  }

  /** Returns what is listed, then what is omitted: one diagnostic per code and severity. */
  all(): Diagnostic[] {
    const closing = [...this.#omitted.values()].map(({ first, count }): Diagnostic => {
      const { code, severity, clause, span } = first;
      const message = `Only the first ${MAX_DIAGNOSTICS_PER_CODE} "${code}" diagnostics are listed; ${count} more are omitted.`;
      return { code: 'omitted', severity, message, clause, span, omitted: { code, count } };
    });
    return [...this.#listed, ...closing];
  }
}

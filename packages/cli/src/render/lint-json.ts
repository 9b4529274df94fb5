import type { Diagnostic, DialectName, Span } from '@repkit/core';
import { type LintedFile, tallyOf } from '../linted-file.js';
import { visibleJson } from './visible.js';

/** The shape of the document; raised by any change but a new field. */
const JSON_VERSION = 1;

/** The document of `lint --format json`, line end included; every field is always there. */
export function lintJson(files: readonly LintedFile[], dialect: DialectName): string {
  const { error, warning, info } = tallyOf(files);
  const document = {
    version: JSON_VERSION,
    dialect,
    errors: error,
    warnings: warning,
    infos: info,
    files: files.map(({ name, fixed, diagnostics }) => ({
      name,
      fixed,
      diagnostics: diagnostics.map(diagnosticJson),
    })),
  };
  return `${visibleJson(JSON.stringify(document, null, 2))}\n`;
}

function diagnosticJson(diagnostic: Diagnostic): object {
  const { code, severity, message, clause, span, witness, fix, related = [] } = diagnostic;
  return {
    code,
    severity,
    message,
    clause,
    ...spanJson(span),
    witness: witness ?? null,
    fix: fix === undefined ? null : { ...spanJson(fix.span), replacement: fix.replacement },
    related: related.map(spanJson),
  };
}

function spanJson({ line, column, endColumn, start, end }: Span): object {
  return { line, column, endColumn, start, end };
}

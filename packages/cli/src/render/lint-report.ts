/** Reports of `repkit lint` as JSON and GitHub annotations. */
import type { DialectName, RobotsTxt, Span } from '@repkit/core';
import {
  type CheckedFixes,
  checkFixes,
  type Diagnostic,
  type DiagnosticCode,
  type FixEffect,
  type Severity,
} from '@repkit/core/analysis';
import type { FixedLine } from '../input/fix-files.js';
import type { RobotsTxtArgument } from '../input/robots-txt-argument.js';
import { visible } from '../program/terminal.js';
import { HOMEPAGE } from '../program/version.js';
import { jsonText } from './json.js';

export interface LintedFile extends Pick<RobotsTxtArgument, 'name' | 'kind'> {
  readonly robotsTxt: RobotsTxt;
  /** In file order; after `--fix`, the remaining ones. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of diagnostics that `--fix` removed. */
  readonly fixed: number;
  /** The lines that \`--fix\` changed. */
  readonly fixedLines: readonly FixedLine[];
  /** Number of diagnostics that the baseline accepts, which are not among the others. */
  readonly accepted: number;
}

/** A report that is written while files are checked, so that no file has to be kept. */
export interface LintReport {
  /** Returns the text to write after a file. */
  add(file: LintedFile): string;
  /** Returns the rest. `tally` has the counts of all files. */
  end(tally: Tally): string;
}

/** The page in the documentation about a code. */
export function pageOf(code: DiagnosticCode): string {
  return `${HOMEPAGE}/blob/main/docs/lint/${code}.md`;
}

/** Number of diagnostics per severity. */
export class Tally implements Readonly<Record<Severity, number>> {
  error = 0;
  warning = 0;
  info = 0;

  add({ diagnostics }: Pick<LintedFile, 'diagnostics'>): void {
    for (const { severity, omitted } of diagnostics) this[severity] += omitted?.count ?? 1;
  }
}

/** Returns the name to print before line and column. */
export function locationName({ name, kind }: Pick<LintedFile, 'name' | 'kind'>): string {
  return kind === 'stdin' ? '<stdin>' : name;
}

/** The document of `lint --format json`. Every field is always present. */
export function lintJson(dialect: DialectName): LintReport {
  const files: object[] = [];
  return {
    add({ name, fixed, fixedLines, accepted, diagnostics, robotsTxt }) {
      const fixes = checkFixes(robotsTxt, diagnostics);
      files.push({
        name,
        fixed,
        fixedLines: fixedLines.map(({ after = null, ...line }) => ({ ...line, after })),
        accepted,
        diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, fixes)),
      });
      return '';
    },
    end: (tally) =>
      jsonText({
        dialect,
        errors: tally.error,
        warnings: tally.warning,
        infos: tally.info,
        files,
      }),
  };
}

function diagnosticJson(diagnostic: Diagnostic, fixes: CheckedFixes): object {
  const { code, severity, message, clause, span, witness, fix, related = [], omitted } = diagnostic;
  return {
    code,
    severity,
    message,
    clause,
    ...spanJson(span),
    witness: witness ?? null,
    fix:
      fix === undefined
        ? null
        : {
            ...spanJson(fix.span),
            replacement: fix.replacement,
            safe: !fixes.suggested.has(diagnostic),
            changes: (fixes.suggested.get(diagnostic) ?? []).map(effectJson),
          },
    related: related.map(spanJson),
    omitted: omitted ?? null,
  };
}

/** A verdict that a suggested fix changes. */
function effectJson({ dialect, productTokens, witness, before, after }: FixEffect): object {
  return { dialect, productTokens, witness, before: before.allowed, after: after.allowed };
}

function spanJson({ line, column, endColumn, start, end }: Span): object {
  return { line, column, endColumn, start, end };
}

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One workflow command per diagnostic. */
export function lintGithub(): LintReport {
  return {
    add: (file) => file.diagnostics.map((diagnostic) => `${annotation(diagnostic, file)}\n`).join(''),
    end: () => '',
  };
}

function annotation(diagnostic: Diagnostic, file: LintedFile): string {
  const { code, severity, span } = diagnostic;
  const { line, column, endColumn } = span;
  const text = `${textOf(diagnostic)} See ${pageOf(code)}`;
  const title = property('title', code);
  // Annotations can only refer to files of the repository.
  if (file.kind !== 'file') {
    return `::${COMMANDS[severity]} ${title}::${data(`${locationName(file)}:${line}:${column}: ${text}`)}`;
  }
  const properties = [property('file', file.name), `line=${line},endLine=${line},col=${column},endColumn=${endColumn}`, title];
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(text)}`;
}

/** Returns the message with clause and example. */
function textOf({ message, clause, witness }: Diagnostic): string {
  return `${message} (${clause})${witness === undefined ? '' : ` Example: ${witness}`}`;
}

/** Escapes characters that would end the message or start another command. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

/** Escapes separators of properties too. */
function property(name: string, value: string): string {
  return `${name}=${data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
}

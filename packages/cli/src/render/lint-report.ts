/** The findings of `repkit lint`, and its reports as JSON, as GitHub annotations and as JUnit XML. */
import type { Diagnostic, DialectName, RobotsTxt, Severity, Span } from '@repkit/core';
import type { RobotsTxtArgument } from '../input/robots-txt-argument.js';
import { visible, visibleJson } from './terminal.js';

export interface LintedFile extends Pick<RobotsTxtArgument, 'name' | 'kind'> {
  readonly robotsTxt: RobotsTxt;
  /** In file order; after `--fix` what is left. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many of them `--fix` has mended. */
  readonly fixed: number;
}

export type Tally = Readonly<Record<Severity, number>>;

export function tallyOf(files: readonly Pick<LintedFile, 'diagnostics'>[]): Tally {
  const tally = { error: 0, warning: 0, info: 0 };
  for (const { diagnostics } of files) {
    for (const { severity, omitted } of diagnostics) tally[severity] += omitted?.count ?? 1;
  }
  return tally;
}

/** The name that stands before line and column. */
export function placeName({ name, kind }: Pick<LintedFile, 'name' | 'kind'>): string {
  return kind === 'stdin' ? '<stdin>' : name;
}

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
  const { code, severity, message, clause, span, witness, fix, related = [], omitted } = diagnostic;
  return {
    code,
    severity,
    message,
    clause,
    ...spanJson(span),
    witness: witness ?? null,
    fix: fix === undefined ? null : { ...spanJson(fix.span), replacement: fix.replacement },
    related: related.map(spanJson),
    omitted: omitted ?? null,
  };
}

function spanJson({ line, column, endColumn, start, end }: Span): object {
  return { line, column, endColumn, start, end };
}

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One command for each that was found, line ends included. */
export function lintGithub(files: readonly LintedFile[]): string {
  return files
    .flatMap((file) => file.diagnostics.map((diagnostic) => `${annotation(diagnostic, file)}\n`))
    .join('');
}

function annotation(diagnostic: Diagnostic, file: LintedFile): string {
  const { code, severity, message, clause, span, witness } = diagnostic;
  const { line, column, endColumn } = span;
  const shown = witness === undefined ? '' : ` Witness: ${witness}`;
  const says = `${message} (${clause})${shown}`;
  const title = property('title', code);
  // An annotation stands at a file of the repository, and standard input and sites are none.
  if (file.kind !== 'file') {
    return `::${COMMANDS[severity]} ${title}::${data(`${placeName(file)}:${line}:${column}: ${says}`)}`;
  }
  const properties = [
    property('file', file.name),
    `line=${line},endLine=${line},col=${column},endColumn=${endColumn}`,
    title,
  ];
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(says)}`;
}

/** What would end the message, or begin another command, is escaped. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

/** In a property the separators are escaped as well. */
function property(name: string, value: string): string {
  return `${name}=${data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
}

/** The document, line end included. `warningsFail` says whether there are more warnings than may be. */
export function lintJunit(files: readonly LintedFile[], warningsFail: boolean): string {
  const isFailure = ({ severity }: Diagnostic) =>
    severity === 'error' || (severity === 'warning' && warningsFail);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="repkit lint" ${counts(files.flatMap(casesOf), isFailure)}>`,
    ...files.flatMap((file) => suite(file, isFailure)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(file: LintedFile, isFailure: (diagnostic: Diagnostic) => boolean): string[] {
  const name = escaped(placeName(file));
  return [
    `  <testsuite name="${name}" ${counts(casesOf(file), isFailure)}>`,
    ...casesOf(file).flatMap((diagnostic) => {
      if (diagnostic === undefined) return [`    <testcase classname="${name}" name="lint"/>`];
      const { code, severity, message, clause, span, witness } = diagnostic;
      const place = `${span.line}:${span.column}`;
      const says = escaped(
        `${placeName(file)}:${place}: ${severity}: ${message} (${clause})` +
          (witness === undefined ? '' : ` Witness: ${witness}`),
      );
      return [
        `    <testcase classname="${name}" name="${escaped(`${place} ${code}`)}">`,
        isFailure(diagnostic)
          ? `      <failure type="${severity}" message="${escaped(message)}">${says}</failure>`
          : `      <system-out>${says}</system-out>`,
        '    </testcase>',
      ];
    }),
    '  </testsuite>',
  ];
}

/** A file in which nothing was found is a test that passed; without one it would not be seen. */
function casesOf({ diagnostics }: LintedFile): readonly (Diagnostic | undefined)[] {
  return diagnostics.length === 0 ? [undefined] : diagnostics;
}

function counts(
  cases: readonly (Diagnostic | undefined)[],
  isFailure: (diagnostic: Diagnostic) => boolean,
): string {
  const failures = cases.filter((one) => one !== undefined && isFailure(one)).length;
  return `tests="${cases.length}" failures="${failures}" errors="0"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML 1.0 2.2 and 2.4: some characters have no place in it, not even as a reference. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

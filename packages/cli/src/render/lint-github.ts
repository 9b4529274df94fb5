/** Annotations of GitHub: one workflow command a line. */
import type { Diagnostic } from '@repkit/core';
import { type LintedFile, placeName } from '../linted-file.js';
import { visible } from './visible.js';

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

/** Text report of `lint`: `file:line:column`, which editors open, and the marked line. */
import type { Diagnostic, RobotsTxt, TextEdit } from '@repkit/core';
import { type LintedFile, placeName, type Tally, tallyOf } from './lint-report.js';
import { sourceLine, textOfLine } from './source-line.js';
import { clipped, type Paint, visible } from './terminal.js';

const MAX_FIX_LENGTH = 120;

const STYLES = { error: 'red', warning: 'yellow', info: 'bold' } as const;

/** Returns all diagnostics in the order of the files, and a summary. */
export function lintText(files: readonly LintedFile[], paint: Paint): string {
  const found = files.flatMap((file) =>
    file.diagnostics.map((diagnostic) => [...diagnosticLines(diagnostic, file, paint), '']),
  );
  return `${[...found.flat(), summary(files)].join('\n')}\n`;
}

function diagnosticLines(diagnostic: Diagnostic, file: LintedFile, paint: Paint): string[] {
  const { code, severity, message, clause, span, witness, fix, related = [] } = diagnostic;
  const { robotsTxt } = file;
  const name = visible(placeName(file));
  const place = (at: { line: number; column: number }) => `${name}:${at.line}:${at.column}`;
  const indent = ' '.repeat(String(robotsTxt.records.length).length + 5);
  const labelled = (label: string, text: string) =>
    `${indent}${paint('dim', `${label}:`.padEnd('example: '.length))}${text}`;
  return [
    `${place(span)}: ${paint(STYLES[severity], severity)}: ${visible(message)}`,
    ...sourceLine(robotsTxt, span.line, paint, { span, note: `${code} (${clause})` }),
    ...(related.length === 0 ? [] : [labelled('see', related.map(place).join(', '))]),
    ...(witness === undefined ? [] : [labelled('example', visible(witness))]),
    ...(fix === undefined ? [] : [labelled('fix', fixText(fix, robotsTxt))]),
  ];
}

/** Describes the line after the fix. */
function fixText({ span, replacement }: TextEdit, robotsTxt: RobotsTxt): string {
  const text = textOfLine(robotsTxt, span.line);
  const result = text.slice(0, span.column - 1) + replacement + text.slice(span.endColumn - 1);
  // Only a byte-order mark has no column.
  if (result === text) return 'remove the byte-order mark';
  return result === '' ? 'remove the line' : clipped(visible(result), MAX_FIX_LENGTH);
}

function summary(files: readonly LintedFile[]): string {
  const where = count(files.length, 'file');
  const fixed = files.reduce((sum, file) => sum + file.fixed, 0);
  const all = files.flatMap(({ diagnostics }) => diagnostics);
  const fixable = all.filter(({ fix }) => fix !== undefined).length;
  if (all.length === 0) {
    return `No problems found (${where})${fixed === 0 ? '' : `; ${fixed} fixed`}.`;
  }
  return [
    `${tallyText(tallyOf(files))} in ${where}`,
    ...(fixed === 0 ? [] : [`${fixed} fixed`]),
    ...(fixable === 0 ? [] : [`${fixable} fixable with --fix`]),
  ]
    .join('; ')
    .concat('.');
}

/** Returns `1 error, 2 warnings, 1 info` without zero counts. */
function tallyText(tally: Tally): string {
  const { error, warning, info } = tally;
  const parts = [
    ...(error === 0 ? [] : [count(error, 'error')]),
    ...(warning === 0 ? [] : [count(warning, 'warning')]),
    ...(info === 0 ? [] : [count(info, 'info')]),
  ];
  return parts.join(', ');
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

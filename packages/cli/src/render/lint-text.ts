/** The report of `lint` for people: `file:line:column`, at which editors jump, and the line with its carets. */
import type { Diagnostic, RobotsTxt, TextEdit } from '@repkit/core';
import { type LintedFile, placeName, type Tally, tallyOf } from './lint-report.js';
import { sourceLine, textOfLine } from './source-line.js';
import { clipped, type Paint, visible } from './terminal.js';

const MAX_FIX_LENGTH = 120;

const STYLES = { error: 'red', warning: 'yellow', info: 'bold' } as const;

/** Everything found, in the order of the files, and the sum; line end included. */
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
    `${indent}${paint('dim', `${label}:`.padEnd('witness: '.length))}${text}`;
  return [
    `${place(span)}: ${paint(STYLES[severity], severity)}: ${visible(message)}`,
    ...sourceLine(robotsTxt, span.line, paint, { span, note: `${code} (${clause})` }),
    ...(related.length === 0 ? [] : [labelled('see', related.map(place).join(', '))]),
    ...(witness === undefined ? [] : [labelled('witness', visible(witness))]),
    ...(fix === undefined ? [] : [labelled('fix', fixText(fix, robotsTxt))]),
  ];
}

/** What becomes of the line. */
function fixText({ span, replacement }: TextEdit, robotsTxt: RobotsTxt): string {
  const text = textOfLine(robotsTxt, span.line);
  const mended = text.slice(0, span.column - 1) + replacement + text.slice(span.endColumn - 1);
  // A byte-order mark takes no column.
  if (mended === text) return 'leave the byte-order mark out';
  return mended === '' ? 'leave the line out' : clipped(visible(mended), MAX_FIX_LENGTH);
}

function summary(files: readonly LintedFile[]): string {
  const where = count(files.length, 'file');
  const fixed = files.reduce((sum, file) => sum + file.fixed, 0);
  const all = files.flatMap(({ diagnostics }) => diagnostics);
  const fixable = all.filter(({ fix }) => fix !== undefined).length;
  return [
    all.length === 0 ? `Nothing found in ${where}` : `${tallyText(tallyOf(files))} in ${where}`,
    ...(fixed === 0 ? [] : [`${fixed} fixed`]),
    ...(fixable === 0 ? [] : [`--fix mends ${fixable}`]),
  ]
    .join('; ')
    .concat('.');
}

/** `1 error, 2 warnings, 1 info`, without what there is none of. */
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

/** The report of `lint` as JUnit writes that of tests: what ends the command with 1 is a failure. */
import type { Diagnostic } from '@repkit/core';
import { type LintedFile, placeName } from '../linted-file.js';
import { visible } from './visible.js';

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

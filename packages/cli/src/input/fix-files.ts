/** `repkit lint --fix`: applies fixes until none remains. */
import { InputError } from '@repkit/bulk';
import { parseRobotsTxt, type RobotsTxt, type RobotsTxtRecord } from '@repkit/core';
import { applyFixes, checkFixes, type Diagnostic, type DiagnosticCode } from '@repkit/core/analysis';
import type { Io } from '../program/io.js';
import { fileText } from '../program/terminal.js';
import { checkUncompressed, checkWritable, writeRobotsTxt } from './rewrite.js';
import type { RobotsTxtArgument } from './robots-txt-argument.js';

/** Finds the problems of a file. */
export type Linter = (file: Pick<RobotsTxtArgument, 'name' | 'kind' | 'robotsTxt'>) => readonly Diagnostic[];

/** A line that fixes changed. */
export interface FixedLine {
  /** The number of the line before any fix. */
  readonly line: number;
  readonly codes: readonly DiagnosticCode[];
  readonly before: string;
  /** With the lines that a fix added below it; undefined if the line was removed. */
  readonly after: string | undefined;
}

export interface Fixed {
  /** With the fixed body. */
  readonly file: RobotsTxtArgument;
  /** Remaining diagnostics. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of fixed diagnostics. */
  readonly fixed: number;
  readonly fixedLines: readonly FixedLine[];
}

/** Fixes all files before it writes the first. Yields each when it is written, so that an error does not hide the ones before. */
export function* fixFiles(
  read: readonly RobotsTxtArgument[],
  find: Linter,
  isUnsafe: boolean,
  io: Io,
): Generator<Fixed, undefined> {
  const unwritable = read.find(({ kind }) => kind !== 'file' && kind !== 'stdin');
  if (unwritable !== undefined) {
    throw new InputError(`--fix requires files; "${unwritable.name}" is not a file.`);
  }
  checkUncompressed('fix', read);
  const results = read.map((original) => ({ original, fixed: fixRobotsTxt(original, find, isUnsafe) }));
  const changed = results.filter(({ original, fixed }) => fixed.file !== original).map(({ original }) => original);
  checkWritable(
    changed.filter(({ kind }) => kind === 'file'),
    io,
  );
  for (const { original, fixed } of results) {
    const { body } = fixed.file;
    if (original.kind !== 'stdin') writeRobotsTxt(original, body, io);
    else if (io.stdout.isTerminal) {
      io.stdout.write(fileText(new TextDecoder().decode(body), io.stdout));
    } else io.stdout.write(body);
    yield fixed;
  }
}

/**
 * Of two overlapping fixes, one waits for the next round, as do fixes beyond those that `checkFixes` proves at once. Real files
 * need up to 10 rounds; fixes that undo each other must end.
 */
const MAX_ROUNDS = 100;

/** Applies the safe or all fixes until none remains or the rounds are used up. */
export function fixRobotsTxt(file: RobotsTxtArgument, find: Linter, isUnsafe: boolean): Fixed {
  const diagnostics = find(file);
  const total = fixesIn(diagnostics);
  const codes = new Map<number, Set<DiagnosticCode>>();
  /** The number that each line had before any fix. */
  let lines = file.robotsTxt.records.map(({ line }) => line);
  let result: Omit<Fixed, 'fixedLines'> = { file, diagnostics, fixed: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { robotsTxt, body } = result.file;
    const applied = isUnsafe ? result.diagnostics : checkFixes(robotsTxt, result.diagnostics).safe;
    if (fixesIn(applied) === 0) break;
    const next = applyFixes(body, applied);
    const reparsed = parseRobotsTxt(next, { dialect: robotsTxt.dialect });
    for (const { code, fix } of applied) {
      const line = fix && lines[fix.span.line - 1];
      if (line !== undefined) codes.set(line, (codes.get(line) ?? new Set()).add(code));
    }
    lines = linesAfter(lines, applied, robotsTxt);
    const fixedFile = { ...file, body: next, robotsTxt: reparsed };
    const remaining = find(fixedFile);
    result = { file: fixedFile, diagnostics: remaining, fixed: total - fixesIn(remaining) };
  }
  const { records } = result.file.robotsTxt;
  const after = new Map(
    Array.from(
      Map.groupBy(lines.keys(), (index) => lines[index]),
      ([line, indexes]) => [line, indexes.map((index) => lineText(records[index])).join('\n')],
    ),
  );
  const fixedLines = [...codes]
    .sort(([first], [second]) => first - second)
    .map(([line, ofLine]) => ({
      line,
      codes: [...ofLine],
      before: lineText(file.robotsTxt.records[line - 1]),
      after: after.get(line),
    }));
  return { ...result, fixedLines };
}

const LINE_ENDS = /\r\n?|\n/g;

/** Returns the number before any fix for each line after these fixes. An added line has that of the line above. */
function linesAfter(lines: readonly number[], applied: readonly Diagnostic[], robotsTxt: RobotsTxt): number[] {
  const removed = removedLines(applied, robotsTxt);
  const added = new Map<number, number>();
  for (const { fix } of applied) {
    const count = fix?.replacement.match(LINE_ENDS)?.length ?? 0;
    if (fix !== undefined) added.set(fix.span.line, (added.get(fix.span.line) ?? 0) + count);
  }
  return lines.flatMap((line, index) => {
    const remaining = removed.has(index + 1) ? 0 : 1;
    return new Array<number>(remaining + (added.get(index + 1) ?? 0)).fill(line);
  });
}

/** Returns the lines that fixes delete with their line ends. */
function removedLines(applied: readonly Diagnostic[], { records }: RobotsTxt): ReadonlySet<number> {
  return new Set(
    applied.flatMap(({ fix }) => {
      const record = fix?.replacement === '' ? records[fix.span.line - 1] : undefined;
      const isWhole = fix?.span.start === record?.span.start && fix?.span.end === record?.span.end;
      return record !== undefined && isWhole ? record.line : [];
    }),
  );
}

function lineText(record: RobotsTxtRecord | undefined): string {
  return record?.text.replace(/[\r\n]+$/, '') ?? '';
}

function fixesIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ fix }) => fix !== undefined).length;
}

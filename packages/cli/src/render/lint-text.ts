/** Text report of `lint`: `file:line:column`, which editors open, and the marked line. */
import { type RobotsTxt, ruledOutcome } from '@repkit/core';
import {
  type CheckedFixes,
  checkFixes,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticGroup,
  type FixEffect,
  groupDiagnostics,
  type TextEdit,
} from '@repkit/core/analysis';
import { counted, type Paint, shown, visible } from '../program/terminal.js';
import { crawlersText } from './diff-text.js';
import { type LintedFile, type LintReport, locationName, type Tally } from './lint-report.js';
import { sourceLine, textOfLine } from './source-line.js';

const STYLES = { error: 'red', warning: 'yellow', info: 'bold' } as const;

/**
 * The problems of each file, the most severe first, and a summary. Diagnostics with one cause are printed once, and at most
 * `maxPerCode` groups of one code.
 */
export function lintText(paint: Paint, maxPerCode = Number.POSITIVE_INFINITY): LintReport {
  const sums = { fixed: 0, accepted: 0, fixable: 0, suggested: 0 };
  let files = 0;
  return {
    add(file) {
      const fixes = checkFixes(file.robotsTxt, file.diagnostics);
      files++;
      sums.fixed += file.fixed;
      sums.accepted += file.accepted;
      sums.fixable += fixes.safe.length;
      sums.suggested += fixes.suggested.size;
      return [...fixedLinesOf(file, paint), ...fileLines(file, fixes, paint, maxPerCode)].map((line) => `${line}\n`).join('');
    },
    end: (tally) => `${summary(files, tally, sums)}\n`,
  };
}

/** Returns one line per line that `--fix` changed, with its number before any fix. */
function fixedLinesOf(file: LintedFile, paint: Paint): readonly string[] {
  if (file.fixedLines.length === 0) return [];
  const name = visible(locationName(file));
  const lines = file.fixedLines.map(({ line, codes, before, after }) => {
    const change =
      after === undefined
        ? `removed "${shown(before)}"`
        : after === before.replace(/^\uFEFF/, '')
          ? 'removed the byte-order mark'
          : `"${shown(before)}" is now ${after
              .split(LINE_END)
              .map((line) => `"${shown(line)}"`)
              .join(', ')}`;
    return `${name}:${line}: ${paint('green', 'fixed')}: ${change} (${codes.join(', ')})`;
  });
  return [...lines, ''];
}

function fileLines(file: LintedFile, fixes: CheckedFixes, paint: Paint, maxPerCode: number): readonly string[] {
  const printed = new Map<DiagnosticCode, number>();
  const rest: Diagnostic[] = [];
  const lines = groupDiagnostics(file.diagnostics).flatMap((group) => {
    const before = printed.get(group.code) ?? 0;
    printed.set(group.code, before + 1);
    if (before < maxPerCode) return [...groupLines(group, file, fixes, paint), ''];
    rest.push(...group.diagnostics);
    return [];
  });
  return [...lines, ...restLines(rest, file)];
}

/** Returns one line per code for the diagnostics that are not printed. */
function restLines(rest: readonly Diagnostic[], file: LintedFile): string[] {
  if (rest.length === 0) return [];
  const name = visible(locationName(file));
  const lines = Array.from(
    Map.groupBy(rest, ({ code }) => code),
    ([code, group]) => `  ${group.length} more ${code} on ${linesInWords(group)}`,
  );
  return [`${name}: Not shown (use --max-per-code all):`, ...lines, ''];
}

function groupLines({ diagnostics }: DiagnosticGroup, file: LintedFile, fixes: CheckedFixes, paint: Paint): string[] {
  const [diagnostic, ...repeated] = diagnostics;
  const { code, severity, message, clause, span, witness, fix, related = [] } = diagnostic;
  const { robotsTxt } = file;
  const effects = fixes.suggested.get(diagnostic);
  const name = visible(locationName(file));
  const location = (at: { line: number; column: number }) => `${name}:${at.line}:${at.column}`;
  const indent = ' '.repeat(String(robotsTxt.records.length).length + 5);
  const labeled = (label: string, text: string) => `${indent}${paint('dim', `${label}:`.padEnd('example: '.length))}${text}`;
  return [
    `${location(span)}: ${paint(STYLES[severity], severity)}: ${visible(message)}`,
    ...sourceLine(robotsTxt, span.line, paint, {
      span,
      note: `${code} (${clause})`,
      style: STYLES[severity],
    }),
    ...(repeated.length === 0 ? [] : [labeled('also', `${linesInWords(repeated)} (${diagnostics.length} in total)`)]),
    ...(related.length === 0 ? [] : [labeled('see', related.map(location).join(', '))]),
    ...(witness === undefined || message.includes(JSON.stringify(witness)) ? [] : [labeled('example', visible(witness))]),
    ...(fix === undefined ? [] : [labeled(effects === undefined ? 'fix' : 'suggest', fixText(fix, robotsTxt))]),
    ...(effects ?? []).map((effect) => labeled('changes', effectText(effect))),
  ];
}

const LINE_END = /\r\n?|\n/;

const MAX_RANGES = 8;

/** Formats the lines of diagnostics: `line 3`, `lines 3, 5-9 and 12`. */
function linesInWords(diagnostics: readonly Diagnostic[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const line of diagnostics.map(({ span }) => span.line).sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && line <= range.last + 1) range.last = line;
    else ranges.push({ first: line, last: line });
  }
  const texts = ranges.slice(0, MAX_RANGES).map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  if (ranges.length > MAX_RANGES) texts.push('others');
  if (ranges.length === 1) return `${ranges[0].first === ranges[0].last ? 'line' : 'lines'} ${texts[0]}`;
  return `lines ${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Describes the line after the fix. */
function fixText({ span, replacement }: TextEdit, robotsTxt: RobotsTxt): string {
  if (span.start === span.end && LINE_END.test(replacement)) {
    const lines = replacement.split(LINE_END).filter((line) => line !== '');
    return `add ${lines.map((line) => `"${shown(line)}"`).join(', ')} after line ${span.line}`;
  }
  const text = textOfLine(robotsTxt, span.line);
  const result = text.slice(0, span.column - 1) + replacement + text.slice(span.endColumn - 1);
  // Only a byte-order mark has no column.
  if (result === text) return 'remove the byte-order mark';
  return result === ''
    ? 'remove the line'
    : result
        .split(LINE_END)
        .map((line) => shown(line))
        .join(', ');
}

/** Describes a verdict that a suggested fix changes. */
function effectText({ dialect, productTokens, witness, before, after }: FixEffect): string {
  const verdicts = [before, after].map(ruledOutcome);
  return visible(`${witness} for ${crawlersText(productTokens)} under ${dialect}: ${verdicts.join(' -> ')}`);
}

/** Counts of all files, with what to print after each. */
const SUMS = {
  fixed: 'fixed',
  accepted: 'in the baseline',
  fixable: 'fixable with --fix',
  suggested: 'fixable with --fix --unsafe',
} as const;

function summary(files: number, tally: Tally, sums: Record<keyof typeof SUMS, number>): string {
  const where = counted(files, 'file');
  const problems = tallyText(tally);
  const parts = (Object.keys(SUMS) as (keyof typeof SUMS)[])
    .filter((name) => sums[name] > 0)
    .map((name) => `${sums[name]} ${SUMS[name]}`);
  const first = problems === '' ? `No problems found (${where})` : `${problems} in ${where}`;
  return `${[first, ...parts].join('; ')}.`;
}

/** Returns `1 error, 2 warnings, 1 info` without zero counts. */
function tallyText(tally: Tally): string {
  return (['error', 'warning', 'info'] as const)
    .filter((severity) => tally[severity] > 0)
    .map((severity) => counted(tally[severity], severity))
    .join(', ');
}

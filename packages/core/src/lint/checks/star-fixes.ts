/** Fixes for paths that start with a star: adds a slash if the extra byte changes no verdict. */

import type { Audience } from '../../analysis/audience.js';
import { MIN_PARSING_LIMIT_BYTES } from '../../dialect/limits.js';
import { bodyOf } from '../../file/robots-txt.js';
import type { Rule } from '../../match/verdict.js';
import type { Budget } from '../../prover/budget.js';
import type { RankedEntry } from '../../prover/ranked-rules.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';
import { type FileContext, recordsOn, writtenValue } from './check.js';

const SLASH = '/';
/** Stars followed by neither a slash nor another star: adding a slash does not change what matches. */
const FIXABLE = /^\*+[^/*]/;

/** Share of the budget for fixes; the rest is for diagnostics. */
const SHARE_OF_FIXES = 1 / 16;

/** A weight is twice the bytes, plus one for allow rules. */
const bytesOf = ({ weight }: RankedEntry): number => weight >> 1;

/** Adds fixes to the diagnostics about paths that start with a star, if they are proved safe. */
export function withStarFixes(
  found: readonly Diagnostic[],
  context: FileContext,
): readonly Diagnostic[] {
  if (!found.some(isAboutStar)) return found;
  const share = context.budget.slice(Math.floor(context.budget.left * SHARE_OF_FIXES));
  const lines = fixableLines(found, context, share);
  context.budget.giveBack(share);
  if (lines.size === 0) return found;
  return found.map((diagnostic) =>
    lines.has(diagnostic.span.line) && isAboutStar(diagnostic)
      ? { ...diagnostic, fix: slashBefore(diagnostic) }
      : diagnostic,
  );
}

function isAboutStar({ code, fix }: Diagnostic): boolean {
  return code === 'star-without-slash' && fix === undefined;
}

/** Returns the edit that inserts a slash. */
function slashBefore({ span: { start, line, column } }: Diagnostic): TextEdit {
  return { span: { start, end: start, line, column, endColumn: column }, replacement: SLASH };
}

/** Returns the lines that can be fixed in any combination. */
function fixableLines(
  found: readonly Diagnostic[],
  { robotsTxt, audiences }: FileContext,
  budget: Budget,
): ReadonlySet<number> {
  const { encoding, truncated, dialect } = robotsTxt;
  const starLines = found.filter(isAboutStar).map(({ span }) => span.line);
  // Two edits of one path conflict; this one can wait for the next run.
  const edited = new Set(found.flatMap(({ fix }) => fix?.span.line ?? []));
  const fixable = [...recordsOn(robotsTxt, starLines).values()].filter(
    (record) => FIXABLE.test(writtenValue(record)) && !edited.has(record.line),
  );
  const growth = fixable.length + addedBytes(found);
  const fits =
    bodyOf(robotsTxt).end + growth <= MIN_PARSING_LIMIT_BYTES &&
    fixable.every(({ bytes }) => bytes.length + growth <= dialect.maxLineBytes);
  if (encoding !== 'utf-8' || truncated || !fits || !audiences.complete) return new Set();
  let lines = new Set(fixable.map(({ line }) => line));
  if (dialect.precedence === 'first-in-file') return lines;
  for (;;) {
    const before = lines;
    lines = new Set([...before].filter((line) => !isUnsafe(line, before)));
    if (lines.size === before.size) return lines;
  }

  function isUnsafe(line: number, fixed: ReadonlySet<number>): boolean {
    return audiences.all.some((audience) =>
      audience.matcher.rules.some(
        (rule) => rule.line === line && hasNeighbor(rule, audience, fixed),
      ),
    );
  }

  function hasNeighbor(rule: Rule, { ranked }: Audience, fixed: ReadonlySet<number>): boolean {
    return ranked.entriesOf(rule).some((entry) => {
      const others = ranked.overlapping(entry.shape, budget);
      return budget.left === 0 || others.some((other) => mightOutrank(entry, other, fixed));
    });
  }
}

/**
 * Returns whether an extra byte in one or both entries can change which one wins, or make them equal. If both have the
 * same kind no verdict changes, but one could become a dead rule.
 */
function mightOutrank(entry: RankedEntry, other: RankedEntry, fixed: ReadonlySet<number>): boolean {
  if (other.rule === undefined || other.rule === entry.rule) return false;
  const more = bytesOf(other) - bytesOf(entry);
  if (other.allows !== entry.allows) return Math.abs(more) <= 1;
  return !fixed.has(other.rule.line) && (more === 0 || more === 1);
}

/** Returns the bytes that all other fixes add. */
function addedBytes(found: readonly Diagnostic[]): number {
  const encoder = new TextEncoder();
  return found.reduce((sum, { fix }) => {
    if (fix === undefined) return sum;
    const { span, replacement } = fix;
    return sum + Math.max(0, encoder.encode(replacement).length - (span.end - span.start));
  }, 0);
}

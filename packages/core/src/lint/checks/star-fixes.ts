/** The mends of paths that begin with a star: a slash before it, where the byte more decides about nothing. */

import type { Audience } from '../../analysis/audience.js';
import { MIN_PARSING_LIMIT_BYTES } from '../../limits.js';
import type { Budget } from '../../prover/budget.js';
import type { Entry } from '../../prover/ranked-rules.js';
import { bodyOf } from '../../robots-txt.js';
import type { Rule } from '../../verdict.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';
import { type FileContext, recordsOn, writtenValue } from './check.js';

const SLASH = '/';
/** Stars, and what is no slash behind them: then a slash before them changes nothing about what is matched. */
const FIXABLE = /^\*+[^/*]/;

/** So much of a budget may go into mends; the rest is for what is found. */
const SHARE_OF_FIXES = 1 / 16;

/** The weight of an entry holds its bytes twice, so that an allow rule outweighs a disallow rule of as many. */
const bytesOf = ({ weight }: Entry): number => weight >> 1;

/** The diagnostics, of which those about a path that begins with a star have a mend where it is proved to be one. */
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

/** An edit between two bytes: the slash. */
function slashBefore({ span: { start, line, column } }: Diagnostic): TextEdit {
  return { span: { start, end: start, line, column, endColumn: column }, replacement: SLASH };
}

/** The lines that may all be mended, or any of them. */
function fixableLines(
  found: readonly Diagnostic[],
  { robotsTxt, audiences }: FileContext,
  budget: Budget,
): ReadonlySet<number> {
  const { encoding, truncated, dialect } = robotsTxt;
  const starLines = found.filter(isAboutStar).map(({ span }) => span.line);
  // Two edits of one path cannot both be made; this one can wait until the other is.
  const edited = new Set(found.flatMap(({ fix }) => fix?.span.line ?? []));
  const fixable = [...recordsOn(robotsTxt, starLines).values()].filter(
    (record) => FIXABLE.test(writtenValue(record)) && !edited.has(record.line),
  );
  const growth = fixable.length + growthOf(found);
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
        (rule) => rule.line === line && hasNeighbour(rule, audience, fixed),
      ),
    );
  }

  function hasNeighbour(rule: Rule, { ranked }: Audience, fixed: ReadonlySet<number>): boolean {
    return ranked.entriesOf(rule).some((entry) => {
      const others = ranked.overlapping(entry.shape, budget);
      return budget.left === 0 || others.some((other) => comesNear(entry, other, fixed));
    });
  }
}

/**
 * Whether a byte more of the one, of the other or of both may change which of the two decides, or make them equal.
 * Which of two rules that say the same decides is no verdict, but the other may then be told to decide nothing.
 */
function comesNear(entry: Entry, other: Entry, fixed: ReadonlySet<number>): boolean {
  if (other.rule === undefined || other.rule === entry.rule) return false;
  const more = bytesOf(other) - bytesOf(entry);
  if (other.allows !== entry.allows) return Math.abs(more) <= 1;
  return !fixed.has(other.rule.line) && (more === 0 || more === 1);
}

/** Bytes by which a file grows where all other mends are made. */
function growthOf(found: readonly Diagnostic[]): number {
  const encoder = new TextEncoder();
  return found.reduce((sum, { fix }) => {
    if (fix === undefined) return sum;
    const { span, replacement } = fix;
    return sum + Math.max(0, encoder.encode(replacement).length - (span.end - span.start));
  }, 0);
}

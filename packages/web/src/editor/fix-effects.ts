/** Applies fixes, and distinguishes safe from suggested ones. Loaded on the first fix, because the proofs are large. */
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import { applyFixes, checkFixes, type Diagnostic, type FixEffect } from '@repkit/core/analysis';

/** Returns examples of the verdicts that a fix changes under some dialect; undefined if it changes none. */
export function suggestedEffects(
  robotsTxt: string,
  dialect: DialectName,
  diagnostic: Diagnostic,
): readonly FixEffect[] | undefined {
  const file = parseRobotsTxt(robotsTxt, { dialect });
  return checkFixes(file, [diagnostic]).suggested.get(diagnostic);
}

/** Returns the text with the fix of one diagnostic. */
export function fixedText(robotsTxt: string, diagnostic: Diagnostic): string {
  return applyFixes(robotsTxt, [diagnostic]);
}

import { applyFixes, type Diagnostic, parseRobotsTxt, type RobotsTxt } from '@repkit/core';

export interface Mended {
  readonly body: Uint8Array;
  readonly robotsTxt: RobotsTxt;
  /** What is left. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many of those that have a fix are gone. */
  readonly fixed: number;
}

/** Of two fixes that overlap one waits for the next round, and no line has as many that do. */
const MOST_ROUNDS = 10;

/** Applies fixes until none is left, or the rounds are used up. */
export function mend(
  body: Uint8Array,
  robotsTxt: RobotsTxt,
  find: (robotsTxt: RobotsTxt) => readonly Diagnostic[],
): Mended {
  const found = find(robotsTxt);
  const most = fixesIn(found);
  let mended: Mended = { body, robotsTxt, diagnostics: found, fixed: 0 };
  for (let round = 0; round < MOST_ROUNDS && fixesIn(mended.diagnostics) > 0; round++) {
    const next = applyFixes(mended.body, mended.diagnostics);
    const reread = parseRobotsTxt(next, { dialect: robotsTxt.dialect });
    const diagnostics = find(reread);
    const fixed = most - fixesIn(diagnostics);
    mended = { body: next, robotsTxt: reread, diagnostics, fixed };
  }
  return mended;
}

function fixesIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ fix }) => fix !== undefined).length;
}

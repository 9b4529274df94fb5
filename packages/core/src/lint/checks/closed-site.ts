/** Whether a site is closed to crawlers, judged by the effect of its rules. */

import { type Audience, ORIGIN, targetFor } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { Budget, PART_STEPS } from '../../prover/budget.js';
import { findDecidedTarget } from '../../prover/prove.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import { restricts } from './check.js';

/** A page that no rule names. */
export const UNLISTED = '/repkit-unlisted-page';
/** Matches every page. */
const ALL = /^\/?\**$/;
/** Files such as ads.txt that sites keep open for purposes other than their pages. */
const FILE = /^\/(?:[^/*]*\.(?:txt|xml|ico)|\.well-known\/[^*]*)\$?$/i;

export interface ClosedSite {
  /** The rule that blocks all pages without an allow rule. */
  readonly rule: Rule;
  /** The allow rules that open something. */
  readonly openings: readonly Rule[];
}

/** Returns how the site is closed to an audience; undefined if it is open to pages without an allow rule. */
export const closedSite = memoizeByObject(({ matcher, ranked }: Audience): ClosedSite | undefined => {
  const { rule } = matcher.explain(ORIGIN + UNLISTED);
  if (rule === undefined || !restricts(rule) || !ALL.test(rule.canonicalPattern)) return undefined;
  const budget = new Budget(PART_STEPS);
  // Unless an allow rule is proved to have no effect, it may open something.
  const openings = matcher.rules.filter(
    (allow) =>
      allow.kind === 'allow' &&
      allow.usable &&
      allow.bytes > 0 &&
      (matcher.isTargetAllowed(targetFor(allow.canonicalPattern)) ||
        findDecidedTarget(ranked, allow, budget).outcome !== 'never'),
  );
  return { rule, openings };
});

/** Returns whether an allow rule opens a file such as `/ads.txt`, not pages. */
export function isFile({ canonicalPattern }: Rule): boolean {
  return FILE.test(canonicalPattern);
}

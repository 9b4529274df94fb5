/** Limits the work of proofs in steps, because the core has no clock. */
import type { RobotsTxt } from '../file/robots-txt.js';
import { queriesBeforeCompiling } from '../match/matcher.js';
import type { Rule } from '../match/verdict.js';

/**
 * Default budget of an analysis in steps: about one second on a current machine.
 */
export const ANALYSIS_STEPS = 13_000_000;
/** Budget of a part whose result must not depend on how much the rest of an analysis spent. */
export const PART_STEPS = 250_000;

/**
 * The remaining steps of an analysis. A step is one comparison of a byte with a position in a pattern, or similar work.
 * Anything not proved within the budget is undecided.
 */
export class Budget {
  #left: number;

  constructor(steps: number = ANALYSIS_STEPS) {
    this.#left = steps;
  }

  get left(): number {
    return Math.max(this.#left, 0);
  }

  /** Takes steps. Returns false if too few are left, and on every later call. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Runs a task with a budget of at most `steps` of the remaining ones. Unspent steps are returned to this budget. */
  lend<Result>(steps: number, task: (share: Budget) => Result): Result {
    const share = new Budget(Math.min(steps, this.left));
    this.#left -= share.left;
    const result = task(share);
    this.#left += share.left;
    return result;
  }
}

/** Returns the budget of an option. Throws a RangeError if it is not a whole number of steps. */
export function readBudget(steps: number | undefined): Budget {
  if (steps === undefined) return new Budget();
  if (Number.isSafeInteger(steps) && steps >= 0) return new Budget(steps);
  throw new RangeError(`budget must be a whole number of steps, at least 0, not ${steps}.`);
}

/** Approximate steps to read and rank a rule, in addition to one per byte. */
const STEPS_PER_RULE = 64;

/** Returns the steps to read and rank a list of rules. */
export function rulesSteps(rules: readonly Rule[]): number {
  return rules.reduce((sum, { bytes }) => sum + STEPS_PER_RULE + bytes, STEPS_PER_RULE);
}

/** Returns the steps to read all groups of a file. */
export function groupSteps({ groups }: RobotsTxt): number {
  return groups.reduce(
    (sum, { rules, userAgentRecords }) => sum + rulesSteps(rules) + userAgentRecords.length * STEPS_PER_RULE,
    0,
  );
}

/** A `*` followed by something else. At the end of a pattern, a `*` has no effect. */
const INNER_STAR = /\*(?!\*|\$?$)/;
/** How many bytes of patterns with `*` a query compares per step, for each byte of its target. */
const STARRED_BYTES_PER_STEP = 64;

/** Returns a function from the length of a target to the maximum steps of a query, amortized over many queries. */
export function querySteps(rules: readonly Rule[]): (length: number) => number {
  const starredBytes = rules.reduce(
    (sum, { canonicalPattern, bytes }) => sum + (INNER_STAR.test(canonicalPattern) ? bytes : 0),
    0,
  );
  const compared = Number.isFinite(queriesBeforeCompiling(rules.length)) ? 0 : rules.length;
  return (length) => compared + Math.ceil(length * (1 + starredBytes / STARRED_BYTES_PER_STEP));
}

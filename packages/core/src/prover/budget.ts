/** Limits the work of proofs in steps, because the core has no clock. */
import type { RobotsTxt } from '../file/robots-txt.js';
import { queriesBeforeCompiling } from '../match/matcher.js';
import type { Rule } from '../match/verdict.js';

/**
 * Default budget of an analysis in steps: about one second on a current machine. Anything not proved by then is
 * undecided.
 */
export const ANALYSIS_STEPS = 13_000_000;
/** The budget of a part that must not depend on the rest of an analysis. */
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

  /** Takes steps. Returns false once too few are left, and on every later call. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Lends a task up to `steps`, and takes back what it leaves. Returns its result. */
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

/** Approximate steps to read a rule and to rank it, apart from its bytes. */
const STEPS_PER_RULE = 64;

/** Returns the steps to read and rank a list of rules. */
export function rulesSteps(rules: readonly Rule[]): number {
  return rules.reduce((sum, { bytes }) => sum + STEPS_PER_RULE + bytes, STEPS_PER_RULE);
}

/** Returns the steps to read all groups of a file. */
export function groupSteps({ groups }: RobotsTxt): number {
  return groups.reduce(
    (sum, { rules, userAgentRecords }) =>
      sum + rulesSteps(rules) + userAgentRecords.length * STEPS_PER_RULE,
    0,
  );
}

/** A `*` that something follows. At the end of a pattern, it changes nothing. */
const INNER_STAR = /\*(?!\*|\$?$)/;
/** Bytes of patterns with `*` that a query compares with a byte of its target in about a step. */
const STARRED_BYTES_PER_STEP = 64;

/** Returns a function for the most steps that a query takes, by the length of its target, if many of them follow. */
export function querySteps(rules: readonly Rule[]): (length: number) => number {
  const starredBytes = rules.reduce(
    (sum, { canonicalPattern, bytes }) => sum + (INNER_STAR.test(canonicalPattern) ? bytes : 0),
    0,
  );
  const compared = Number.isFinite(queriesBeforeCompiling(rules.length)) ? 0 : rules.length;
  return (length) => compared + Math.ceil(length * (1 + starredBytes / STARRED_BYTES_PER_STEP));
}

/** Limits the work of proofs in steps, because the core has no clock. */
import { bodyOf, type RobotsTxt } from '../file/robots-txt.js';
import type { Rule } from '../match/verdict.js';

/**
 * Default budget of an analysis in steps: about one second on a current machine. Anything not proved by then is
 * undecided.
 */
export const ANALYSIS_STEPS = 13_000_000;

/** Bytes of a body that can be walked over in about a step. */
const BYTES_PER_STEP = 8;

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

/** Approximate steps to create the objects of a rule or of a user-agent line. */
const STEPS_PER_RULE_LINE = 128;
const STEPS_PER_USER_AGENT_LINE = 64;

/** Returns the steps to read all groups of a file. */
export function groupSteps(robotsTxt: RobotsTxt): number {
  return robotsTxt.groups.reduce(
    (sum, { rules, userAgentRecords }) =>
      sum +
      rules.length * STEPS_PER_RULE_LINE +
      userAgentRecords.length * STEPS_PER_USER_AGENT_LINE,
    bodyWalkSteps(robotsTxt),
  );
}

/** Returns the steps of the first query for a product token, which walks over the whole body. */
export function bodyWalkSteps(robotsTxt: RobotsTxt): number {
  return Math.ceil(bodyOf(robotsTxt).end / BYTES_PER_STEP);
}

/** Approximate steps to rank a rule, plus two per byte of its pattern. */
const STEPS_PER_RULE = 32;
const STEPS_PER_PATTERN_BYTE = 2;

/** Returns the steps to rank these rules: their objects, shapes and order. */
export function rankingSteps(rules: readonly Rule[]): number {
  let steps = 0;
  for (const { canonicalPattern } of rules) {
    steps += STEPS_PER_RULE + canonicalPattern.length * STEPS_PER_PATTERN_BYTE;
  }
  return steps;
}

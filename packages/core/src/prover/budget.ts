/** How much work a proof may take: counted in steps, since the core takes no clock. */
import { ANALYSIS_STEPS } from '../limits.js';
import { bodyOf, type RobotsTxt } from '../robots-txt.js';
import type { Rule } from '../verdict.js';

/** To walk over so many bytes of a body takes about as long as a step. */
const BYTES_PER_STEP = 8;

/**
 * Steps that are left. One step is one comparison of a byte with a place in a pattern, or work of about that size.
 * A budget is shared by all the questions of an analysis; what meets its end is undecided, never decided.
 */
export class Budget {
  #left: number;

  constructor(steps: number = ANALYSIS_STEPS) {
    this.#left = steps;
  }

  get left(): number {
    return Math.max(this.#left, 0);
  }

  /** Takes some steps; false where there were not as many left, and for ever after. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Takes up to so many steps out into a budget of their own; `giveBack` returns what is left of it. */
  slice(steps: number): Budget {
    const taken = Math.min(steps, this.left);
    this.#left -= taken;
    return new Budget(taken);
  }

  giveBack(slice: Budget): void {
    this.#left += slice.left;
  }
}

/** The budget of an option. Throws a RangeError for a number that is no number of steps. */
export function readBudget(steps: number | undefined): Budget {
  if (steps === undefined) return new Budget();
  if (Number.isSafeInteger(steps) && steps >= 0) return new Budget(steps);
  throw new RangeError(`budget must be a whole number of steps, at least 0, not ${steps}.`);
}

/** Making the objects of a rule or of a user-agent line takes about this many steps. */
const STEPS_PER_RULE_LINE = 128;
const STEPS_PER_USER_AGENT_LINE = 64;

/** The steps to read all groups of a file. */
export function groupSteps(robotsTxt: RobotsTxt): number {
  return robotsTxt.groups.reduce(
    (sum, { rules, userAgentRecords }) =>
      sum +
      rules.length * STEPS_PER_RULE_LINE +
      userAgentRecords.length * STEPS_PER_USER_AGENT_LINE,
    matcherSteps(robotsTxt),
  );
}

/** The steps that a first question about a product token takes: it walks over the whole body. */
export function matcherSteps(robotsTxt: RobotsTxt): number {
  return Math.ceil(bodyOf(robotsTxt).end / BYTES_PER_STEP);
}

/** Making a rule and its entry in a reading takes about this many steps, and each byte of its pattern another two. */
const STEPS_PER_RULE = 32;
const STEPS_PER_PATTERN_BYTE = 2;

/** Returns the steps of a reading of these rules: their objects, their shapes and their order. */
export function rankingSteps(rules: readonly Rule[]): number {
  let steps = 0;
  for (const { canonicalPattern } of rules) {
    steps += STEPS_PER_RULE + canonicalPattern.length * STEPS_PER_PATTERN_BYTE;
  }
  return steps;
}

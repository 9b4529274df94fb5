/** The interface of the strategies that find the rule for a target. */
import type { Target } from './target.js';

/** Returned if there is no rule or no pattern. Greater than all ranks and rule numbers. */
export const NONE = 0x3fffffff;

/** Finds the best of some ranked patterns. The lowest rank wins. */
export interface PatternStrategy {
  /** Returns the lowest rank of a matching pattern if it is lower than `below`, else `below`. */
  best(target: Target, below: number): number;
}

/** Finds the deciding rule of a list. */
export interface RuleStrategy {
  /** Returns the number of the rule that decides a target, or NONE. */
  deciding(target: Target): number;
  /** Returns whether that rule, if any, allows the target. */
  isAllowed(target: Target): boolean;
}

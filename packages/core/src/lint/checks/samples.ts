/** Sample URLs made from the patterns of rules, which show most differences between two sets of rules without a proof. */
import { targetFor } from '../../analysis/audience.js';
import type { MatcherPair } from '../../analysis/by-dialect.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { type Budget, groupSteps, querySteps, rulesSteps } from '../../prover/budget.js';
import { audienceOf, type FileContext, isSameName } from './check.js';

/** Characters that URLs contain only in escaped form, and segments that clients remove. */
const NOT_SENT = /[^!-~]|["<>\\^`{|}]|\/\.{1,2}(?:\/|$)/;

/** Returns three targets per pattern: stars replaced by nothing, stars replaced by text, and text appended. */
export function samplesOf(pattern: string): readonly string[] {
  const shortest = targetFor(pattern);
  return [shortest, targetFor(pattern, 'x'), `${shortest}x`].filter((target) => !NOT_SENT.test(target));
}

/** Returns a target that two interpretations of the file treat differently for a product token: `/` if possible. */
export function differenceFor(
  name: string,
  reparsed: RobotsTxt,
  context: FileContext,
  isWanted: (first: boolean, second: boolean) => boolean,
): string | undefined {
  const { robotsTxt, budget, leaveUndecided } = context;
  if (budget.left === 0 || !budget.spend(groupSteps(robotsTxt))) {
    leaveUndecided();
    return undefined;
  }
  const audience = audienceOf(name, context);
  if (audience === undefined) return undefined;
  const token = audience.tokens.find((spelling) => isSameName(spelling, name)) ?? name;
  const matchers = [audience.matcher, reparsed.matcher(token)] as const;
  return isWanted(...verdictsOn('/', matchers)) ? '/' : sampleWithVerdicts(matchers, isWanted, budget);
}

/** Share of the budget for samples. The rest is for the proof. */
const SHARE_OF_SAMPLES = 1 / 4;

/** Returns the first sample of any rule with wanted verdicts; undefined if there is none, or if the share runs out first. */
export function sampleWithVerdicts(
  matchers: MatcherPair,
  isWanted: (first: boolean, second: boolean, target: string) => boolean,
  budget: Budget,
): string | undefined {
  const patterns = new Set(matchers.flatMap(({ rules }) => rules.map(({ canonicalPattern }) => canonicalPattern)));
  const costs = matchers.map(({ rules }) => querySteps(rules));
  const stepsFor = (target: string) => costs.reduce((sum, cost) => sum + cost(target.length), 0);
  return budget.lend(budget.left * SHARE_OF_SAMPLES, (share) => {
    for (const { rules } of matchers) share.spend(rulesSteps(rules));
    for (const pattern of patterns) {
      const sample = samplesOf(pattern).find(
        (target) => share.spend(stepsFor(target)) && isWanted(...verdictsOn(target, matchers), target),
      );
      if (sample !== undefined) return sample;
    }
    return undefined;
  });
}

/** Returns whether each matcher allows the target. */
export function verdictsOn(target: string, [first, second]: MatcherPair): [boolean, boolean] {
  return [first.isTargetAllowed(target), second.isTargetAllowed(target)];
}

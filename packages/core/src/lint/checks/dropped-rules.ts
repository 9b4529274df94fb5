/** Checks for groups that do not repeat the rules for `*`; proved by example URLs. */
import { type Audience, ORIGIN, rulesText } from '../../analysis/audience.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { Matcher } from '../../match/matcher.js';
import { type Budget, groupSteps } from '../../prover/budget.js';
import { findDifferences } from '../../prover/differences.js';
import {
  type FileContext,
  type FileFinding,
  groupCheck,
  isSameName,
  quoted,
  restricts,
  rooted,
  ruleInWords,
  shortestTarget,
  userAgentSpan,
} from './check.js';
import { STAR_IGNORING } from './well-known-crawlers.js';

export const dropsEveryonesRules = groupCheck({
  code: 'drops-everyones-rules',
  severity: 'info',
  title: 'Rules for * not repeated',
  description: 'The group replaces the rules for "*" and allows URLs that they block.',
  find: (context) => {
    const { audiences, robotsTxt } = context;
    const { star } = audiences;
    if (star === undefined || !star.matcher.rules.some(restricts)) return [];
    // A site that is closed except to some crawlers omits the rule from their groups on purpose.
    if (!star.matcher.isAllowed(`${ORIGIN}/`)) return [];
    // Long lists of crawlers repeat the same rules for each.
    const droppedByRules = new Map<string, string | undefined>();
    return audiences.all.flatMap((audience): FileFinding[] => {
      const { tokens, matcher } = audience;
      // A group without restrictions is intentional; a group without rules is reported separately.
      if (matcher.group === undefined || audience === star) return [];
      if (!matcher.rules.some(restricts)) return [];
      const rules = rulesText(matcher);
      if (!droppedByRules.has(rules)) {
        droppedByRules.set(rules, droppedTarget(star, audience, context));
      }
      const witness = droppedByRules.get(rules);
      const rule = witness && star.matcher.explain(ORIGIN + witness).rule;
      if (witness === undefined || !rule) return [];
      const ignoresStar = STAR_IGNORING.some((name) => isSameName(name, tokens[0]));
      return [
        {
          message: `${quoted(tokens[0])} does not follow the rules for "*"${ignoresStar ? ', with or without its own group' : ', because it has its own group'}. It may fetch ${JSON.stringify(witness)}, which line ${rule.line} (${ruleInWords(rule)}) blocks for other crawlers. Repeat the rules that should also apply to it.`,
          span: userAgentSpan(robotsTxt, matcher.group),
          related: [rule.span],
          witness,
        },
      ];
    });
  },
});

function droppedTarget(
  star: Audience,
  audience: Audience,
  { budget, leaveUndecided }: FileContext,
): string | undefined {
  const matchers = [star.matcher, audience.matcher] as const;
  const isDropped = (one: boolean, other: boolean) => !one && other;
  const sample = sampleWithVerdicts(matchers, isDropped, budget);
  if (sample !== undefined) return sample;
  const { differences, undecided } = findDifferences(star.ranked, audience.ranked, budget);
  if (undecided.length > 0) leaveUndecided(audience);
  return differences.find(({ witness }) => isDropped(...verdictsOn(witness, matchers)))?.witness;
}

/** Characters that URLs contain only escaped, and segments that clients remove. */
const NOT_SENT = /[^!-~]|["<>\\^`{|}]|\/\.{1,2}(?:\/|$)/;

export type Matchers = readonly [Matcher, Matcher];

/** Returns three targets per pattern: stars replaced by nothing, stars replaced by text, and text appended. */
function samplesOf(pattern: string): readonly string[] {
  const shortest = shortestTarget(pattern);
  const filled = rooted(pattern.replace(/\$$/, '').replaceAll(/\*+/g, 'x'));
  return [shortest, filled, `${shortest}x`].filter((target) => !NOT_SENT.test(target));
}

/** Returns a target that two interpretations of the file treat differently for a product token: `/` if possible. */
export function differenceFor(
  name: string,
  other: RobotsTxt,
  { robotsTxt, audiences, budget, leaveUndecided }: FileContext,
  isWanted: (one: boolean, other: boolean) => boolean,
): string | undefined {
  if (budget.left === 0 || !budget.spend(groupSteps(robotsTxt))) {
    leaveUndecided();
    return undefined;
  }
  for (const { tokens, matcher } of audiences.all) {
    const token = tokens.find((one) => isSameName(one, name));
    if (token === undefined) continue;
    const matchers = [matcher, other.matcher(token)] as const;
    if (isWanted(...verdictsOn('/', matchers))) return '/';
    return sampleWithVerdicts(matchers, isWanted, budget);
  }
  return undefined;
}

const STEPS_PER_LISTED_RULE = 16;

/** Share of the budget for samples; the rest is for the proof. */
const SHARE_OF_SAMPLES = 1 / 4;

export function sampleWithVerdicts(
  matchers: Matchers,
  wanted: (one: boolean, other: boolean, target: string) => boolean,
  budget: Budget,
): string | undefined {
  const patterns = new Set(
    matchers.flatMap(({ rules }) => rules.map(({ canonicalPattern }) => canonicalPattern)),
  );
  // In the worst case every rule is compared per query.
  const steps = matchers[0].rules.length + matchers[1].rules.length;
  return budget.lend(budget.left * SHARE_OF_SAMPLES, (share) => {
    // The rules of both matchers are described and compiled.
    share.spend(steps * STEPS_PER_LISTED_RULE);
    for (const pattern of patterns) {
      const found = samplesOf(pattern).find(
        (target) =>
          share.spend(steps + target.length) && wanted(...verdictsOn(target, matchers), target),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  });
}

export function verdictsOn(target: string, [one, other]: Matchers): [boolean, boolean] {
  return [one.isTargetAllowed(target), other.isTargetAllowed(target)];
}

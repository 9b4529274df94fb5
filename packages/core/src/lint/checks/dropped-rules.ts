/** The check of groups that leave out what everyone else must not fetch; proved by a witness. */
import type { Audience } from '../../analysis/audience.js';
import type { Matcher } from '../../match/matcher.js';
import type { Budget } from '../../prover/budget.js';
import { whereDiffers } from '../../prover/differences.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import {
  type FileCheck,
  type FileContext,
  ORIGIN,
  quoted,
  restricts,
  ruleInWords,
} from './check.js';

/** Groups that restrict something, but leave out what everyone else must not fetch. */
export const droppedRules: FileCheck = (context) => {
  const { audiences, userAgentSpan } = context;
  const { star } = audiences;
  if (star === undefined || !star.matcher.rules.some(restricts)) return [];
  // A site that is closed but for some has left its rule out of their groups on purpose.
  if (!star.matcher.isAllowed(`${ORIGIN}/`)) return [];
  return audiences.all.flatMap((audience): Diagnostic[] => {
    const { tokens, matcher } = audience;
    // Whoever restricts nothing at all says so on purpose, or has no rule, which is told as that.
    if (matcher.group === undefined || audience === star) return [];
    if (!matcher.rules.some(restricts)) return [];
    const witness = whatIsDropped(star, audience, context);
    const rule = witness && star.matcher.explain(ORIGIN + witness).rule;
    if (witness === undefined || !rule) return [];
    return [
      diagnostic('drops-everyones-rules', {
        message: `${quoted(tokens[0])} does not follow the rules for "*", because it has its own group. It may fetch ${JSON.stringify(witness)}, which line ${rule.line} (${ruleInWords(rule)}) blocks for other crawlers. Repeat the rules that should also apply to it.`,
        span: userAgentSpan(matcher.group.userAgentLines[0]),
        related: [rule.span],
        witness,
      }),
    ];
  });
};

/** A target that everyone else must not fetch and the audience may. */
function whatIsDropped(
  star: Audience,
  audience: Audience,
  { budget, leaveUndecided }: FileContext,
): string | undefined {
  const matchers = [star.matcher, audience.matcher] as const;
  const isDropped = (one: boolean, other: boolean) => !one && other;
  const sample = sampleWithVerdicts(matchers, isDropped, budget);
  if (sample !== undefined) return sample;
  const { differences, undecided } = whereDiffers(star.ranked, audience.ranked, budget);
  if (undecided.length > 0) leaveUndecided();
  return differences
    .map(({ witness }) => witness)
    .find((witness) => isDropped(...verdictsOn(witness, matchers)));
}

const SLASH = '/';
const STARS = /\*+/g;
const END = /\$$/;
const FILLING = 'x';

/** What no client sends: bytes that are escaped in a URL, and segments that are removed from it. */
const NOT_SENT = /[^!-~]|["<>\\^`{|}]|\/\.{1,2}(?:\/|$)/;

export type Matchers = readonly [Matcher, Matcher];

/** Three targets of a pattern: its stars stand for nothing, for something, and something stands behind it. */
function samplesOf(pattern: string): readonly string[] {
  const open = pattern.replace(END, '');
  const shortest = open.replaceAll(STARS, '');
  return [shortest, open.replaceAll(STARS, FILLING), shortest + FILLING]
    .map((target) => (target.startsWith(SLASH) ? target : SLASH + target))
    .filter((target) => !NOT_SENT.test(target));
}

const STEPS_PER_LISTED_RULE = 16;

/** So much of a budget may go into samples; the rest is for the proof. */
const SHARE_OF_SAMPLES = 1 / 4;

/** A target about which the matchers give the wanted verdicts; undefined where none of the samples is one. */
export function sampleWithVerdicts(
  matchers: Matchers,
  wanted: (one: boolean, other: boolean, target: string) => boolean,
  budget: Budget,
): string | undefined {
  const patterns = new Set(
    matchers.flatMap(({ rules }) => rules.map(({ canonicalPattern }) => canonicalPattern)),
  );
  // At worst every rule is compared for each question.
  const steps = matchers[0].rules.length + matchers[1].rules.length;
  const share = budget.slice(budget.left * SHARE_OF_SAMPLES);
  // The rules of both are listed, and compiled for the questions.
  share.spend(steps * STEPS_PER_LISTED_RULE);
  const found = firstOf(patterns, (target) => {
    return share.spend(steps + target.length) && wanted(...verdictsOn(target, matchers), target);
  });
  budget.giveBack(share);
  return found;
}

/** The first sample of the patterns that is a wanted one. */
function firstOf(
  patterns: Iterable<string>,
  isWanted: (target: string) => boolean,
): string | undefined {
  for (const pattern of patterns) {
    const found = samplesOf(pattern).find(isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function verdictsOn(target: string, [one, other]: Matchers): [boolean, boolean] {
  return [one.isTargetAllowed(target), other.isTargetAllowed(target)];
}

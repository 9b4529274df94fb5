/** Targets that a rule is likely to decide about: cheap to make, and often proof enough. */
import type { Matcher } from '../../match/matcher.js';
import type { Budget } from '../budget.js';

const SLASH = '/';
const STARS = /\*+/g;
const END = /\$$/;
const FILLING = 'x';

/** What no client sends: octets that are escaped in a URL, and segments that are removed from it. */
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
  const found = firstOf(patterns, (target) => {
    return share.spend(steps) && wanted(...verdictsOn(target, matchers), target);
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

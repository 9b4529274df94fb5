/** Those to whom the same rules of a file apply. */

import { EVERYONE } from '../match/asked-token.js';
import type { Matcher } from '../match/matcher.js';
import type { RobotsTxt } from '../robots-txt.js';
import { type Budget, matcherSteps } from './budget.js';
import { NamedGroups, namedTokens } from './named-tokens.js';
import { type Reading, readingOf } from './reading.js';

export interface Audience {
  /** The product tokens to which the same groups apply, as they are first written. */
  readonly tokens: readonly string[];
  readonly matcher: Matcher;
  readonly reading: Reading;
}

export interface Audiences {
  /** In the order in which the file names them; only those that have a group. */
  readonly all: readonly Audience[];
  /** The audience of everyone who is not named; undefined where no group is for it. */
  readonly everyone: Audience | undefined;
  /** False where the budget was met before all had been found. */
  readonly complete: boolean;
}

/** Who there is in a file: everyone who is named, and everyone else. */
export function audiencesOf(robotsTxt: RobotsTxt, budget: Budget): Audiences {
  const named = new NamedGroups([robotsTxt]);
  const byGroups = Map.groupBy(namedTokens([robotsTxt]), (token) => named.keyOf(token));
  const steps = matcherSteps(robotsTxt);
  const all: Audience[] = [];
  let complete = true;
  for (const tokens of byGroups.values()) {
    if (!budget.spend(steps)) {
      complete = false;
      break;
    }
    const matcher = robotsTxt.matcher(tokens[0]);
    if (matcher.group !== undefined) all.push({ tokens, matcher, reading: readingOf(matcher) });
  }
  const everyone = all.find(({ tokens }) => tokens.includes(EVERYONE));
  return { all, everyone, complete };
}

/** Checks whether other parsers interpret a file differently; proved by example URLs. */

import { NamedGroups, namedTokens, ORIGIN } from '../../analysis/audience.js';
import type { Matcher } from '../../match/matcher.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { type Alphabet, alphabetOf, plainAlphabetOf, plainTargets } from '../../prover/alphabet.js';
import { type Budget, groupSteps, matcherSteps, rankingSteps } from '../../prover/budget.js';
import { whereDiffers } from '../../prover/differences.js';
import { type RankedRules, rankedRulesOf } from '../../prover/ranked-rules.js';
import type { RobotsTxt } from '../../robots-txt.js';
import type { Verdict } from '../../verdict.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { OTHER_PARSERS, type OtherParser } from '../other-parsers.js';
import { type FileCheck, type FileContext, quoted, START, spanOfLine } from './check.js';
import { type Matchers, sampleWithVerdicts, verdictsOn } from './dropped-rules.js';

/** Reports one example URL per parser that disagrees, and combines parsers with the same example. */
export const disagreements: FileCheck = (context) => {
  const { robotsTxt, budget } = context;
  const steps = groupSteps(robotsTxt);
  const rankedCache = new RankedRulesCache(context);
  const found = new Map<string, { disagreement: Disagreement; parsers: OtherParser[] }>();
  /** Returns the parsers that stay undecided. Their results are reported only in the last attempt. */
  const compare = (some: readonly OtherParser[], isLast: boolean): OtherParser[] =>
    some.filter((parser, index) => {
      if (budget.left === 0) return true;
      const other = parser.parse(robotsTxt);
      if (other === undefined) return false;
      if (!budget.spend(steps)) return true;
      const share = budget.slice(budget.left / (some.length - index));
      const { disagreement, isBySpelling, isDecided } = clearestDisagreement(
        robotsTxt,
        other,
        rankedCache,
        share,
      );
      budget.giveBack(share);
      if (disagreement === undefined || !(isDecided || isLast)) return !isDecided;
      const severity = isBySpelling ? 'info' : parser.severity;
      const key = JSON.stringify([disagreement.token, disagreement.witness]);
      const known = found.get(key) ?? { disagreement, parsers: [] };
      known.parsers.push({ ...parser, severity });
      found.set(key, known);
      return !isDecided;
    });
  const open = compare(OTHER_PARSERS, false);
  // Budget left over by other parsers may suffice for the undecided ones.
  if (open.length > 0 && compare(open, true).length > 0) context.leaveUndecided();
  return [...found.values()].map(({ disagreement, parsers }) =>
    diagnosticOf(disagreement, parsers, robotsTxt),
  );
};

/** A URL with different verdicts under two interpretations of a file. */
interface Disagreement {
  readonly token: string;
  readonly witness: string;
  readonly matchers: Matchers;
}

/** Selects example URLs by both verdicts and the URL. */
type Wanted = (one: boolean, other: boolean, witness: string) => boolean;

interface Found {
  readonly disagreement: Disagreement | undefined;
  /** Whether only escapes that one side decodes make the difference (row 17): no edit can fix that. */
  readonly isBySpelling: boolean;
  /** False if the budget ran out. */
  readonly isDecided: boolean;
}

/** Returns a disagreement that does not depend on URL spelling; if there is none, one that does. */
function clearestDisagreement(
  own: RobotsTxt,
  other: RobotsTxt,
  rankedCache: RankedRulesCache,
  budget: Budget,
): Found {
  const sides = [own.dialect, other.dialect] as const;
  const isPlain = plainTargets(...sides);
  const any = disagreementBetween(own, other, rankedCache, budget, alphabetOf(...sides), DIFFERS);
  if (typeof any !== 'object' || isPlain(any.witness)) return asFound(any, false);
  const plain = disagreementBetween(
    own,
    other,
    rankedCache,
    budget,
    plainAlphabetOf(...sides),
    (...verdicts) => DIFFERS(...verdicts) && isPlain(verdicts[2]),
  );
  if (typeof plain === 'object') return asFound(plain, false);
  return { ...asFound(any, true), isDecided: plain === 'none' };
}

function asFound(result: Disagreement | 'none' | 'undecided', isBySpelling: boolean): Found {
  const disagreement = typeof result === 'object' ? result : undefined;
  return { disagreement, isBySpelling, isDecided: result !== 'undecided' };
}

const DIFFERS: Wanted = (one, other, witness) => one !== other && !witness.startsWith(ROBOTS_TXT);

/** Always fetched, whatever it contains, so disagreements about it do not matter. */
const ROBOTS_TXT = '/robots.txt';

/** Returns the first disagreement: among sample URLs, or else from a search for each rule. */
function disagreementBetween(
  own: RobotsTxt,
  other: RobotsTxt,
  rankedCache: RankedRulesCache,
  budget: Budget,
  alphabet: Alphabet,
  isWanted: Wanted,
): Disagreement | 'none' | 'undecided' {
  const compared: { token: string; matchers: Matchers }[] = [];
  for (const token of tokensOf(own, other)) {
    if (!budget.spend(matcherSteps(own))) return 'undecided';
    const matchers = [own.matcher(token), other.matcher(token)] as const;
    const witness = sampleWithVerdicts(matchers, isWanted, budget);
    if (witness !== undefined) return { token, witness, matchers };
    compared.push({ token, matchers });
  }
  let isDecided = budget.left > 0;
  for (const { token, matchers } of compared) {
    const [one, two] = matchers.map((matcher) => rankedCache.of(matcher, budget));
    if (one === undefined || two === undefined) return 'undecided';
    const { differences, undecided } = whereDiffers(one, two, budget, alphabet);
    if (undecided.length > 0) isDecided = false;
    const found = differences.find(({ witness }) =>
      isWanted(...verdictsOn(witness, matchers), witness),
    );
    if (found !== undefined) return { token, witness: found.witness, matchers };
  }
  return isDecided ? 'none' : 'undecided';
}

/** Ranked rules per matcher. Those of the original file are needed for every comparison and made once. */
class RankedRulesCache {
  readonly #own: ReadonlyMap<Matcher, RankedRules>;

  constructor({ audiences }: FileContext) {
    this.#own = new Map(audiences.all.map(({ matcher, ranked }) => [matcher, ranked]));
  }

  /** Returns undefined if the budget does not suffice. */
  of(matcher: Matcher, budget: Budget): RankedRules | undefined {
    const own = this.#own.get(matcher);
    if (own !== undefined) return own;
    return budget.spend(rankingSteps(matcher.rules)) ? rankedRulesOf(matcher) : undefined;
  }
}

/** Returns one token for each set of groups under both interpretations, starting with `*`. */
function tokensOf(own: RobotsTxt, other: RobotsTxt): string[] {
  const groups = new NamedGroups([own, other]);
  const byGroups = new Map<string, string>();
  for (const token of [STAR_TOKEN, ...namedTokens([own, other])]) {
    const key = groups.keyOf(token);
    if (!byGroups.has(key)) byGroups.set(key, token);
  }
  return [...byGroups.values()];
}

function diagnosticOf(
  { token, witness, matchers }: Disagreement,
  parsers: readonly OtherParser[],
  robotsTxt: RobotsTxt,
): Diagnostic {
  const [before, after] = matchers.map((matcher) => matcher.explain(ORIGIN + witness));
  const [line = 1, ...others] = [before, after].flatMap((verdict) => lineOf(verdict) ?? []);
  const who = token === STAR_TOKEN ? 'all other crawlers' : quoted(token);
  const verdict = before.allowed ? 'allowed' : 'blocked';
  const opposite = before.allowed ? 'blocked' : 'allowed';
  const [{ clause }] = parsers;
  return diagnostic('crawlers-disagree', {
    severity: parsers.some(({ severity }) => severity === 'warning') ? 'warning' : 'info',
    message: `${JSON.stringify(witness)} is ${verdict} for ${who} under the ${robotsTxt.dialect.name} dialect, but ${opposite} by ${inWords(parsers)}.`,
    clause,
    span: spanOfLine(robotsTxt, line) ?? START,
    related: others
      .filter((other) => other !== line)
      .flatMap((other) => spanOfLine(robotsTxt, other) ?? []),
    witness,
  });
}

function inWords(parsers: readonly OtherParser[]): string {
  const labels = parsers.map(({ label }) => label);
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' and ');
}

/** Returns the line of the deciding rule, or else of the group. */
function lineOf({ rule, group }: Verdict): number | undefined {
  return rule?.line ?? group?.userAgentLines[0];
}

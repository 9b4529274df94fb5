/** Checks whether other parsers interpret a file differently. Example URLs prove it. */

import { type Audiences, NamedGroups, namedTokens, ORIGIN } from '../../analysis/audience.js';
import type { MatcherPair } from '../../analysis/by-dialect.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { Matcher } from '../../match/matcher.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import type { Rule, Verdict } from '../../match/verdict.js';
import { plainAlphabetOf, plainTargets } from '../../prover/alphabet.js';
import { type Budget, groupSteps, rulesSteps } from '../../prover/budget.js';
import { findDifferences, haveEqualVerdicts } from '../../prover/differences.js';
import { type RankedRules, rankedRulesOf } from '../../prover/ranked-rules.js';
import { groupBy } from '../../util/group-by.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import {
  exampleInWords,
  type FileContext,
  type FileFinding,
  listInWords,
  quoted,
  recordsOn,
  ruleCheck,
  spanOf,
} from './check.js';
import { OTHER_PARSERS, type OtherParser } from './other-parsers.js';
import { sampleWithVerdicts, verdictsOn } from './samples.js';

/** Reports example URLs for each parser that disagrees, one per pair of deciding rules. Combines parsers with the same URL. */
export const crawlersDisagree = ruleCheck({
  code: 'crawlers-disagree',
  clause: "Google's parser",
  title: 'Crawlers disagree',
  description:
    "Google's parser, Yandex's robots and parsers that follow RFC 9309 interpret the file differently. Info if only Yandex's robots do.",
  find: (context) => {
    const { robotsTxt, budget } = context;
    const steps = groupSteps(robotsTxt);
    const disagreements: ParserDisagreement[] = [];
    for (const [index, parser] of OTHER_PARSERS.entries()) {
      if (budget.left === 0) {
        context.leaveUndecided();
        break;
      }
      const reparsed = parser.parse(robotsTxt);
      if (reparsed === undefined) continue;
      budget.spend(steps);
      const found = budget.lend(budget.left / (OTHER_PARSERS.length - index), (share) =>
        disagreementsBetween({ context, reparsed, parser }, share),
      );
      disagreements.push(...found.map((disagreement) => ({ ...disagreement, parser })));
    }
    const byUrl = groupBy(disagreements, ({ token, witness }) => JSON.stringify([token, witness]));
    return Array.from(byUrl.values(), (group) => disagreementFinding(group, robotsTxt));
  },
});

/** A URL with different verdicts under two interpretations of a file. */
interface Disagreement {
  readonly token: string;
  readonly witness: string;
  readonly matchers: MatcherPair;
}

interface ParserDisagreement extends Disagreement {
  readonly parser: OtherParser;
}

/** Two interpretations of a file. */
interface ParserComparison {
  readonly context: FileContext;
  readonly reparsed: RobotsTxt;
  readonly parser: OtherParser;
}

/** A `$` or an escape of `*` or `$`, apart from a final `$`. */
const LITERAL_WILDCARD = /\$.|%2[4A]/;

function namesWildcards({ groups }: RobotsTxt): boolean {
  return groups.some(({ rules }) => rules.some(({ canonicalPattern }) => LITERAL_WILDCARD.test(canonicalPattern)));
}

/** The rules that a product token follows under two interpretations. */
interface TokenComparison {
  readonly token: string;
  readonly matchers: MatcherPair;
  /** Undefined if the budget ran out. */
  readonly ranked: readonly [RankedRules, RankedRules] | undefined;
}

/** Collects one disagreement per pair of deciding rules. */
class Disagreements {
  readonly found: Disagreement[] = [];
  readonly #lines = new Set<string>();
  readonly #limit: number;
  readonly #budget: Budget;

  constructor(limit: number, budget: Budget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  get areEnough(): boolean {
    return this.found.length === this.#limit;
  }

  /** Adds a URL if its pair of rules is new. Returns whether to stop: there are enough, or the budget ran out. */
  add({ token, matchers }: TokenComparison, witness: string): boolean {
    // `explain` compares every rule.
    if (!this.#budget.spend(matchers[0].rules.length + matchers[1].rules.length)) return true;
    const lines = matchers.map((matcher) => lineOf(matcher.explain(ORIGIN + witness))).join();
    if (!this.#lines.has(lines)) this.found.push({ token, witness, matchers });
    this.#lines.add(lines);
    return this.areEnough;
  }
}

/**
 * Returns one disagreement per pair of deciding rules: first from sample URLs of all product tokens, then, for tokens that may
 * have more, from a search for each rule. Skips URLs that differ only in escapes that one side decodes, because no edit can
 * fix that. Records what is undecided, unless there are enough.
 */
function disagreementsBetween(comparison: ParserComparison, budget: Budget): readonly Disagreement[] {
  const { context, reparsed, parser } = comparison;
  const { robotsTxt } = context;
  const dialects = [robotsTxt.dialect, reparsed.dialect] as const;
  const alphabet = plainAlphabetOf(...dialects, [robotsTxt, reparsed].some(namesWildcards));
  const isPlain = plainTargets(...dialects);
  const isReported = (target: string) => isSubject(target) && isPlain(target);
  const disagreements = new Disagreements(parser.examples, budget);
  const { found } = disagreements;
  const open: TokenComparison[] = [];
  for (const token of tokensOf(robotsTxt, reparsed, parser.isUsedBy)) {
    if (budget.left === 0) {
      context.leaveUndecided();
      return found;
    }
    const compared = compareToken(token, comparison, budget);
    const { ranked, matchers } = compared;
    if (ranked !== undefined && haveEqualVerdicts(...ranked, alphabet)) continue;
    const isLast = (isAllowed: boolean, isAllowedReparsed: boolean, target: string) =>
      isAllowed !== isAllowedReparsed && isReported(target) && disagreements.add(compared, target);
    sampleWithVerdicts(matchers, isLast, budget);
    if (disagreements.areEnough) return found;
    open.push(compared);
  }
  const undecided: { readonly token: string; readonly rules: readonly Rule[] }[] = [];
  let isDecided = budget.left > 0;
  for (const compared of open) {
    const { token, ranked, matchers } = compared;
    if (ranked === undefined) {
      isDecided = false;
      break;
    }
    const proof = findDifferences(...ranked, budget, alphabet);
    if (proof.undecided.length > 0) undecided.push({ token, rules: proof.undecided.flatMap(({ rule }) => rule ?? []) });
    for (const { witness } of proof.differences) {
      const [before, after] = verdictsOn(witness, matchers);
      if (before === after || !isReported(witness)) continue;
      if (disagreements.add(compared, witness)) break;
    }
    if (disagreements.areEnough) return found;
  }
  if (!isDecided) context.leaveUndecided();
  for (const { token, rules } of undecided) context.leaveUndecided({ tokens: [token] }, rules);
  return found;
}

function compareToken(
  token: string,
  { context: { robotsTxt, audiences }, reparsed }: ParserComparison,
  budget: Budget,
): TokenComparison {
  const matchers = [robotsTxt.matcher(token), reparsed.matcher(token)] as const;
  const isRanked = rankedMatchers(audiences);
  const isPaid = matchers.map((matcher) => isRanked.has(matcher) || budget.spend(rulesSteps(matcher.rules)));
  const ranked = isPaid.every(Boolean) ? ([rankedRulesOf(matchers[0]), rankedRulesOf(matchers[1])] as const) : undefined;
  return { token, matchers, ranked };
}

/**
 * Returns false for the robots.txt itself, which crawlers fetch regardless of its rules, and for targets that start like it, which
 * no rule means.
 */
function isSubject(target: string): boolean {
  return !target.startsWith('/robots.txt');
}

/** The matchers of the file whose rules are ranked for all checks. */
const rankedMatchers = memoizeByObject(({ all }: Audiences): ReadonlySet<Matcher> => new Set(all.map(({ matcher }) => matcher)));

/** Returns one token for each set of groups under both interpretations, starting with `*`. */
function tokensOf(robotsTxt: RobotsTxt, reparsed: RobotsTxt, isUsedBy: OtherParser['isUsedBy']): string[] {
  const groups = new NamedGroups([robotsTxt, reparsed]);
  const tokens = [STAR_TOKEN, ...namedTokens([robotsTxt, reparsed])].filter(isUsedBy);
  return groups.audiences(tokens).map(([token]) => token);
}

/** Returns one finding for all parsers that disagree about the same URL. */
function disagreementFinding(disagreements: readonly ParserDisagreement[], robotsTxt: RobotsTxt): FileFinding {
  const [{ token, witness, matchers, parser }] = disagreements;
  const [before, after] = matchers.map((matcher) => matcher.explain(ORIGIN + witness));
  const isSameEncoding = parser.parse(robotsTxt)?.encoding === robotsTxt.encoding;
  // In a different encoding, the other parser sees different lines.
  const verdicts = isSameEncoding ? [before, after] : [];
  const [line = 1, lineReparsed = line] = verdicts.flatMap((verdict) => lineOf(verdict) ?? []);
  const crawlers = token === STAR_TOKEN ? 'all other crawlers' : quoted(token);
  const verdict = before.allowed ? 'allowed' : 'blocked';
  const opposite = before.allowed ? 'blocked' : 'allowed';
  const lines = new Set([line, lineReparsed]);
  const records = recordsOn(robotsTxt, lines);
  const [span, ...related] = [...lines].flatMap((number) => records.get(number) ?? []).map(spanOf);
  const cause =
    lineReparsed === line
      ? `They interpret line ${line} differently.`
      : `The dialect follows ${deciderIn(before)}, and the other parser ${deciderIn(after)}.`;
  const advice = isSameEncoding
    ? `${cause} ${parser.advice ?? 'Rewrite the rule so that both agree on what you intend.'}`
    : 'They interpret UTF-16 differently. Save the file as UTF-8.';
  const parsers = disagreements.map(({ parser }) => parser);
  return {
    severity: parsers.every(({ severity }) => severity === 'info') ? 'info' : 'warning',
    message: `${exampleInWords(witness)} is ${verdict} for ${crawlers} under the ${robotsTxt.dialect.name} dialect, but ${opposite} by ${listInWords(parsers.map(({ label }) => label))}. ${advice}`,
    clause: parser.clause,
    span,
    related,
    witness,
  };
}

/** Returns the line of the deciding rule, or else of the group. */
function lineOf({ rule, group }: Verdict): number | undefined {
  return rule?.line ?? group?.userAgentLines[0];
}

/** Returns what decides, in words. */
function deciderIn({ rule, group }: Verdict): string {
  if (rule !== undefined) return `line ${rule.line}`;
  return group === undefined ? 'no group' : `no rule of the group on line ${group.userAgentLines[0]}`;
}

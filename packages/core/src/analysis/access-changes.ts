/** Finds and proves the URLs that an edit blocks or allows, in one dialect. */

import { type Crawler, crawlerName } from '../file/crawler.js';
import { matcherFor } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule, Verdict } from '../match/verdict.js';
import { type Budget, groupSteps, querySteps } from '../prover/budget.js';
import { type Difference, findDifferences } from '../prover/differences.js';
import { rankedRulesOf } from '../prover/ranked-rules.js';
import { CommonChanges, ORIGIN } from './audience.js';
import type { DialectPart, FilePair, MatcherPair } from './by-dialect.js';

/**
 * URLs whose verdict changes because of one rule: the one that blocks them in one of the files, or the one that allows
 * them in the other file if that matches only a part of the same URLs.
 */
export interface Change {
  /**
   * The crawlers for which the same URLs change because of the same rules, in the order compared: product tokens, and
   * known crawlers by name.
   */
  readonly productTokens: readonly string[];
  /** The name of the dialect in which they were compared; that of the second file if the files have different ones. */
  readonly dialect: string;
  readonly effect: 'newly-blocked' | 'newly-allowed';
  /**
   * An example target for `isTargetAllowed`, or to append to an origin. May start with `//`. As short as possible
   * unless that takes too long to find.
   */
  readonly witness: string;
  /**
   * The path-pattern, as written, of the rule that makes the difference. Every URL of this change matches it. It is never
   * wider than the rule that blocks the witness.
   */
  readonly pattern: string;
  /** The verdict for the witness before and after, with the deciding rule. Lines are those of the first token. */
  readonly before: Verdict;
  readonly after: Verdict;
}

/**
 * Returns the rule that has the pattern of a change, and the file that contains it; undefined for `/robots.txt`, which
 * only some dialects always allow.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff, ruleOfChange } from '@repkit/core/analysis';
 *
 * const [before, after] = ['Disallow: /a', 'Disallow: /'].map((rule) => parseRobotsTxt(`User-agent: *\n${rule}`));
 * const { changes } = diff(before, after);
 * changes.map((change) => ruleOfChange(change)?.rule.line); // [ 2, 2, 2 ]
 * ```
 */
export function ruleOfChange(
  change: Pick<Change, 'effect' | 'pattern' | 'before' | 'after'>,
): { readonly file: 'before' | 'after'; readonly rule: Rule } | undefined {
  const { effect, pattern } = change;
  const blockingFirst = effect === 'newly-blocked' ? (['after', 'before'] as const) : (['before', 'after'] as const);
  for (const file of blockingFirst) {
    const { rule } = change[file];
    if (rule?.pattern === pattern) return { file, rule };
  }
  return undefined;
}

/** Rules that may change the verdict for further URLs. */
export interface Undecided {
  /** Product tokens with the same rules. */
  readonly productTokens: readonly string[];
  /** The name of the dialect. */
  readonly dialect: string;
  /** Rules of the file before the edit. If both lists are empty, no rule for these tokens was compared. */
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** The share of the budget reserved for confirming results. */
const PART_FOR_CHANGES = 1 / 4;

/** What a comparison of the access in one dialect finds. */
interface AccessChanges {
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
}

/** Compares the access of all crawlers of a dialect within the budget. */
export function accessChanges(part: DialectPart<FilePair>, budget: Budget): AccessChanges {
  const { groups, crawlers } = part;
  const comparisons = compareAccess(part, budget);
  const byKey = new Map(comparisons.map(({ tokens, changes }) => [groups.keyOf(tokens[0]), changes]));
  const changes = crawlers.flatMap((crawler) =>
    (byKey.get(groups.keyOf(crawler)) ?? []).map((change) => ({
      ...change,
      productTokens: [crawlerName(crawler)],
    })),
  );
  return {
    changes: merged(changes),
    undecided: comparisons.flatMap((comparison) => comparison.undecided ?? []),
  };
}

function compareAccess({ files, groups, crawlers }: DialectPart<FilePair>, budget: Budget): readonly CrawlerComparison[] {
  for (const file of files) budget.spend(groupSteps(file));
  const comparisons = groups
    .audiences(crawlers)
    .filter(([token]) => !groups.agreeOn(token))
    .map((tokens): CrawlerComparison => {
      const undecided = {
        productTokens: tokens.map(crawlerName),
        dialect: files[1].dialect.name,
        before: [],
        after: [],
      };
      return { tokens, steps: groups.stepsFor(tokens[0]), largestBudget: 0, changes: [], undecided };
    });
  let open = comparisons;
  for (let round = 0; round < 2; round++) {
    open = open.filter((comparison, index) => {
      const steps = Math.floor(budget.left / (open.length - index));
      budget.lend(steps, (share) => compareWithin(comparison, files, share));
      return comparison.undecided !== undefined;
    });
  }
  return comparisons;
}

/** Merges the changes that different crawlers have in common, and sorts them. */
function merged(changes: readonly Change[]): readonly Change[] {
  const common = new CommonChanges<Change>();
  for (const change of changes) {
    const { effect, witness, pattern, before, after } = change;
    const decided = [before, after].map(({ reason, rule }) => [reason, rule?.kind, rule?.pattern]);
    common.add(JSON.stringify([effect, witness, pattern, decided]), change);
  }
  const all = common.all();
  const weights = new Map(all.map((change) => [change, change.productTokens.includes(STAR_TOKEN)]));
  return all.sort(
    (a, b) =>
      Number(weights.get(b)) - Number(weights.get(a)) ||
      b.productTokens.length - a.productTokens.length ||
      Number(b.effect === 'newly-blocked') - Number(a.effect === 'newly-blocked') ||
      a.pattern.length - b.pattern.length,
  );
}

/** Product tokens to which the same groups of both files apply. */
interface CrawlerComparison {
  readonly tokens: readonly Crawler[];
  /** The steps to rank their rules. */
  readonly steps: number;
  /** The largest one so far. */
  largestBudget: number;
  changes: readonly Change[];
  undecided: Undecided | undefined;
}

/** Compares within the budget. Does nothing if more than half as much was not enough before. */
function compareWithin(comparison: CrawlerComparison, files: FilePair, budget: Budget): void {
  const { tokens } = comparison;
  if (budget.left < comparison.largestBudget * 2) return;
  comparison.largestBudget = budget.left;
  if (!budget.spend(comparison.steps)) return;
  const matchers = [matcherFor(files[0], tokens[0]), matcherFor(files[1], tokens[0])] as const;
  const [rulesBefore, rulesAfter] = [rankedRulesOf(matchers[0]), rankedRulesOf(matchers[1])];
  const result = budget.lend(Math.floor(budget.left * (1 - PART_FOR_CHANGES)), (share) =>
    findDifferences(rulesBefore, rulesAfter, share),
  );
  const costs = matchers.map(({ rules }) => querySteps(rules));
  const productTokens = tokens.map(crawlerName);
  const changes: Change[] = [];
  const unconfirmed = result.differences.filter((difference) => {
    const steps = costs.reduce((sum, cost) => sum + cost(difference.witness.length), 0);
    // Always confirm one change: it decides whether the files differ.
    if (!budget.spend(steps) && changes.length > 0) return true;
    const change = confirmedChange(productTokens, difference, matchers);
    if (change !== undefined) changes.push(change);
    return change === undefined;
  });
  comparison.changes = changes;
  const open = [...result.undecided, ...unconfirmed];
  const rulesOf = (wanted: 'before' | 'after') => open.flatMap(({ side, rule = [] }) => (side === wanted ? rule : []));
  comparison.undecided =
    open.length === 0
      ? undefined
      : {
          productTokens,
          dialect: files[1].dialect.name,
          before: rulesOf('before'),
          after: rulesOf('after'),
        };
}

/** Returns the change if the public matchers confirm it. */
function confirmedChange(
  productTokens: readonly string[],
  { rule, witness }: Difference,
  matchers: MatcherPair,
): Change | undefined {
  // One file after the other: each turn to the other one encodes a string body again.
  const [before, after] = matchers.map((matcher) => {
    const verdict = matcher.explain(ORIGIN + witness);
    return matcher.isTargetAllowed(witness) === verdict.allowed ? verdict : undefined;
  });
  if (before === undefined || after === undefined || before.allowed === after.allowed) {
    return undefined;
  }
  const effect = after.allowed ? 'newly-allowed' : 'newly-blocked';
  const pattern = rule?.pattern ?? witness;
  const { name: dialect } = matchers[1].dialect;
  return { productTokens, dialect, effect, witness, pattern, before, after };
}

/** Finds and proves what an edit of a robots.txt changes: the URLs that it blocks or allows, and other records. */

import { type Crawler, crawlerName, matcherFor } from '../decide/crawler.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { type Matcher, queriesBeforeCompiling } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule, Verdict } from '../match/verdict.js';
import { type Budget, groupSteps, readBudget } from '../prover/budget.js';
import { type Difference, findDifferences } from '../prover/differences.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import { CommonChanges, comparedCrawlers, NamedGroups, ORIGIN } from './audience.js';
import { type PreferenceChange, preferenceChanges } from './preference-changes.js';
import { commentChanges, type RecordChange, recordChanges } from './record-changes.js';

export interface DiffOptions {
  /**
   * The product tokens and crawler profiles to compare (default: every token that either file names, `*` for all other
   * crawlers, and the known crawlers that fall back to another crawler's group or ignore that of `*`).
   */
  readonly productTokens?: readonly Crawler[];
  /** Steps that the proof may take (default: 13 million). */
  readonly budget?: number;
  /** Whether to list comments in `recordChanges` (default: false). They never affect `equivalent`. */
  readonly comments?: boolean;
}

/** URLs whose verdict changes because of one rule. */
export interface Change {
  /**
   * The crawlers for which the same URLs change because of the same rules, in the order compared: product tokens, and
   * known crawlers by name.
   */
  readonly productTokens: readonly string[];
  readonly effect: 'newly-blocked' | 'newly-allowed';
  /**
   * An example target for `isTargetAllowed`, or to append to an origin. May start with `//`. As short as possible
   * unless that takes too long to find.
   */
  readonly witness: string;
  /** The path-pattern, as written, of the rule that makes the difference. Every URL of this change matches it. */
  readonly pattern: string;
  /** The verdict for the witness before and after, with the deciding rule. Lines are those of the first token. */
  readonly before: Verdict;
  readonly after: Verdict;
}

export interface Diff {
  /**
   * Whether nothing that a crawler reads has changed: neither access nor other records. `true` and `false` are proved.
   * `undecided`: no change was found within the budget.
   */
  readonly equivalent: boolean | 'undecided';
  /** Whether every URL has the same verdict for every crawler; other records may differ. */
  readonly accessEquivalent: boolean | 'undecided';
  /** Those of `*` first, then by number of product tokens, newly blocked ones first, shorter patterns first. */
  readonly changes: readonly Change[];
  /** Sitemaps, crawl delays and other records that are not rules. Order and repetition of records are ignored. */
  readonly recordChanges: readonly RecordChange[];
  /** The preferences in Content-Usage and Content-Signal lines that change for URLs that both files allow. */
  readonly preferenceChanges: readonly PreferenceChange[];
  /** Whether `undecided` is empty. If not, there may be more changes. */
  readonly complete: boolean;
  /** The rules that the budget did not suffice to compare. */
  readonly undecided: readonly Undecided[];
}

/** Rules that may change the verdict for further URLs. */
export interface Undecided {
  /** Product tokens with the same rules. */
  readonly productTokens: readonly string[];
  /** Rules of the file before the edit. If both lists are empty, no rule for these tokens was compared. */
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** Approximate steps to confirm a change; patterns with `*` add a fraction of a step per byte of pattern and target. */
const STEPS_PER_CHANGE = 256;
const STEPS_PER_STARRED_BYTE = 1 / 64;
/** The share of the budget reserved for confirming results. */
const PART_FOR_CHANGES = 1 / 4;

/**
 * Compares two robots.txt files. If their dialects differ, only URLs in normal form (RFC 3986 6.2.2) are compared,
 * because the dialects always disagree about other spellings.
 * Throws a RangeError for an invalid budget and a TypeError for an invalid product token. Worst case: linear in both
 * files, plus the budget.
 */
export function diff(before: RobotsTxt, after: RobotsTxt, options?: DiffOptions): Diff {
  const budget = readBudget(options?.budget);
  const files = [before, after] as const;
  const groups = new NamedGroups(files);
  const tokens: readonly Crawler[] = options?.productTokens ?? comparedCrawlers(files, groups);
  for (const file of files) budget.spend(groupSteps(file));
  const audiences = [...Map.groupBy(tokens, (token) => groups.keyOf(token)).values()];
  const comparisons = audiences
    .filter(([token]) => !groups.agreeOn(token))
    .map((some): Comparison => {
      const undecided = { productTokens: some.map(crawlerName), before: [], after: [] };
      const steps = groups.stepsFor(some[0]);
      return { tokens: some, steps, most: 0, changes: new Map(), undecided };
    });
  let open = comparisons;
  for (let round = 0; round < 2; round++) {
    open = open.filter((comparison, index) => {
      const steps = Math.floor(budget.left / (open.length - index));
      budget.lend(steps, (share) => compare(comparison, files, share));
      return comparison.undecided !== undefined;
    });
  }
  const byToken = new Map(comparisons.flatMap(({ changes }) => [...changes]));
  const changes = merged(tokens.flatMap((token) => byToken.get(token) ?? []));
  const undecidedAccess = comparisons.flatMap((comparison) => comparison.undecided ?? []);
  const accessEquivalent =
    changes.length > 0 ? false : undecidedAccess.length === 0 || ('undecided' as const);
  const records = recordChanges(files, audiences, groups);
  const preferences = preferenceChanges(files, audiences);
  const undecided = [
    ...undecidedAccess,
    ...[...records.undecided, ...preferences.undecided].map((productTokens) => ({
      productTokens,
      before: [],
      after: [],
    })),
  ];
  const complete = undecided.length === 0;
  const isChanged = changes.length + records.changes.length > 0;
  return {
    equivalent: isChanged ? false : complete || 'undecided',
    accessEquivalent,
    changes,
    recordChanges: [...records.changes, ...(options?.comments ? commentChanges(files) : [])],
    preferenceChanges: preferences.changes,
    complete,
    undecided,
  };
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
    (one, other) =>
      Number(weights.get(other)) - Number(weights.get(one)) ||
      other.productTokens.length - one.productTokens.length ||
      Number(other.effect === 'newly-blocked') - Number(one.effect === 'newly-blocked') ||
      one.pattern.length - other.pattern.length,
  );
}

/** Product tokens to which the same groups of both files apply. */
interface Comparison {
  readonly tokens: readonly Crawler[];
  /** The steps to rank their rules. */
  readonly steps: number;
  /** The largest budget so far. */
  most: number;
  changes: ReadonlyMap<Crawler, readonly Change[]>;
  undecided: Undecided | undefined;
}

/** Compares within the budget. Does nothing if more than half as much did not suffice before. */
function compare(
  comparison: Comparison,
  files: readonly [RobotsTxt, RobotsTxt],
  budget: Budget,
): void {
  const { tokens } = comparison;
  if (budget.left < comparison.most * 2) return;
  comparison.most = budget.left;
  if (!budget.spend(comparison.steps)) return;
  const rankedRules = files.map((file) => rankedRulesOf(matcherFor(file, tokens[0])));
  const [one, other] = rankedRules as [RankedRules, RankedRules];
  const found = budget.lend(Math.floor(budget.left * (1 - PART_FOR_CHANGES)), (share) =>
    findDifferences(one, other, share),
  );
  const starred = rankedRules.reduce((sum, { starredBytes }) => sum + starredBytes, 0);
  const changes = new Map<Crawler, readonly Change[]>();
  const confirmed = new Map<Difference, number>();
  for (const token of tokens) {
    if (budget.left === 0 && confirmed.size > 0) break;
    const matchers = files.map((file) => matcherFor(file, token)) as [Matcher, Matcher];
    const some: Change[] = [];
    const rules = matchers.map((matcher) => matcher.rules.length);
    for (const [index, difference] of found.differences.entries()) {
      // Each change takes two queries per matcher.
      const direct = rules.map((count) =>
        index * 2 < queriesBeforeCompiling(count) ? count * 2 : 0,
      );
      const compiled = difference.witness.length * (1 + starred * STEPS_PER_STARRED_BYTE);
      const steps = STEPS_PER_CHANGE + compiled + direct[0] + direct[1];
      // Always confirm one change: it decides whether the files differ.
      if (!budget.spend(Math.ceil(steps)) && confirmed.size > 0) break;
      const change = confirmedChange(crawlerName(token), difference, matchers);
      if (change === undefined) continue;
      some.push(change);
      confirmed.set(difference, (confirmed.get(difference) ?? 0) + 1);
    }
    changes.set(token, some);
  }
  comparison.changes = changes;
  const unconfirmed = found.differences.filter(
    (difference) => confirmed.get(difference) !== tokens.length,
  );
  const rulesOf = (side: 'before' | 'after') =>
    [...found.undecided, ...unconfirmed].flatMap((one) =>
      one.side === side ? (one.rule ?? []) : [],
    );
  comparison.undecided =
    found.undecided.length + unconfirmed.length === 0
      ? undefined
      : {
          productTokens: tokens.map(crawlerName),
          before: rulesOf('before'),
          after: rulesOf('after'),
        };
}

/** Returns the change if the public matchers confirm it. */
function confirmedChange(
  productToken: string,
  { rule, witness }: Difference,
  matchers: readonly [Matcher, Matcher],
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
  return { productTokens: [productToken], effect, witness, pattern, before, after };
}

/** Finds and proves what an edit of a robots.txt changes: the URLs that it blocks or allows, per product token. */
import { directQueries, type Matcher } from '../match/matcher.js';
import { type Budget, groupSteps, readBudget } from '../prover/budget.js';
import { type Difference, whereDiffers } from '../prover/differences.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { Rule, Verdict } from '../verdict.js';
import { NamedGroups, namedTokens, ORIGIN } from './audience.js';

export interface DiffOptions {
  /** The tokens to compare (default: every token that either file names, and `*` for all other crawlers). */
  readonly productTokens?: readonly string[];
  /** Steps that the proof may take (default: 16 million). */
  readonly budget?: number;
}

/** URLs whose verdict changes because of one rule. */
export interface Change {
  readonly productToken: string;
  readonly effect: 'newly-blocked' | 'newly-allowed';
  /**
   * An example target for `isTargetAllowed`, or to append to an origin. May start with `//`. As short as possible
   * unless that takes too long to find.
   */
  readonly witness: string;
  /** The path-pattern, as written, of the rule that makes the difference. Every URL of this change matches it. */
  readonly pattern: string;
  /** The verdict for the witness before and after, with the deciding rule. */
  readonly before: Verdict;
  readonly after: Verdict;
}

export interface Diff {
  /** `true` and `false` are proved. `undecided`: no change was found within the budget. */
  readonly equivalent: boolean | 'undecided';
  /** By product token, then by line. */
  readonly changes: readonly Change[];
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
  const tokens = options?.productTokens ?? namedTokens(files);
  const groups = new NamedGroups(files);
  for (const file of files) budget.spend(groupSteps(file));
  const comparisons = [...Map.groupBy(tokens, (token) => groups.keyOf(token)).values()]
    .filter(([token]) => !groups.agreeAbout(token))
    .map((some) => new TokenComparison(files, some, groups.stepsFor(some[0])));
  let open = comparisons;
  for (let round = 0; round < 2; round++) {
    open = open.filter((comparison, index) => {
      const slice = budget.slice(Math.floor(budget.left / (open.length - index)));
      comparison.run(slice);
      budget.giveBack(slice);
      return comparison.undecided !== undefined;
    });
  }
  const changes = new Map(comparisons.flatMap(({ changes: some }) => [...some]));
  const undecided = comparisons.flatMap((comparison) => comparison.undecided ?? []);
  const complete = undecided.length === 0;
  const all = tokens.flatMap((token) => changes.get(token) ?? []);
  return {
    equivalent: all.length > 0 ? false : complete || 'undecided',
    changes: all,
    complete,
    undecided,
  };
}

/** Compares product tokens to which the same groups of both files apply. */
class TokenComparison {
  changes: ReadonlyMap<string, readonly Change[]> = new Map();
  undecided: Undecided | undefined;
  readonly #files: readonly [RobotsTxt, RobotsTxt];
  readonly #tokens: readonly string[];
  readonly #rankingSteps: number;
  /** The largest budget of any run so far. */
  #steps = 0;

  constructor(files: readonly [RobotsTxt, RobotsTxt], tokens: readonly string[], steps: number) {
    this.#files = files;
    this.#tokens = tokens;
    this.#rankingSteps = steps;
    this.undecided = { productTokens: tokens, before: [], after: [] };
  }

  /** Compares within the budget. Does nothing if an earlier run had more than half as much. */
  run(budget: Budget): void {
    if (budget.left < this.#steps * 2) return;
    this.#steps = budget.left;
    if (!budget.spend(this.#rankingSteps)) return;
    const rankedRules = this.#files.map((file) => rankedRulesOf(file.matcher(this.#tokens[0])));
    const [one, other] = rankedRules as [RankedRules, RankedRules];
    const search = budget.slice(Math.floor(budget.left * (1 - PART_FOR_CHANGES)));
    const found = whereDiffers(one, other, search);
    budget.giveBack(search);
    const starred = rankedRules.reduce((sum, { starredBytes }) => sum + starredBytes, 0);
    const changes = new Map<string, readonly Change[]>();
    const confirmed = new Map<Difference, number>();
    for (const token of this.#tokens) {
      if (budget.left === 0 && confirmed.size > 0) break;
      const matchers = this.#files.map((file) => file.matcher(token)) as [Matcher, Matcher];
      const some: Change[] = [];
      const rules = matchers.map((matcher) => matcher.rules.length);
      for (const [index, difference] of found.differences.entries()) {
        // Each change takes two queries per matcher.
        const direct = rules.map((count) => (index * 2 < directQueries(count) ? count * 2 : 0));
        const compiled = difference.witness.length * (1 + starred * STEPS_PER_STARRED_BYTE);
        const steps = STEPS_PER_CHANGE + compiled + direct[0] + direct[1];
        // Always confirm one change: it decides whether the files differ.
        if (!budget.spend(Math.ceil(steps)) && confirmed.size > 0) break;
        const change = confirmedChange(token, difference, matchers);
        if (change === undefined) continue;
        some.push(change);
        confirmed.set(difference, (confirmed.get(difference) ?? 0) + 1);
      }
      changes.set(token, some);
    }
    this.changes = changes;
    const unconfirmed = found.differences.filter(
      (difference) => confirmed.get(difference) !== this.#tokens.length,
    );
    const rulesOf = (side: 'before' | 'after') =>
      [...found.undecided, ...unconfirmed].flatMap((one) =>
        one.side === side ? (one.rule ?? []) : [],
      );
    this.undecided =
      found.undecided.length + unconfirmed.length === 0
        ? undefined
        : { productTokens: this.#tokens, before: rulesOf('before'), after: rulesOf('after') };
  }
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
  return { productToken, effect, witness, pattern, before, after };
}

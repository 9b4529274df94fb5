/** What an edit of a robots.txt changes: for each product token the URLs that become blocked or allowed, proved. */
import { directQueries, type Matcher } from '../match/matcher.js';
import { type Budget, groupSteps, readBudget } from '../prover/budget.js';
import { type Difference, whereDiffers } from '../prover/differences.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { Rule, Verdict } from '../verdict.js';
import { NamedGroups, namedTokens } from './audience.js';

export interface DiffOptions {
  /** Whose verdicts are compared: by default every token that either file names, and `*` for everyone else. */
  readonly productTokens?: readonly string[];
  /** The steps that the proof may take, 16 million by default. */
  readonly budget?: number;
}

/** URLs whose verdict changes because of one rule. */
export interface Change {
  readonly productToken: string;
  readonly effect: 'newly-blocked' | 'newly-allowed';
  /** A target that shows it, a shortest one unless that takes long to find: for `isTargetAllowed`, or behind an origin; it may begin with `//`. */
  readonly witness: string;
  /** The path-pattern, as written, of the rule that makes the difference: every URL of this change matches it. */
  readonly pattern: string;
  /** The verdict on the witness before and after, with the rule that decides. */
  readonly before: Verdict;
  readonly after: Verdict;
}

export interface Diff {
  /** `true` and `false` are proved. `undecided`: no change was found before the budget was met. */
  readonly equivalent: boolean | 'undecided';
  /** By product token, then by line. */
  readonly changes: readonly Change[];
  /** Whether `undecided` is empty: if not, there may be more changes. */
  readonly complete: boolean;
  /** What the budget did not suffice for. */
  readonly undecided: readonly Undecided[];
}

/** Rules that may change the verdict on further URLs. */
export interface Undecided {
  /** The same rules apply to all of these. */
  readonly productTokens: readonly string[];
  /** Rules of the file before the edit. If both lists are empty, none of the rules for these tokens was compared. */
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** Any origin will do: the host plays no part in a verdict. */
const ORIGIN = 'https://example.com';

/** Confirming a change takes about this many steps, and more for patterns with `*`: an byte of them by one of the target is this part of a step. */
const STEPS_PER_CHANGE = 256;
const STEPS_PER_STARRED_BYTE = 1 / 64;
/** Kept for confirming what the search finds. */
const PART_FOR_CHANGES = 1 / 4;

/**
 * Compares what two robots.txt say. Where their dialects differ, URLs in normal form are compared (RFC 3986 6.2.2): for
 * other spellings the dialects themselves differ. Throws a RangeError for a budget that is no number of steps, and a
 * TypeError for a product token that cannot be asked about.
 *
 * Worst case: linear in the two files, and the budget.
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

/** What changes for product tokens to which the same groups of both files apply. */
class TokenComparison {
  changes: ReadonlyMap<string, readonly Change[]> = new Map();
  undecided: Undecided | undefined;
  readonly #files: readonly [RobotsTxt, RobotsTxt];
  readonly #tokens: readonly string[];
  readonly #rankingSteps: number;
  /** The most steps that a run has had. */
  #steps = 0;

  constructor(files: readonly [RobotsTxt, RobotsTxt], tokens: readonly string[], steps: number) {
    this.#files = files;
    this.#tokens = tokens;
    this.#rankingSteps = steps;
    this.undecided = { productTokens: tokens, before: [], after: [] };
  }

  /** Compares within the budget, unless an earlier run had about as much. */
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
        // A change is two queries of each matcher.
        const direct = rules.map((count) => (index * 2 < directQueries(count) ? count * 2 : 0));
        const compiled = difference.witness.length * (1 + starred * STEPS_PER_STARRED_BYTE);
        const steps = STEPS_PER_CHANGE + compiled + direct[0] + direct[1];
        // One change is confirmed in any case, since it is the difference between an answer and none.
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

/** The change that the public matchers confirm; undefined where they do not. */
function confirmedChange(
  productToken: string,
  { rule, witness }: Difference,
  matchers: readonly [Matcher, Matcher],
): Change | undefined {
  const [before, after] = matchers.map((matcher) => matcher.explain(ORIGIN + witness));
  const isConfirmed =
    before.allowed !== after.allowed &&
    matchers[0].isTargetAllowed(witness) === before.allowed &&
    matchers[1].isTargetAllowed(witness) === after.allowed;
  if (!isConfirmed) return undefined;
  const effect = after.allowed ? 'newly-allowed' : 'newly-blocked';
  const pattern = rule?.pattern ?? witness;
  return { productToken, effect, witness, pattern, before, after };
}

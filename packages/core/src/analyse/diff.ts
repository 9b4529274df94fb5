/** What an edit of a robots.txt changes: for each product token the URLs that become blocked or allowed, proved. */
import type { Matcher } from '../match/matcher.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { Verdict } from '../verdict.js';
import { type Budget, matcherSteps, readBudget } from './budget.js';
import { type Difference, whereDiffers } from './differences.js';
import { NamedGroups, namedTokens } from './named-tokens.js';
import { type Reading, readingOf } from './reading.js';

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
  /** False where the budget was met, or a token left no witness to be re-checked: there may be more changes. */
  readonly complete: boolean;
}

/** Any origin will do: the host plays no part in a verdict. */
const ORIGIN = 'https://example.com';

/**
 * Compares what two robots.txt say. Where their dialects differ, URLs in normal form are compared (RFC 3986 6.2.2): for
 * other spellings the dialects themselves differ. Throws a RangeError for a budget that is no number of steps, and a
 * TypeError for a product token that cannot be asked about.
 */
export function diff(before: RobotsTxt, after: RobotsTxt, options?: DiffOptions): Diff {
  const budget = readBudget(options?.budget);
  const files = [before, after] as const;
  const tokens = options?.productTokens ?? namedTokens(files);
  const groups = new NamedGroups(files);
  const known = new Map<string, Found>();
  const changes: Change[] = [];
  let complete = true;
  for (const token of tokens) {
    const key = groups.keyOf(token);
    const found =
      known.get(key) ??
      (groups.agreeAbout(token) ? NO_DIFFERENCE : compare(before, after, token, budget));
    known.set(key, found);
    if (!found.complete) complete = false;
    if (found.differences.length === 0) continue;
    if (!budget.spend(matcherSteps(before) + matcherSteps(after))) {
      complete = false;
      continue;
    }
    const matchers = [before.matcher(token), after.matcher(token)] as const;
    for (const difference of found.differences) {
      // An explanation compares every rule.
      const rules = matchers[0].rules.length + matchers[1].rules.length;
      if (!budget.spend(rules)) {
        complete = false;
        break;
      }
      const change = checked(token, difference, matchers);
      if (change === undefined) complete = false;
      else changes.push(change);
    }
  }
  const equivalent = changes.length > 0 ? false : complete || 'undecided';
  return { equivalent, changes, complete };
}

interface Found {
  readonly differences: readonly Difference[];
  readonly complete: boolean;
}

const NO_DIFFERENCE: Found = { differences: [], complete: true };

function compare(before: RobotsTxt, after: RobotsTxt, token: string, budget: Budget): Found {
  if (!budget.spend(matcherSteps(before) + matcherSteps(after))) {
    return { differences: [], complete: false };
  }
  const readings = [before, after].map((file) => readingOf(file.matcher(token)));
  const [one, other] = readings as [Reading, Reading];
  const { differences, undecided } = whereDiffers(one, other, budget);
  return { differences, complete: undecided.length === 0 };
}

/** The change that the public matchers confirm; undefined where they do not. */
function checked(
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

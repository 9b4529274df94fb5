/**
 * Proofs about rules: searches for a target with given properties. The result is a witness (the shortest one, unless that
 * takes too long), a proof that there is none, or `undecided` if the budget runs out. Lint and diff use this module.
 *     const ranked = rankedRulesOf(robotsTxt.matcher('ExampleBot'));   // or rankRules(rules, dialect) for custom rules
 *     const budget = new Budget();                         // one for a whole analysis
 *     findDecidedTarget(ranked, rule, budget)              // can this rule ever decide? If not, which rules cover it?
 *     findDecidedTarget(ranked, allow, budget, [shape])    // the same, for targets that also match the shape (a tie)
 *     findChangedTarget(ranked, rule, budget)              // does removing the rule change a verdict?
 *     findDifferences(before, after, budget)               // (differences.ts) every rule that makes a difference
 * A `rule` must be an element of `ranked.rules`. A witness is a target as a client would send it, valid for
 * `isTargetAllowed` in the dialects involved, but not `/robots.txt` if that is always allowed. Check a witness with the
 * public matcher before showing it. Searches all possible targets. If two dialects have different canonical forms, searches
 * only normalized targets (RFC 3986 6.2.2), because the dialects always differ about other spellings.
 */

import type { Rule } from '../match/verdict.js';
import { alphabetOf } from './alphabet.js';
import type { Budget } from './budget.js';
import { shortestProbe } from './probe.js';
import type { SidedPattern } from './progress.js';
import type { RankedEntry, RankedRules } from './ranked-rules.js';
import { type CompetingPattern, type Find, find } from './search.js';
import { includes, mayOverlap, type Shape, shapeOfTarget } from './shape.js';

/** The result of a search for a target. */
export type Proof =
  | { readonly outcome: 'found'; readonly witness: string }
  /** Proved that there is none. `coveredBy` lists the rules that the proof relies on, by priority. */
  | { readonly outcome: 'never'; readonly coveredBy: readonly Rule[] }
  /** The budget ran out. */
  | { readonly outcome: 'undecided' };

/** Conditions of a search in addition to that the entry decides. */
interface Conditions {
  /** The entries of other rules that may match the same targets. None with a better rank may match. */
  readonly overlapping: readonly RankedEntry[];
  /** The patterns that would decide without the entry. The first that matches must be wanted. */
  readonly competing: readonly CompetingPattern[];
  /** Shapes that must also match. */
  readonly within: readonly Shape[];
}

/**
 * Searches for a target that the rule decides. For a rule that matches nothing, the result is `never`, covered by no rule.
 * @param within shapes that the target must also match
 */
export function findDecidedTarget(ranked: RankedRules, rule: Rule, budget: Budget, within: readonly Shape[] = []): Proof {
  return proveForAll(ranked.entriesOf(rule), (entry) => {
    const probed = probe(ranked, entry, budget);
    if (probed?.decides.rule === rule) {
      if (within.every((shape) => includes(shape, probed.target, budget))) return { outcome: 'found', witness: probed.witness };
    } else if (probed && includes(probed.decides.shape, entry.shape, budget)) {
      return { outcome: 'never', coveredBy: rulesOf([probed.decides]) };
    }
    const overlapping = ranked.overlapping(entry.shape, budget).filter((candidate) => candidate.rule !== rule);
    return findTarget(ranked, entry, { overlapping, competing: [], within }, budget);
  });
}

/**
 * Searches for a target whose verdict changes if the rule is removed, given that the rules in `gone` are already removed.
 * If there is none, `coveredBy` is the next rule by rank that matches all targets of the rule, if any.
 */
export function findChangedTarget(ranked: RankedRules, rule: Rule, budget: Budget, gone: ReadonlySet<Rule> = new Set()): Proof {
  const isGone = (candidate: Rule | undefined) => candidate !== undefined && (candidate === rule || gone.has(candidate));
  return proveForAll(ranked.entriesOf(rule), (entry) => {
    const probed = probe(ranked, entry, budget, isGone);
    if (probed && probed.decides.rank > entry.rank && probed.decides.allows !== entry.allows) {
      return { outcome: 'found', witness: probed.witness };
    }
    const overlapping = ranked.overlapping(entry.shape, budget).filter((candidate) => !isGone(candidate.rule));
    const competing: CompetingPattern[] = [];
    let cover: RankedEntry | undefined;
    for (const competitor of overlapping) {
      // A better rule decides regardless of this one.
      if (competitor.rank <= entry.rank) continue;
      competing.push({
        shape: competitor.shape,
        side: 'both',
        wanted: competitor.allows !== entry.allows,
      });
      if (includes(competitor.shape, entry.shape, budget)) {
        cover = competitor;
        break;
      }
    }
    const result = findTarget(ranked, entry, { overlapping, competing, within: [] }, budget);
    return result.outcome === 'never' ? { ...result, coveredBy: rulesOf(cover ? [cover] : []) } : result;
  });
}

/** Searches for a target that the entry decides under the conditions. */
function findTarget(
  { dialect }: RankedRules,
  entry: RankedEntry,
  { overlapping, competing, within }: Conditions,
  budget: Budget,
): Proof {
  if (budget.left === 0) return { outcome: 'undecided' };
  if (within.some((shape) => !mayOverlap(shape, entry.shape))) {
    return { outcome: 'never', coveredBy: [] };
  }
  const better = overlapping.filter(({ rank }) => rank < entry.rank);
  const cover = better.find(({ shape }) => includes(shape, entry.shape, budget));
  if (cover !== undefined) return { outcome: 'never', coveredBy: rulesOf([cover]) };
  const alphabet = alphabetOf(dialect, dialect);
  const onBothSides = (shape: Shape): SidedPattern => ({ shape, side: 'both' });
  const required = [entry.shape, ...within].map(onBothSides);
  const search = (entries: readonly RankedEntry[]): Find => {
    const forbidden = entries.map(({ shape }) => onBothSides(shape));
    return find({ alphabet, required, forbidden, competing }, budget);
  };
  const result = search(better);
  if (result.outcome !== 'never') return result;
  const ruledOut = result.ruledOut.map((index) => better[index]);
  return { outcome: 'never', coveredBy: rulesOf(neededEntries(ruledOut, search)) };
}

/**
 * Returns the shortest target that the entry matches, and the entry that decides it without the rules that are gone; undefined if
 * there is none. Most rules of real files need no other search.
 */
function probe(
  ranked: RankedRules,
  entry: RankedEntry,
  budget: Budget,
  isGone?: (rule: Rule | undefined) => boolean,
): { readonly witness: string; readonly target: Shape; readonly decides: RankedEntry } | undefined {
  if (!budget.spend(entry.shape.text.length)) return undefined;
  const probed = shortestProbe(entry.shape, 0, alphabetOf(ranked.dialect, ranked.dialect));
  if (probed === undefined) return undefined;
  const target = shapeOfTarget(probed.images[0]);
  const decides = ranked.deciding(target, budget, entry, isGone);
  return decides && { witness: probed.target, target, decides };
}

/** Up to this many covering rules, prove which of them the message must name. */
const MAX_NAMED = 8;

/** Returns the entries that the proof needs. */
function neededEntries(
  entries: readonly RankedEntry[],
  search: (forbidden: readonly RankedEntry[]) => Find,
): readonly RankedEntry[] {
  if (entries.length > MAX_NAMED) return entries;
  return entries.reduceRight<readonly RankedEntry[]>((needed, entry) => {
    const rest = needed.filter((candidate) => candidate !== entry);
    return search(rest).outcome === 'never' ? rest : needed;
  }, entries);
}

/** Returns the first witness; `never` only if that is proved for all items. */
export function proveForAll<Item>(all: readonly Item[], prove: (item: Item) => Proof): Proof {
  const coveredBy = new Set<Rule>();
  let isDecided = true;
  for (const item of all) {
    const result = prove(item);
    if (result.outcome === 'found') return result;
    if (result.outcome === 'undecided') isDecided = false;
    else for (const rule of result.coveredBy) coveredBy.add(rule);
  }
  return isDecided ? { outcome: 'never', coveredBy: [...coveredBy] } : { outcome: 'undecided' };
}

function rulesOf(entries: readonly RankedEntry[]): readonly Rule[] {
  return [...new Set(entries.flatMap(({ rule }) => rule ?? []))];
}

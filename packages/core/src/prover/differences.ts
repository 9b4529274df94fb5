/** Finds all rules that make a difference between two sets of ranked rules, each with a witness. */

import type { Rule } from '../match/verdict.js';
import { SLASH } from '../util/bytes.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import { type Alphabet, alphabetOf } from './alphabet.js';
import type { Budget } from './budget.js';
import { probesOf } from './probe.js';
import type { SidedPattern } from './progress.js';
import { EntryIndex, type RankedEntry, type RankedRules } from './ranked-rules.js';
import { type Find, find } from './search.js';
import { includes, type Shape, STAR, shapeOfTarget } from './shape.js';
import { isComparedEqually, isSame, type SharedEntries, sharedEntries } from './shared-entries.js';
import { READABLE_ORDER } from './target-units.js';

/** A pattern that makes a difference. */
export interface Difference {
  /** The side that has the pattern and on which it decides the witness. */
  readonly side: 'before' | 'after';
  /** Undefined for `/robots.txt`, which only one of the dialects always allows (`robotsTxtAllowed`). */
  readonly rule: Rule | undefined;
  readonly witness: string;
}

export interface Differences {
  /** Every target with different verdicts matches one of these rules or one of `undecided`. */
  readonly differences: readonly Difference[];
  /** Patterns for which the budget ran out. `rule` is undefined for `/robots.txt`. */
  readonly undecided: readonly Omit<Difference, 'witness'>[];
}

/**
 * Maximum steps per search and round. Most searches are short; long ones must leave budget for the others. The last
 * round shares the rest.
 */
const ROUNDS: readonly number[] = [10_000, 100_000, Number.POSITIVE_INFINITY];
/** Maximum share of the budget per search before the last round. */
const MAX_PART = 1 / 8;

/**
 * Finds the targets with different verdicts: a blocking rule decides them on one side and an allowing rule on the other.
 * The difference is reported for the allowing rule if it is strictly narrower, else for the blocking one. Therefore:
 * - every such target matches the pattern of a difference that is not wider than either of the two rules, and
 * - every rule that blocks such a target decides the witness of a difference whose pattern it covers.
 *
 *     before: Disallow: /a     after: Disallow: /a     unshared: Allow: /a/b
 *                                     Allow: /a/b      a target with different verdicts: /a/b
 *                                                      reported for Allow: /a/b, which is narrower than Disallow: /a
 *
 * At least one of the two rules must be missing on the other side. If both sides had both rules, both rules would match the
 * target on both sides, and the same one would win.
 * First tries a few targets made from each pattern, which settles most patterns with a few queries. Then searches, with few
 * steps per pattern before many.
 * @param alphabet the targets to search, for both dialects
 */
export function findDifferences(
  before: RankedRules,
  after: RankedRules,
  budget: Budget,
  alphabet: Alphabet = alphabetOf(before.dialect, after.dialect),
): Differences {
  const comparison = new RuleComparison(before, after, alphabet);
  let unpaired = budget.lend(Math.ceil(budget.left / 4), (quarter) => comparison.addCandidates(comparison.unshared(), quarter));
  budget.lend(Math.ceil(budget.left / 2), (half) => comparison.probe(half));
  if (unpaired.length > 0) {
    unpaired = budget.lend(Math.ceil(budget.left / 2), (half) => comparison.addCandidates(unpaired, half));
  }
  const { candidates } = comparison;
  let open = candidates;
  for (const maxSteps of ROUNDS) open = comparison.search(open.filter(lacksExample), maxSteps, budget);
  const long = candidates.filter(({ entry, example }) => example.entry === entry && !example.isShortest);
  comparison.search(long, ROUNDS[1], budget);
  const differences = onePerExample(candidates).flatMap(({ side, entry: { rule }, example: { witness } }) =>
    witness === undefined ? [] : { side: SIDES[side], rule, witness },
  );
  const lineOf = ({ rule }: Difference) => rule?.line ?? 0;
  differences.sort((a, b) => lineOf(a) - lineOf(b));
  const undecided = onePerExample([...unpaired, ...open.filter(lacksExample)]);
  return {
    differences,
    undecided: undecided.map(({ side, entry: { rule } }) => ({ side: SIDES[side], rule })),
  };
}

/** Returns whether both sides have the same patterns, so that no target can have different verdicts; a cheap check. */
export function haveEqualVerdicts(before: RankedRules, after: RankedRules, alphabet: Alphabet): boolean {
  const { entries } = after;
  const areSame =
    before.entries.length === entries.length && before.entries.every((entry, index) => isSame(entry, entries[index], alphabet));
  return areSame || new RuleComparison(before, after, alphabet).unshared().length === 0;
}

type FileIndex = 0 | 1;

const SIDES = ['before', 'after'] as const;

interface SidedEntry {
  readonly side: FileIndex;
  readonly entry: RankedEntry;
}

/** A pattern that a difference may be reported for. */
interface Candidate extends SidedEntry {
  /** Shared by patterns of equal weight that one rule stands for, because one example per rule is enough. */
  readonly example: Example;
}

/** A target with different verdicts, and the pattern for which it was found. */
interface Example {
  entry?: RankedEntry;
  witness?: string;
  isShortest?: boolean;
}

function lacksExample({ example }: Candidate): boolean {
  return example.witness === undefined;
}

/** Returns whether one rule stands for both patterns with equal weight. Their ranks are then consecutive. */
function areSiblings({ rule, weight }: RankedEntry, candidate: RankedEntry): boolean {
  return rule !== undefined && rule === candidate.rule && weight === candidate.weight;
}

/** Returns one candidate per example. */
function onePerExample(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.example, candidate])).values()];
}

class RuleComparison {
  readonly #rankedRules: readonly [RankedRules, RankedRules];
  readonly #alphabet: Alphabet;
  readonly #shared: SharedEntries;
  readonly #candidates = new Map<RankedEntry, Candidate>();
  /** The entries of each side, indexed by the part of the prefix that both sides compare equally. */
  readonly #equalIndexes: [EntryIndex | undefined, EntryIndex | undefined] = [undefined, undefined];

  readonly #isComparedEqually = memoizeByObject((shape: Shape) => isComparedEqually(shape, this.#alphabet));

  constructor(before: RankedRules, after: RankedRules, alphabet: Alphabet) {
    this.#rankedRules = [before, after];
    this.#alphabet = alphabet;
    this.#shared = sharedEntries(before, after, alphabet);
  }

  get candidates(): readonly Candidate[] {
    return [...this.#candidates.values()];
  }

  /** Returns the patterns that the other side lacks or ranks differently. */
  unshared(): readonly SidedEntry[] {
    return ([0, 1] as const).flatMap((side) =>
      this.#rankedRules[side].entries.filter((entry) => !this.#shared.has(entry)).map((entry) => ({ side, entry })),
    );
  }

  /**
   * Adds the patterns that are reported for targets which these unshared patterns decide on their side. If the budget runs
   * out for an unshared pattern, adds and returns that pattern.
   */
  addCandidates(unshared: readonly SidedEntry[], budget: Budget): readonly Candidate[] {
    return unshared.flatMap(({ side, entry }) => {
      const otherSide = opposite(side);
      for (const competitor of this.#competing(otherSide, entry.shape, budget)) {
        const isShared = this.#shared.has(competitor);
        // An unshared competitor is added when its own turn comes.
        if (!isShared && this.#candidates.has(entry)) continue;
        if (competitor.allows === entry.allows || this.#isBetterOnBoth(competitor, entry)) continue;
        if (this.#representative(entry, competitor, budget) === entry) this.#add(side, entry);
        else if (isShared) this.#add(otherSide, competitor);
      }
      return budget.left > 0 ? [] : this.#add(side, entry);
    });
  }

  #add(side: FileIndex, entry: RankedEntry): Candidate {
    const known = this.#candidates.get(entry);
    if (known !== undefined) return known;
    const sibling = this.#siblingsOf(side, entry).find((candidate) => this.#candidates.has(candidate));
    const example = (sibling && this.#candidates.get(sibling)?.example) ?? {};
    const candidate = { side, entry, example };
    this.#candidates.set(entry, candidate);
    return candidate;
  }

  #siblingsOf(side: FileIndex, entry: RankedEntry): readonly RankedEntry[] {
    if (entry.rule === undefined) return [];
    const entries = this.#rankedRules[side].entriesOf(entry.rule);
    return entries.filter((candidate) => areSiblings(candidate, entry));
  }

  /** Tries targets made from each candidate's pattern. The difference may turn out to be another pattern's. */
  probe(budget: Budget): void {
    const filler = this.#rareByte();
    for (const candidate of this.candidates) {
      const { side, entry } = candidate;
      if (!budget.spend(entry.shape.text.length)) break;
      for (const probe of probesOf(entry.shape, side, this.#alphabet, filler)) {
        if (!lacksExample(candidate)) break;
        const [decidingBefore, decidingAfter] = this.#rankedRules.map((ranked, index) =>
          ranked.deciding(shapeOfTarget(probe.images[index]), budget),
        );
        if (decidingBefore === undefined || decidingAfter === undefined || decidingBefore.allows === decidingAfter.allows)
          continue;
        const deciding = this.#representative(decidingBefore, decidingAfter, budget);
        if (budget.left === 0) break;
        const changed = this.#add(deciding === decidingBefore ? 0 : 1, deciding);
        if (!lacksExample(changed)) continue;
        changed.example.entry = deciding;
        changed.example.witness = probe.target;
        changed.example.isShortest = changed === candidate && probe.isShortest;
      }
    }
  }

  /** Returns a byte that no pattern contains, so that few patterns match targets with it. */
  #rareByte(): number {
    const isUsed = new Uint8Array(STAR + 1);
    for (const { entries } of this.#rankedRules) {
      for (const { shape } of entries) {
        for (let at = 0; at < shape.text.length; at++) isUsed[shape.text.charCodeAt(at)] = 1;
      }
    }
    const letters = READABLE_ORDER.slice(0, READABLE_ORDER.indexOf(0x2d));
    return letters.find((byte) => byte !== SLASH && isUsed[byte] === 0) ?? letters[0];
  }

  /** Searches for a witness of each pattern, with at most `maxSteps` steps. Returns the undecided patterns. */
  search(open: readonly Candidate[], maxSteps: number, budget: Budget): Candidate[] {
    return open.filter((candidate, index) => {
      if (budget.left === 0) return true;
      const part = maxSteps === Number.POSITIVE_INFINITY ? 1 / (open.length - index) : MAX_PART;
      const steps = Math.min(Math.ceil(budget.left * part), maxSteps);
      const result = budget.lend(steps, (share) => this.#prove(candidate, share));
      if (result.outcome === 'found') {
        const { entry, example } = candidate;
        const { witness } = example;
        if (witness === undefined || result.witness.length <= witness.length) {
          example.entry = entry;
          example.witness = result.witness;
        }
      }
      return result.outcome === 'undecided';
    });
  }

  /**
   * Of two patterns with opposite verdicts, returns the one the difference is reported for: the allowing one if its rule is
   * strictly narrower, else the blocking one. Compares whole rules, because a difference shows the path of its rule.
   */
  #representative(first: RankedEntry, second: RankedEntry, budget: Budget): RankedEntry {
    const [allowing, blocking] = first.allows ? [first, second] : [second, first];
    const isPart =
      blocking.ruleShapes.every(this.#isComparedEqually) && isNarrower(allowing.ruleShapes, blocking.ruleShapes, budget);
    return isPart ? allowing : blocking;
  }

  /** Returns whether the shared pattern also wins on the unshared pattern's side, for targets that both match. */
  #isBetterOnBoth(competitor: RankedEntry, unshared: RankedEntry): boolean {
    return this.#shared.has(competitor) && this.#shared.isBetter(competitor, unshared);
  }

  #isWanted(competitor: RankedEntry, entry: RankedEntry, budget: Budget): boolean {
    if (competitor.allows === entry.allows) return false;
    if (this.#shared.has(competitor) && this.#shared.has(entry)) return false;
    return this.#representative(entry, competitor, budget) === entry;
  }

  /** Searches for a target that the pattern decides on its side and whose difference is reported for the pattern. */
  #prove({ side, entry }: SidedEntry, budget: Budget): Find {
    const otherSide = opposite(side);
    const { shape } = entry;
    const overlapping = this.#rankedRules[side].overlapping(shape, budget);
    const better = overlapping.filter((ranked) => ranked.rank < entry.rank && !areSiblings(ranked, entry));
    if (better.some((ranked) => includes(ranked.shape, shape, budget))) {
      return { outcome: 'never', ruledOut: [] };
    }
    const ruledOut = new Set(better.map((ranked) => ranked.shape.id));
    const competing = this.#competing(otherSide, shape, budget)
      .filter((competitor) => !(this.#isComparedEqually(competitor.shape) && ruledOut.has(competitor.shape.id)))
      .map((competitor) => ({
        ...this.#sided(competitor, otherSide),
        wanted: this.#isWanted(competitor, entry, budget),
      }));
    // Without budget, `wanted` is not reliable.
    if (budget.left === 0) return { outcome: 'undecided' };
    const required = [this.#sided(entry, side)];
    // Equal shapes on one side match the same targets, so one of them is enough.
    const unique = new Map(better.map((ranked) => [ranked.shape.id, this.#sided(ranked, side)]));
    const forbidden = [...unique.values()];
    return find({ alphabet: this.#alphabet, required, forbidden, competing }, budget);
  }

  /**
   * Returns the patterns of a side that may decide targets of the other side's shape, best first. The first one that
   * matches all of these targets is the last.
   */
  #competing(side: FileIndex, shape: Shape, budget: Budget): readonly RankedEntry[] {
    const overlapping = this.#overlapping(side, shape, budget);
    const covering = overlapping.findIndex(
      (competitor) => this.#isComparedEqually(competitor.shape) && includes(competitor.shape, shape, budget),
    );
    return covering < 0 ? overlapping : overlapping.slice(0, covering + 1);
  }

  #overlapping(side: FileIndex, shape: Shape, budget: Budget): readonly RankedEntry[] {
    const ranked = this.#rankedRules[side];
    if (this.#alphabet.isShared) return ranked.overlapping(shape, budget);
    this.#equalIndexes[side] ??= this.#equalIndex(ranked, budget);
    return this.#equalIndexes[side]?.overlapping(this.#equalPrefix(shape), budget) ?? [];
  }

  /** Returns undefined if the budget runs out. */
  #equalIndex({ entries }: RankedRules, budget: Budget): EntryIndex | undefined {
    if (!budget.spend(entries.length)) return undefined;
    return new EntryIndex(entries, ({ shape }) => this.#equalPrefix(shape));
  }

  /** Returns the part of the prefix that both sides compare equally. */
  #equalPrefix({ prefix }: Shape): string {
    let end = 0;
    while (end < prefix.length && this.#alphabet.isComparedEqual[prefix.charCodeAt(end)] === 1) end++;
    return prefix.slice(0, end);
  }

  #sided({ shape }: RankedEntry, side: FileIndex): SidedPattern {
    return { shape, side: this.#isComparedEqually(shape) ? 'both' : side };
  }
}

/** Returns true only if the shapes of `inner` together match strictly less than those of `outer`. */
export function isNarrower(inner: readonly Shape[], outer: readonly Shape[], budget: Budget): boolean {
  return (
    !outer.every((shape) => inner.some((part) => part.equals(shape))) &&
    inner.every((part) => outer.some((shape) => includes(shape, part, budget)))
  );
}

function opposite(side: FileIndex): FileIndex {
  return side === 0 ? 1 : 0;
}

/** Finds all rules that make a difference between two sets of ranked rules, each with a witness. */
import { SLASH } from '../dialect/bytes.js';
import { oncePer } from '../dialect/once-per.js';
import type { Rule } from '../match/verdict.js';
import { type Alphabet, alphabetOf } from './alphabet.js';
import type { Budget } from './budget.js';
import type { SidedPattern } from './pattern-row.js';
import { probesOf } from './probe.js';
import {
  EMPTY_WEIGHT,
  EntryIndex,
  type RankedEntry,
  type RankedRules,
  STEPS_PER_ENTRY,
} from './ranked-rules.js';
import { type Find, find } from './search.js';
import { includes, type Shape, STAR, shapeOfTarget } from './shape.js';
import { READABLE_ORDER } from './target-units.js';

/** A pattern that makes a difference. */
export interface Difference {
  /** The side that has the pattern and on which it decides the witness. */
  readonly side: 'before' | 'after';
  /** Undefined for `/robots.txt`, which only one of the dialects always allows (row 23). */
  readonly rule: Rule | undefined;
  readonly witness: string;
}

export interface Differences {
  /** Every target with different verdicts matches one of these rules or one of `undecided`. */
  readonly differences: readonly Difference[];
  /** Patterns that the budget did not suffice for. `rule` is undefined for `/robots.txt`. */
  readonly undecided: readonly Omit<Difference, 'witness'>[];
}

/**
 * Maximum steps per search and round. Most searches are short; long ones must leave budget for the others. The last
 * round shares the rest.
 */
const ROUNDS: readonly number[] = [10_000, 100_000, Number.POSITIVE_INFINITY];
/** Below this, a search is not worth starting: thousands of them would cost more than they count. */
const MIN_STEPS = 512;
/** Steps to spend on a shorter example than the probe's. */
const SHORTENING_STEPS = 100_000;
/** Maximum share of the budget per search before the last round. */
const MAX_PART = 1 / 8;
/** Approximate steps per byte to spell a probe. */
const STEPS_PER_PROBED_BYTE = 8;

/**
 * Finds the targets with different verdicts. Only patterns that the other side lacks can cause one: if shared patterns
 * decided on both sides, both would match on both sides, and neither could be the better one. So it suffices to search
 * what each such pattern decides.
 * Tries a few targets made from each pattern first, which settles most of them with a few queries. Then runs short
 * searches before long ones.
 * @param alphabet the targets to search, for both dialects
 */
export function findDifferences(
  before: RankedRules,
  after: RankedRules,
  budget: Budget,
  alphabet: Alphabet = alphabetOf(before.dialect, after.dialect),
): Differences {
  const comparison = new Comparison(before, after, alphabet);
  const changed = budget.lend(Math.ceil(budget.left / 4), (quarter) =>
    comparison.changed().filter((one) => comparison.mayDiffer(one, quarter)),
  );
  budget.lend(Math.ceil(budget.left / 2), (half) => comparison.probe(changed, half));
  let open = changed.filter((one) => one.witness === undefined);
  for (const most of ROUNDS) open = comparison.search(open, most, budget);
  const long = changed.filter(({ witness, isShortest }) => witness !== undefined && !isShortest);
  comparison.search(long, SHORTENING_STEPS, budget);
  const differences = changed.flatMap(({ side, entry: { rule }, witness }) =>
    witness === undefined ? [] : { side, rule, witness },
  );
  const lineOf = ({ rule }: Difference) => rule?.line ?? 0;
  differences.sort((a, b) => lineOf(a) - lineOf(b));
  return { differences, undecided: open.map(({ side, entry: { rule } }) => ({ side, rule })) };
}

/** Returns whether both sides have the same patterns, so that no target can have different verdicts; a cheap check. */
export function decideAlike(before: RankedRules, after: RankedRules, alphabet: Alphabet): boolean {
  const { entries } = after;
  const areSame =
    before.entries.length === entries.length &&
    before.entries.every((entry, index) => isSame(entry, entries[index], alphabet));
  return areSame || new Comparison(before, after, alphabet).changed().length === 0;
}

function isSame(one: RankedEntry, other: RankedEntry, alphabet: Alphabet): boolean {
  if (one.allows !== other.allows || !one.shape.equals(other.shape)) return false;
  return comparesAlike(one.shape, alphabet);
}

/** A pattern that the other side lacks, and the target found for it. */
interface Changed {
  readonly side: 'before' | 'after';
  readonly entry: RankedEntry;
  witness: string | undefined;
  isShortest: boolean;
}

class Comparison {
  readonly #rankedRules: readonly [RankedRules, RankedRules];
  readonly #alphabet: Alphabet;
  readonly #shared: ReadonlySet<RankedEntry>;
  /** The entries of each side, indexed by the bytes that both sides compare alike. */
  readonly #alikeIndexes: [EntryIndex | undefined, EntryIndex | undefined] = [undefined, undefined];

  readonly #isAlike = oncePer((shape: Shape) => comparesAlike(shape, this.#alphabet));

  constructor(before: RankedRules, after: RankedRules, alphabet: Alphabet) {
    this.#rankedRules = [before, after];
    this.#alphabet = alphabet;
    this.#shared = sharedEntries(before, after, alphabet);
  }

  changed(): Changed[] {
    return (['before', 'after'] as const).flatMap((side, index) =>
      this.#rankedRules[index].entries
        .filter((entry) => !this.#shared.has(entry))
        .map((entry) => ({ side, entry, witness: undefined, isShortest: false })),
    );
  }

  /** Tries targets made from each pattern. A target counts for the changed pattern that decides it. */
  probe(changed: readonly Changed[], budget: Budget): void {
    const byEntry = new Map(changed.map((one) => [one.entry, one]));
    const filler = this.#rareByte();
    for (const { side, entry } of changed) {
      const steps = entry.shape.text.length * STEPS_PER_PROBED_BYTE;
      if (!budget.spend(steps)) break;
      const own = side === 'before' ? 0 : 1;
      for (const probe of probesOf(entry.shape, own, this.#alphabet, filler)) {
        if (byEntry.get(entry)?.witness !== undefined) break;
        const [then, now] = this.#rankedRules.map((ranked, index) =>
          ranked.deciding(shapeOfTarget(probe.images[index]), budget),
        );
        if (then === undefined || now === undefined || then.allows === now.allows) continue;
        const found = byEntry.get(then) ?? byEntry.get(now);
        if (found === undefined || found.witness !== undefined) continue;
        found.witness = probe.target;
        found.isShortest = found.entry === entry && probe.isShortest;
      }
    }
  }

  /** Returns a byte that no pattern contains, so that few patterns match targets with it. */
  #rareByte(): number {
    const isUsed = new Uint8Array(STAR + 1);
    for (const { entries } of this.#rankedRules) {
      for (const { shape } of entries) for (const symbol of shape.symbols) isUsed[symbol] = 1;
    }
    const letters = READABLE_ORDER.slice(0, READABLE_ORDER.indexOf(0x2d));
    return letters.find((byte) => byte !== SLASH && isUsed[byte] === 0) ?? letters[0];
  }

  /** Searches for each pattern within `most` steps for a target that shows a difference; returns the undecided ones. */
  search(open: readonly Changed[], most: number, budget: Budget): Changed[] {
    return open.filter((changed, index) => {
      if (budget.left < MIN_STEPS) return true;
      const part = most === Number.POSITIVE_INFINITY ? 1 / (open.length - index) : MAX_PART;
      const steps = Math.min(Math.max(Math.ceil(budget.left * part), MIN_STEPS), most);
      const result = budget.lend(steps, (share) => this.#prove(changed, share));
      if (result.outcome === 'found') {
        const { witness } = changed;
        if (witness === undefined || result.witness.length <= witness.length) {
          changed.witness = result.witness;
        }
      }
      return result.outcome === 'undecided';
    });
  }

  /** Returns false if the other side cannot decide differently what the pattern decides; a cheap check. */
  mayDiffer({ side, entry }: Changed, budget: Budget): boolean {
    const other = side === 'before' ? 1 : 0;
    const competing = this.#competing(other, entry.shape, budget);
    if (budget.left === 0) return true;
    return competing.some(
      (competitor) =>
        this.#isWanted(competitor, side, entry) &&
        // Always allowed on both sides.
        !(competitor.weight === Number.POSITIVE_INFINITY && this.#shared.has(competitor)),
    );
  }

  /** If changed patterns decide on both sides, the `before` one is enough. */
  #isWanted(competitor: RankedEntry, side: 'before' | 'after', { allows }: RankedEntry): boolean {
    return competitor.allows !== allows && (side === 'before' || this.#shared.has(competitor));
  }

  /** Searches for a target that the pattern decides on its side and that the other side decides differently. */
  #prove({ side, entry }: Changed, budget: Budget): Find {
    const own = side === 'before' ? 0 : 1;
    const other = side === 'before' ? 1 : 0;
    const { shape } = entry;
    const overlapping = this.#rankedRules[own].overlapping(shape, budget);
    const better = overlapping.filter(({ rank }) => rank < entry.rank);
    if (better.some((one) => includes(one.shape, shape, budget))) {
      return { outcome: 'never', ruledOut: [] };
    }
    const ruledOut = new Set(better.map((one) => one.shape.id));
    const competing = this.#competing(other, shape, budget)
      .filter(
        (competitor) => !(this.#isAlike(competitor.shape) && ruledOut.has(competitor.shape.id)),
      )
      .map((competitor) => ({
        ...this.#sided(competitor, other),
        wanted: this.#isWanted(competitor, side, entry),
      }));
    const required = [this.#sided(entry, own)];
    // Equal shapes on one side are compared alike, so one of them is enough.
    const unique = new Map(better.map((one) => [one.shape.id, this.#sided(one, own)]));
    const forbidden = [...unique.values()];
    return find({ alphabet: this.#alphabet, required, forbidden, competing }, budget);
  }

  /**
   * Returns the patterns of a side that may decide what the other side's shape matches, best first, up to the first
   * that matches all of it.
   */
  #competing(side: 0 | 1, shape: Shape, budget: Budget): readonly RankedEntry[] {
    const overlapping = this.#overlapping(side, shape, budget);
    const covering = overlapping.findIndex(
      (competitor) => this.#isAlike(competitor.shape) && includes(competitor.shape, shape, budget),
    );
    return covering < 0 ? overlapping : overlapping.slice(0, covering + 1);
  }

  #overlapping(side: 0 | 1, shape: Shape, budget: Budget): readonly RankedEntry[] {
    const ranked = this.#rankedRules[side];
    if (this.#alphabet.isShared) return ranked.overlapping(shape, budget);
    this.#alikeIndexes[side] ??= this.#alikeIndex(ranked, budget);
    return this.#alikeIndexes[side]?.overlapping(this.#alikePrefix(shape), budget) ?? [];
  }

  /** Returns undefined if the budget does not suffice. */
  #alikeIndex({ entries }: RankedRules, budget: Budget): EntryIndex | undefined {
    if (!budget.spend(entries.length * STEPS_PER_ENTRY)) return undefined;
    return new EntryIndex(entries, ({ shape }) => this.#alikePrefix(shape));
  }

  /** Returns the part of the prefix that both sides compare alike. */
  #alikePrefix({ prefix }: Shape): string {
    let end = 0;
    while (end < prefix.length && this.#alphabet.alike[prefix.charCodeAt(end)] === 1) end++;
    return prefix.slice(0, end);
  }

  #sided({ shape }: RankedEntry, side: 0 | 1): SidedPattern {
    return { shape, side: this.#isAlike(shape) ? 'both' : side };
  }
}

/** Returns the patterns that both sides have in the same order relative to each other. */
function sharedEntries(
  before: RankedRules,
  after: RankedRules,
  alphabet: Alphabet,
): ReadonlySet<RankedEntry> {
  const sides = [before, after] as const;
  const shared = new Set<RankedEntry>(sides.map(({ entries }) => entries[entries.length - 1]));
  const byBytes = sides.map(({ dialect }) => dialect.precedence === 'most-bytes');
  if (byBytes[0] && byBytes[1]) {
    const weights = sides.map(({ entries }) => weightsById(entries));
    sides.forEach(({ entries }, side) => {
      for (const entry of entries) {
        // An empty pattern decides like no rule, and only if nothing else matches.
        const isEmpty = entry.weight <= EMPTY_WEIGHT;
        const sameShape = weights[1 - side].get(entry.shape.id);
        const isOnBoth =
          sameShape?.has(entry.weight) === true && comparesAlike(entry.shape, alphabet);
        if (isEmpty || isOnBoth) shared.add(entry);
      }
    });
  } else if (!byBytes[0] && !byBytes[1]) {
    // In file order, patterns are shared if everything before or after them is equal.
    const [a, b] = [before.entries, after.entries];
    const most = Math.min(a.length, b.length);
    let head = 0;
    while (head < most && isSame(a[head], b[head], alphabet)) head++;
    let tail = 0;
    const fromEnd = (list: readonly RankedEntry[]) => list[list.length - 1 - tail];
    while (tail < most - head && isSame(fromEnd(a), fromEnd(b), alphabet)) tail++;
    for (const list of [a, b]) {
      for (const entry of [...list.slice(0, head), ...list.slice(list.length - tail)]) {
        shared.add(entry);
      }
    }
  }
  return shared;
}

/** Returns the weights of each shape's entries. Numbers per shape avoid hashing a text per entry. */
function weightsById(entries: readonly RankedEntry[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byId = Map.groupBy(entries, ({ shape }) => shape.id);
  return new Map(Array.from(byId, ([id, some]) => [id, new Set(some.map(({ weight }) => weight))]));
}

/** Returns whether both sides compare a pattern with the same result for every target. */
function comparesAlike(shape: Shape, alphabet: Alphabet): boolean {
  if (alphabet.isShared) return true;
  // Bytes that the sides compare differently are not in the pattern: on both sides they lead back to the last star.
  if (shape.every((symbol) => symbol === STAR || alphabet.apart[symbol] === 0)) return true;
  if (shape.starred || (shape.anchored && alphabet.endsDiffer)) return false;
  return shape.every((byte) => alphabet.alike[byte] === 1);
}

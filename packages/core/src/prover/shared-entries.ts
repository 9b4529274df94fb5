/** The patterns that two sets of ranked rules share. A difference requires at least one pattern that is not shared. */
import { groupBy } from '../util/group-by.js';
import type { Alphabet } from './alphabet.js';
import { EMPTY_WEIGHT, type RankedEntry, type RankedRules } from './ranked-rules.js';
import { type Shape, STAR } from './shape.js';

/** The patterns that both sides have in the same order relative to each other. */
export interface SharedEntries {
  has(entry: RankedEntry): boolean;
  /** Returns whether a shared entry ranks, on both sides, better than an unshared one would. */
  isBetter(shared: RankedEntry, unshared: RankedEntry): boolean;
}

export function sharedEntries(before: RankedRules, after: RankedRules, alphabet: Alphabet): SharedEntries {
  const sides = [before, after] as const;
  const shared = new Set<RankedEntry>(sides.map(({ entries }) => entries[entries.length - 1]));
  const has = (entry: RankedEntry) => shared.has(entry);
  const byBytes = sides.map(({ dialect }) => dialect.precedence === 'most-bytes');
  if (byBytes[0] && byBytes[1]) {
    const weights = sides.map(({ entries }) => weightsById(entries));
    sides.forEach(({ entries }, side) => {
      for (const entry of entries) {
        // An empty pattern has the verdict of no rule, and decides only if nothing else matches.
        const isEmpty = entry.weight <= EMPTY_WEIGHT;
        const sameShape = weights[1 - side].get(entry.shape.id);
        const isOnBoth = sameShape?.has(entry.weight) === true && isComparedEqually(entry.shape, alphabet);
        if (isEmpty || isOnBoth) shared.add(entry);
      }
    });
    return { has, isBetter: ({ weight }, unshared) => weight > unshared.weight };
  }
  // The entries that match everything are the last ones.
  if (byBytes[0] || byBytes[1]) return { has, isBetter: () => false };
  // In file order, patterns are shared if everything before or after them is equal.
  const [a, b] = [before.entries, after.entries];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && isSame(a[head], b[head], alphabet)) head++;
  let tail = 0;
  const fromEnd = (list: readonly RankedEntry[]) => list[list.length - 1 - tail];
  while (tail < shorter - head && isSame(fromEnd(a), fromEnd(b), alphabet)) tail++;
  for (const list of [a, b]) {
    for (const entry of [...list.slice(0, head), ...list.slice(list.length - tail)]) {
      shared.add(entry);
    }
  }
  return { has, isBetter: ({ rank }) => rank < head };
}

/** Returns the weights of each shape's entries. Sets of numbers are cheaper than hashing a string per entry. */
function weightsById(entries: readonly RankedEntry[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byId = groupBy(entries, ({ shape }) => shape.id);
  return new Map(Array.from(byId, ([id, sameShape]) => [id, new Set(sameShape.map(({ weight }) => weight))]));
}

/** Returns whether both sides compare a pattern with the same result for every target. */
export function isComparedEqually(shape: Shape, alphabet: Alphabet): boolean {
  if (alphabet.isShared) return true;
  // If the pattern contains no byte that the sides compare differently, such bytes lead back to the last star on both sides.
  if (shape.every((symbol) => symbol === STAR || alphabet.isComparedDifferently[symbol] === 0)) return true;
  if (shape.starred || (shape.anchored && alphabet.endsDiffer)) return false;
  return shape.every((byte) => alphabet.isComparedEqual[byte] === 1);
}

/** Returns whether two entries match the same targets, each on its side, with the same verdict. */
export function isSame(a: RankedEntry, b: RankedEntry, alphabet: Alphabet): boolean {
  if (a.allows !== b.allows || !a.shape.equals(b.shape)) return false;
  return isComparedEqually(a.shape, alphabet);
}

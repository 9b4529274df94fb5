/** Where two readings give different verdicts: every rule that makes a difference, each with a witness. */
import type { Rule } from '../verdict.js';
import { type Alphabet, alphabetOf } from './alphabet.js';
import type { Budget } from './budget.js';
import { EMPTY_WEIGHT, type Entry, type Reading } from './reading.js';
import { type Find, find, type Piece, type Rival } from './search.js';
import { includes, type Shape, STAR } from './shape.js';

/** One pattern that makes a difference between two readings. */
export interface Difference {
  /** The reading that has the pattern, in which it decides about the witness. */
  readonly side: 'before' | 'after';
  /** Absent where no line says it: `/robots.txt` is always allowed in one of the readings alone (row 23). */
  readonly rule: Rule | undefined;
  readonly witness: string;
}

export interface Differences {
  /** Every target whose verdict differs matches the rule of one of them, or one of `undecided`. */
  readonly differences: readonly Difference[];
  /** Rules about which the search met its budget; undefined stands for `/robots.txt`, as above. */
  readonly undecided: readonly (Rule | undefined)[];
}

/** What a question may take of the budget before the others have had their turn: so many steps, or such a part. */
const FIRST_SLICE = 100_000;
const FIRST_PART = 1 / 8;

/**
 * Where two readings give different verdicts. A target can do so only where a pattern that the other reading does not
 * have decides about it: if shared patterns decided on both sides, each would match on the other side too, and
 * neither could be the better one. So only what such a pattern decides is searched, for each of them.
 *
 * The easy questions come first; what is left of the budget is for those that did not fit into a small slice of it.
 *
 * @param alphabet of the targets that are searched, which is one for both dialects
 */
export function whereDiffers(
  before: Reading,
  after: Reading,
  budget: Budget,
  alphabet: Alphabet = alphabetOf(before.dialect, after.dialect),
): Differences {
  const comparison = new Comparison(before, after, alphabet);
  const differences: Difference[] = [];
  let open = comparison.changed();
  for (const isLast of [false, true]) {
    const hard: Changed[] = [];
    for (const [index, changed] of open.entries()) {
      const share = isLast ? 1 / (open.length - index) : FIRST_PART;
      const most = isLast ? Number.POSITIVE_INFINITY : FIRST_SLICE;
      const slice = budget.slice(Math.min(Math.ceil(budget.left * share), most));
      const answer = comparison.ask(changed, slice);
      budget.giveBack(slice);
      if (answer.outcome === 'undecided') hard.push(changed);
      if (answer.outcome !== 'found') continue;
      const { side, entry } = changed;
      differences.push({ side, rule: entry.rule, witness: answer.witness });
    }
    open = hard;
  }
  const lineOf = ({ rule }: Difference) => rule?.line ?? 0;
  differences.sort((a, b) => lineOf(a) - lineOf(b));
  return { differences, undecided: open.map(({ entry }) => entry.rule) };
}

/** A pattern that the other side does not have. */
interface Changed {
  readonly side: 'before' | 'after';
  readonly entry: Entry;
}

class Comparison {
  readonly #readings: readonly [Reading, Reading];
  readonly #alphabet: Alphabet;
  readonly #shared: ReadonlySet<Entry>;

  constructor(before: Reading, after: Reading, alphabet: Alphabet) {
    this.#readings = [before, after];
    this.#alphabet = alphabet;
    this.#shared = sharedEntries(before, after, alphabet);
  }

  changed(): Changed[] {
    return (['before', 'after'] as const).flatMap((side, index) =>
      this.#readings[index].entries
        .filter((entry) => !this.#shared.has(entry))
        .map((entry) => ({ side, entry })),
    );
  }

  /** A target about which the pattern decides on its side, and of which the other side thinks otherwise. */
  ask({ side, entry }: Changed, budget: Budget): Find {
    if (budget.left === 0) return { outcome: 'undecided' };
    const own = side === 'before' ? 0 : 1;
    const other = side === 'before' ? 1 : 0;
    const { shape, allows } = entry;
    const overlapping = this.#readings[own].overlapping(shape, budget);
    const better = overlapping.filter(({ rank }) => rank < entry.rank);
    if (better.some((one) => includes(one.shape, shape, budget))) {
      return { outcome: 'never', ruledOut: [] };
    }
    const ruledOut = new Set(better.map((one) => one.shape.id));
    const rivals: Rival[] = [];
    for (const rival of this.#rivals(other, shape, budget)) {
      const isShared = this.#shared.has(rival);
      const isAlike = this.#isAlike(rival.shape);
      if (isAlike && ruledOut.has(rival.shape.id)) continue;
      // What a changed pattern decides on both sides has been found when the first of the two was asked about.
      const wanted = rival.allows !== allows && (side === 'before' || isShared);
      rivals.push({ ...this.#piece(rival, other), wanted });
      if (isAlike && includes(rival.shape, shape, budget)) break;
    }
    const nevers = uniquePieces(better.map((one) => this.#piece(one, own)));
    const musts = [this.#piece(entry, own)];
    return find({ alphabet: this.#alphabet, musts, nevers, rivals }, budget);
  }

  /** The patterns of a side that may match what the shape of the other side matches. */
  #rivals(side: 0 | 1, shape: Shape, budget: Budget): readonly Entry[] {
    const reading = this.#readings[side];
    if (this.#alphabet.isShared) return reading.overlapping(shape, budget);
    budget.spend(reading.entries.length);
    const prefix = this.#alikePrefix(shape);
    return reading.entries.filter((entry) => {
      const other = this.#alikePrefix(entry.shape);
      return other.startsWith(prefix) || prefix.startsWith(other);
    });
  }

  /** What a pattern begins with as far as both sides compare it alike. */
  #alikePrefix({ prefix }: Shape): string {
    let end = 0;
    while (end < prefix.length && this.#alphabet.alike[prefix.charCodeAt(end)] === 1) end++;
    return prefix.slice(0, end);
  }

  #piece({ shape }: Entry, side: 0 | 1): Piece {
    return { shape, side: this.#isAlike(shape) ? 'both' : side };
  }

  #isAlike(shape: Shape): boolean {
    return comparesAlike(shape, this.#alphabet);
  }
}

/** Equal shapes of one side are compared alike, so one of them is enough. */
function uniquePieces(pieces: readonly Piece[]): readonly Piece[] {
  return [...new Map(pieces.map((piece) => [piece.shape.id, piece])).values()];
}

/** The patterns that both readings have, and that stand in the same order among each other on both sides. */
function sharedEntries(before: Reading, after: Reading, alphabet: Alphabet): ReadonlySet<Entry> {
  const sides = [before, after] as const;
  const shared = new Set<Entry>(sides.map(({ entries }) => entries[entries.length - 1]));
  const byOctets = sides.map(({ dialect }) => dialect.precedence === 'most-octets');
  if (byOctets[0] && byOctets[1]) {
    const idOf = ({ shape, weight }: Entry) => `${weight} ${shape.id}`;
    const ids = sides.map(({ entries }) => new Set(entries.map(idOf)));
    sides.forEach(({ entries }, side) => {
      for (const entry of entries) {
        // An empty pattern decides as nothing does, and only where nothing else matches.
        const isEmpty = entry.weight <= EMPTY_WEIGHT;
        const isOnBoth = ids[1 - side].has(idOf(entry)) && comparesAlike(entry.shape, alphabet);
        if (isEmpty || isOnBoth) shared.add(entry);
      }
    });
  } else if (!byOctets[0] && !byOctets[1]) {
    // In file order two patterns keep their places as long as the same stand before or after them.
    const isSame = (a: Entry, b: Entry) =>
      a.allows === b.allows && a.shape.id === b.shape.id && comparesAlike(a.shape, alphabet);
    const [a, b] = [before.entries, after.entries];
    const most = Math.min(a.length, b.length);
    let head = 0;
    while (head < most && isSame(a[head], b[head])) head++;
    let tail = 0;
    while (tail < most - head && isSame(a[a.length - 1 - tail], b[b.length - 1 - tail])) tail++;
    for (const list of [a, b]) {
      for (const entry of [...list.slice(0, head), ...list.slice(list.length - tail)]) {
        shared.add(entry);
      }
    }
  }
  return shared;
}

/** Whether both sides find the same where they compare a pattern, whatever the target. */
function comparesAlike({ places, anchored, starred }: Shape, alphabet: Alphabet): boolean {
  if (alphabet.isShared) return true;
  // What the sides compare otherwise is no octet of the pattern: on both it leads back to the last star that was reached.
  if (places.every((place) => place === STAR || alphabet.apart[place] === 0)) return true;
  if (starred || (anchored && alphabet.endsDiffer)) return false;
  return places.every((octet) => alphabet.alike[octet] === 1);
}

/**
 * Searches for a shortest target that matches some patterns and none of others, and for which the best of the competing
 * patterns is a wanted one. Explores all targets at once: targets with the same progress in each pattern share a state,
 * and only bytes that make a difference are distinguished. States that may lead to the shortest target come first; if
 * that takes too long, those that seem to lack the fewest bytes, so a witness need not be shortest.
 */
import { QUESTION_MARK, SLASH } from '../dialect/bytes.js';
import { textOf } from '../syntax/source-text.js';
import { type Alphabet, NO_CONTEXT, type RespelledUnit } from './alphabet.js';
import type { Budget } from './budget.js';
import { PatternRow, type SearchProblem, type SidedPattern } from './pattern-row.js';
import { Positions } from './positions.js';
import { includes, isTooLong, shapeOfTarget } from './shape.js';
import { KNOWN, NO_ROOM, StateTable } from './state-table.js';
import { ENDS_TARGET } from './target-units.js';

const BYTES = 256;
/** Approximate steps to build the tables of a search. */
const STEPS_PER_SEARCH = 128;
/** Approximate steps per pattern, apart from its bytes. */
const STEPS_PER_PIECE = 16;
/** Approximate steps per move between states, apart from its positions. */
const STEPS_PER_MOVE = 8;
/** Steps to spend on finding a shortest example before accepting any example. */
const STEPS_FOR_THE_SHORTEST = 100_000;

/** The bytes of a target that each side compares. */
type Images = readonly [readonly number[], readonly number[]];

export type Find =
  | { readonly outcome: 'found'; readonly witness: string; readonly images: Images }
  /** Proved; `ruledOut` lists the indexes of the forbidden patterns that ruled something out. */
  | { readonly outcome: 'never'; readonly ruledOut: readonly number[] }
  | { readonly outcome: 'undecided' };

const NOTHING_WANTED: Find = { outcome: 'never', ruledOut: [] };

/** After this many examples that patterns rule out, search with all patterns. */
const MAX_EXAMPLES = 32;

/**
 * Solves a search problem. Returns `undecided` if the budget, which counts each byte at each pattern position, or the
 * memory of the StateTable runs out.
 *
 * Few patterns make a difference, but states multiply with each. So the search starts with the required ones, and adds
 * those that rule out the target found, until none does. If no target is left, only further wanted patterns can lead to
 * one.
 */
export function find(problem: SearchProblem, budget: Budget): Find {
  const { forbidden, competing } = problem;
  if (competing.length > 0 && competing.every(({ wanted }) => !wanted)) return NOTHING_WANTED;
  const last = competing.at(-1);
  const relevant = new Set<SidedPattern>();
  let withWanted = last?.wanted !== true;
  for (let examples = 0; ; examples++) {
    const isRelevant = (pattern: SidedPattern) => examples >= MAX_EXAMPLES || relevant.has(pattern);
    const some = forbidden.filter(isRelevant);
    const others = competing.filter(
      (one) => one === last || (one.wanted ? withWanted : isRelevant(one)),
    );
    const result = findAmong({ ...problem, forbidden: some, competing: others }, budget);
    if (result.outcome === 'never') {
      if (withWanted || !competing.some((one) => one.wanted && one !== last)) {
        const ruledOut = result.ruledOut.map((index) => forbidden.indexOf(some[index]));
        return { outcome: 'never', ruledOut };
      }
      withWanted = true;
      continue;
    }
    if (result.outcome === 'undecided') return result;
    const { size } = relevant;
    for (const pattern of patternsAgainst(problem, result.images, budget)) relevant.add(pattern);
    if (budget.left === 0) return { outcome: 'undecided' };
    if (relevant.size === size) return result;
  }
}

/** Returns the patterns that rule out a target, given as the bytes that each side compares. */
function patternsAgainst(
  { forbidden, competing }: SearchProblem,
  images: Images,
  budget: Budget,
): readonly SidedPattern[] {
  const targets = images.map(shapeOfTarget);
  const targetOf = ({ side }: SidedPattern) => targets[side === 'both' ? 0 : side];
  const matches = (pattern: SidedPattern) => includes(pattern.shape, targetOf(pattern), budget);
  const mayMatch = (pattern: SidedPattern) =>
    matches(pattern) || isTooLong(pattern.shape, targetOf(pattern));
  const wanted = competing.findIndex((one) => one.wanted && matches(one));
  const better = wanted < 0 ? competing : competing.slice(0, wanted);
  return [...forbidden, ...better.filter((one) => !one.wanted)].filter(mayMatch);
}

function findAmong(problem: SearchProblem, budget: Budget): Find {
  const { required, forbidden, competing } = problem;
  const sizes = [required, forbidden, competing].flat().map(({ shape }) => shape.text.length);
  if (!budget.spend(sizes.reduce((sum, size) => sum + size + STEPS_PER_PIECE, STEPS_PER_SEARCH)))
    return { outcome: 'undecided' };
  const row = new PatternRow(problem);
  const shortest = budget.lend(STEPS_FOR_THE_SHORTEST, (share) =>
    new Search(problem.alphabet, row, share, true).run(),
  );
  return shortest.outcome === 'undecided' && budget.left > 0
    ? new Search(problem.alphabet, row, budget, false).run()
    : shortest;
}

class Search {
  readonly #alphabet: Alphabet;
  readonly #positions: Positions;
  readonly #budget: Budget;
  readonly #states = new StateTable();
  readonly #queue = new BucketQueue();
  readonly #forShortest: boolean;
  /** 1 for expanded states. */
  readonly #isDone: number[] = [];
  readonly #isAwaited = new Uint8Array(BYTES);
  readonly #branchesAtQuery: boolean;

  constructor(alphabet: Alphabet, row: PatternRow, budget: Budget, forShortest: boolean) {
    this.#alphabet = alphabet;
    this.#positions = new Positions(row);
    this.#budget = budget;
    this.#forShortest = forShortest;
    this.#branchesAtQuery =
      !alphabet.isShared || (alphabet.removesDots && row.mayContainDotSegments);
  }

  run(): Find {
    const positions = this.#positions;
    const { start } = this.#alphabet;
    const lives = positions.begin() && positions.step(SLASH, 'both');
    if (!this.#keep(lives, start, KNOWN, SLASH, 1)) return { outcome: 'undecided' };
    for (let state = this.#queue.pop(); state !== undefined; state = this.#queue.pop()) {
      if (this.#isDone[state] === 1) continue;
      this.#isDone[state] = 1;
      positions.load(this.#states.numbers, this.#states.start(state), this.#states.end(state));
      const mayEnd = this.#alphabet.mayEnd[this.#contextOf(state)] === 1;
      if (mayEnd && positions.isGoal()) return this.#found(state);
      if (!this.#expand(state)) return { outcome: 'undecided' };
    }
    // The alphabet does not contain all targets.
    if (!this.#alphabet.isWhole) return { outcome: 'undecided' };
    return { outcome: 'never', ruledOut: positions.ruledOut() };
  }

  /** Expands the state by every distinguishable byte; returns false if the budget or the memory runs out. */
  #expand(state: number): boolean {
    const context = this.#contextOf(state);
    const { bytes, next, respelled, isUneven } = this.#alphabet;
    const isAwaited = this.#isAwaited;
    isAwaited.fill(0);
    const isTight = this.#positions.markAwaited(isAwaited);
    let othersLeft = isTight ? 0 : isUneven[context] === 1 ? BYTES : 1;
    let awaitedLeft = this.#positions.awaited;
    const branchesAtQuery = this.#branchesAtQuery && !isTight;
    const leading: number[] = [];
    for (const byte of bytes[context]) {
      if (awaitedLeft === 0 && othersLeft === 0 && !branchesAtQuery) break;
      if (isAwaited[byte] === 1) {
        awaitedLeft--;
      } else {
        const opensQuery =
          byte === QUESTION_MARK && branchesAtQuery && next[context * BYTES + byte] !== context;
        if (othersLeft === 0 && !opensQuery) continue;
        if (!opensQuery) othersLeft--;
      }
      leading.push(byte);
    }
    for (const [index, { unit, to }] of respelled[context].entries()) {
      // A unit without awaited bytes is like any other byte.
      if (othersLeft === 0 && !this.#isAwaitedIn(unit)) continue;
      if (!this.#step(state, to, BYTES + index, unit)) return false;
    }
    // The last one is expanded first, so the most readable comes last.
    for (const byte of leading.reverse()) {
      if (!this.#step(state, next[context * BYTES + byte], byte, undefined)) return false;
    }
    return true;
  }

  #contextOf(state: number): number {
    return this.#states.numbers[this.#states.start(state)];
  }

  #isAwaitedIn({ images }: RespelledUnit): boolean {
    return images.some(
      (image) => image === ENDS_TARGET || image.some((byte) => this.#isAwaited[byte] === 1),
    );
  }

  #step(from: number, context: number, step: number, unit: RespelledUnit | undefined): boolean {
    if (context === NO_CONTEXT) return true;
    const states = this.#states;
    const positions = this.#positions;
    const start = states.start(from);
    const end = states.end(from);
    if (!this.#budget.spend(end - start + STEPS_PER_MOVE)) return false;
    positions.load(states.numbers, start, end);
    const lives = unit === undefined ? positions.step(step, 'both') : this.#stepUnit(unit);
    return this.#keep(lives, context, from, step, states.length(from) + lengthOf(unit));
  }

  /** Stores a live state; returns false if there is no room. */
  #keep(lives: boolean, context: number, from: number, step: number, length: number): boolean {
    const positions = this.#positions;
    if (!lives || !positions.settle(context)) return true;
    const state = this.#states.add(positions.state, positions.length, from, step, length);
    if (state === NO_ROOM) return false;
    if (state === KNOWN) return true;
    this.#isDone[state] = 0;
    const left = this.#forShortest ? positions.bytesLeft : positions.bytesLeftInAll;
    this.#queue.push(state, length + left);
    return true;
  }

  #stepUnit({ images }: RespelledUnit): boolean {
    for (const side of [0, 1] as const) {
      const image = images[side];
      if (image === ENDS_TARGET) {
        if (!this.#positions.endSide(side)) return false;
      } else {
        for (const byte of image) if (!this.#positions.step(byte, side)) return false;
      }
    }
    return true;
  }

  #found(state: number): Find {
    const backwards: RespelledUnit[] = [];
    for (let at = state; at >= 0; ) {
      const { state: origin, step } = this.#states.origin(at);
      backwards.push(
        step < BYTES
          ? { spelling: [step], images: [[step], [step]] }
          : this.#alphabet.respelled[this.#contextOf(origin)][step - BYTES].unit,
      );
      at = origin;
    }
    const units = backwards.reverse();
    const bytes = Uint8Array.from(units.flatMap(({ spelling }) => spelling));
    const imageOn = (side: 0 | 1) => {
      const image = units.map(({ images }) => images[side]);
      const end = image.indexOf(ENDS_TARGET);
      return image.slice(0, end < 0 ? image.length : end).flat() as number[];
    };
    return {
      outcome: 'found',
      witness: textOf(bytes, 0, bytes.length),
      images: [imageOn(0), imageOn(1)],
    };
  }
}

/** Returns at least as many bytes as either side compares, so that no pattern advances faster than the target grows. */
function lengthOf(unit: RespelledUnit | undefined): number {
  if (unit === undefined) return 1;
  const lengths = unit.images.map((image) => (image === ENDS_TARGET ? 0 : image.length));
  return Math.max(unit.spelling.length, ...lengths);
}

const NONE = -1;

/**
 * A priority queue of numbers with small integer priorities: lowest first, last in first out among equals. Uses linked
 * lists in three arrays; an array per bucket would take 100 MB for a pattern of 500 kB.
 */
class BucketQueue {
  /** The latest entry per priority. */
  readonly #latest: number[] = [];
  readonly #values: number[] = [];
  /** The previous entry of the same priority, or the next free one. */
  readonly #previous: number[] = [];
  #free = NONE;
  #lowest = 0;

  push(value: number, order: number): void {
    while (this.#latest.length <= order) this.#latest.push(NONE);
    const entry = this.#free === NONE ? this.#values.length : this.#free;
    if (entry === this.#free) this.#free = this.#previous[entry];
    this.#values[entry] = value;
    this.#previous[entry] = this.#latest[order];
    this.#latest[order] = entry;
    if (order < this.#lowest) this.#lowest = order;
  }

  /** Returns the next value; undefined if the queue is empty. */
  pop(): number | undefined {
    for (; this.#lowest < this.#latest.length; this.#lowest++) {
      const entry = this.#latest[this.#lowest];
      if (entry === NONE) continue;
      this.#latest[this.#lowest] = this.#previous[entry];
      this.#previous[entry] = this.#free;
      this.#free = entry;
      return this.#values[entry];
    }
    return undefined;
  }
}

/**
 * Searches for a shortest target that matches some patterns and none of others, and for which the best of the competing
 * patterns is a wanted one. Explores all targets at once: targets with the same progress in each pattern share a state,
 * and only bytes that make a difference are distinguished. First expands the states that may lead to the shortest target.
 * If that takes too long, expands those that seem to need the fewest bytes, so a witness need not be the shortest.
 */

import { textOf } from '../syntax/source-text.js';
import { QUESTION_MARK, SLASH } from '../util/bytes.js';
import type { Alphabet, RespelledUnit } from './alphabet.js';
import type { Budget } from './budget.js';
import { FORBIDDEN, type Progress, REQUIRED, SearchPattern, type SidedPattern } from './progress.js';
import { includes, isTooLong, shapeOfTarget } from './shape.js';
import { ENDS_TARGET } from './target-units.js';

/** A pattern that decides unless a better one matches. */
export interface CompetingPattern extends SidedPattern {
  readonly wanted: boolean;
}

/** The properties of the target to find. */
export interface SearchProblem {
  readonly alphabet: Alphabet;
  /** Patterns that must all match. */
  readonly required: readonly SidedPattern[];
  /** Patterns that must not match. */
  readonly forbidden: readonly SidedPattern[];
  /**
   * The first of these that matches must be wanted. The last one counts as matching every target. Empty if there is no such
   * condition.
   */
  readonly competing: readonly CompetingPattern[];
}

/** The bytes of a target that each side compares. */
type Images = readonly [readonly number[], readonly number[]];

export type Find =
  | { readonly outcome: 'found'; readonly witness: string; readonly images: Images }
  /** Proved; `ruledOut` lists the indexes of the forbidden patterns that ruled something out. */
  | { readonly outcome: 'never'; readonly ruledOut: readonly number[] }
  | { readonly outcome: 'undecided' };

const UNDECIDED: Find = { outcome: 'undecided' };
const NOTHING_WANTED: Find = { outcome: 'never', ruledOut: [] };

const BYTES = 256;
/** Approximate steps per move between states, in addition to one per pattern in progress. */
const STEPS_PER_MOVE = 8;
/** Steps to spend on finding a shortest example before accepting any example. */
const STEPS_FOR_THE_SHORTEST = 100_000;
/** Limits the memory of a search to about 60 MB: the patterns in progress in all states, plus a few per state. */
const MAX_IN_PROGRESS = 1 << 20;
const IN_PROGRESS_PER_STATE = 4;
/** After this many targets that other patterns ruled out, search with all patterns. */
const MAX_EXAMPLES = 32;

/**
 * Solves a search problem. Returns `undecided` if the budget or the memory runs out.
 *
 * Few patterns make a difference, but the number of states multiplies with each. So the search starts with the required
 * patterns, and adds those that rule out the target it found, until none does. If no target is left, only further wanted
 * patterns can lead to one, so it adds those.
 */
export function find(problem: SearchProblem, budget: Budget): Find {
  const { forbidden, competing } = problem;
  if (competing.length > 0 && competing.every(({ wanted }) => !wanted)) return NOTHING_WANTED;
  const last = competing.at(-1);
  const hasWanted = competing.some((pattern) => pattern.wanted && pattern !== last);
  const relevant = new Set<SidedPattern>();
  let withWanted = last?.wanted !== true;
  for (let examples = 0; ; examples++) {
    const isRelevant = (pattern: SidedPattern) => examples >= MAX_EXAMPLES || relevant.has(pattern);
    const relevantForbidden = forbidden.filter(isRelevant);
    const relevantCompeting = competing.filter(
      (pattern) => pattern === last || (pattern.wanted ? withWanted : isRelevant(pattern)),
    );
    const part = { ...problem, forbidden: relevantForbidden, competing: relevantCompeting };
    const result = findAmong(part, budget);
    if (result.outcome === 'undecided') return result;
    if (result.outcome === 'never') {
      if (withWanted || !hasWanted) {
        const ruledOut = result.ruledOut.map((index) => forbidden.indexOf(relevantForbidden[index]));
        return { outcome: 'never', ruledOut };
      }
      withWanted = true;
      continue;
    }
    const { size } = relevant;
    for (const pattern of patternsAgainst(problem, result.images, budget)) relevant.add(pattern);
    if (budget.left === 0) return UNDECIDED;
    if (relevant.size === size) return result;
  }
}

/** Returns the patterns that rule out a target, passed as the bytes that each side compares. */
function patternsAgainst({ forbidden, competing }: SearchProblem, images: Images, budget: Budget): readonly SidedPattern[] {
  const targets = images.map(shapeOfTarget);
  const targetOf = ({ side }: SidedPattern) => targets[side === 'both' ? 0 : side];
  const matches = (pattern: SidedPattern) => includes(pattern.shape, targetOf(pattern), budget);
  const mayMatch = (pattern: SidedPattern) => matches(pattern) || isTooLong(pattern.shape, targetOf(pattern));
  const winner = competing.findIndex((pattern) => pattern.wanted && matches(pattern));
  const better = winner < 0 ? competing : competing.slice(0, winner);
  return [...forbidden, ...better.filter(({ wanted }) => !wanted)].filter(mayMatch);
}

function findAmong(problem: SearchProblem, budget: Budget): Find {
  const { required, forbidden, competing } = problem;
  const all = [...required, ...forbidden, ...competing];
  const steps = all.reduce((sum, { shape }) => sum + shape.text.length + STEPS_PER_MOVE, 0);
  if (!budget.spend(steps)) return UNDECIDED;
  const shortest = budget.lend(STEPS_FOR_THE_SHORTEST, (share) => new Search(problem, share, true).run());
  return shortest.outcome === 'undecided' && budget.left > 0 ? new Search(problem, budget, false).run() : shortest;
}

/** All targets with the same progress in each pattern, and the shortest known of these targets. */
interface SearchState {
  readonly context: number;
  /** In the order of the patterns, without patterns whose result is known or irrelevant. */
  readonly progress: readonly Progress[];
  /** The best level with a pattern that matches regardless of what follows. */
  readonly level: number;
  /** Equal for equal context, progress and level. */
  readonly key: string;
  readonly length: number;
  /** The last unit of the target and the state before it; undefined for the empty target. */
  readonly unit: RespelledUnit | undefined;
  readonly previous: SearchState | undefined;
}

interface Move {
  readonly unit: RespelledUnit;
  /** The context after it. */
  readonly to: number;
}

const LITERALS = Array.from({ length: BYTES }, (_, byte): RespelledUnit => {
  return { spelling: [byte], images: [[byte], [byte]] };
});

class Search {
  readonly #problem: SearchProblem;
  readonly #budget: Budget;
  readonly #isForShortest: boolean;
  /** The length of the shortest known target per state. */
  readonly #lengths = new Map<string, number>();
  /** The states to expand, in one stack per expected length of their targets. */
  readonly #open: SearchState[][] = [];
  #lowest = Number.POSITIVE_INFINITY;
  #room = MAX_IN_PROGRESS;
  /** Whether a `?` may lead to a target although no pattern awaits it. */
  readonly #mayNeedQuery: boolean;
  /** The forbidden patterns that ruled out a target. */
  readonly #ruledOut = new Set<SidedPattern>();

  constructor(problem: SearchProblem, budget: Budget, isForShortest: boolean) {
    this.#problem = problem;
    this.#budget = budget;
    this.#isForShortest = isForShortest;
    const { alphabet, required, competing } = problem;
    // Paths contain no dot segments, so a star before one must match the `?`.
    const namesDots = [...required, ...competing].some(({ shape }) => shape.hasDotSegmentAfterStar);
    this.#mayNeedQuery = !alphabet.isShared || (alphabet.removesDots && namesDots);
  }

  run(): Find {
    const { alphabet, forbidden } = this.#problem;
    const slash = { unit: LITERALS[SLASH], to: alphabet.start };
    if (!this.#add(emptyTarget(this.#problem), slash)) return UNDECIDED;
    for (let state = this.#next(); state !== undefined; state = this.#next()) {
      if (alphabet.mayEnd[state.context] === 1 && this.#isGoal(state)) return foundAt(state);
      const steps = STEPS_PER_MOVE + state.progress.length;
      for (const move of movesFrom(state, alphabet, this.#mayNeedQuery)) {
        if (!this.#budget.spend(steps) || !this.#add(state, move)) return UNDECIDED;
      }
    }
    // The alphabet may lack some targets.
    if (!alphabet.isComplete) return UNDECIDED;
    const ruledOut = forbidden.flatMap((pattern, index) => (this.#ruledOut.has(pattern) ? index : []));
    return { outcome: 'never', ruledOut };
  }

  /** Removes and returns the latest of the states with the shortest expected length. */
  #next(): SearchState | undefined {
    for (; this.#lowest < this.#open.length; this.#lowest++) {
      const states = this.#open[this.#lowest] ?? [];
      for (let state = states.pop(); state !== undefined; state = states.pop()) {
        // If the lengths differ, a shorter target has replaced this one.
        if (this.#lengths.get(state.key) === state.length) return state;
      }
    }
    return undefined;
  }

  /** Adds the state after a move, unless it is known or leads nowhere. Returns false if there is no room. */
  #add(from: SearchState, { unit, to }: Move): boolean {
    let { level } = from;
    const moved: Progress[] = [];
    for (const progress of from.progress) {
      const { pattern } = progress;
      const { role, source } = pattern;
      const next = pattern.advance(progress, unit.images[source.side === 'both' ? 0 : source.side]);
      if (next === undefined) {
        if (role === REQUIRED) return true;
      } else if (!next.isSettled) {
        moved.push(next);
      } else if (role === FORBIDDEN) {
        this.#ruledOut.add(source);
        return true;
      } else if (role !== REQUIRED) {
        level = Math.min(level, role);
      }
    }
    // Once a pattern of a level matches, only better levels matter.
    const progress = moved.filter(({ pattern }) => pattern.role < level);
    const bytesLeft = this.#bytesLeft(progress, level);
    if (bytesLeft === undefined) return true;
    const key = stateKey(to, level, progress);
    const length = from.length + lengthOf(unit);
    if ((this.#lengths.get(key) ?? Number.POSITIVE_INFINITY) <= length) return true;
    this.#room -= IN_PROGRESS_PER_STATE + progress.length;
    if (this.#room < 0) return false;
    this.#lengths.set(key, length);
    const expected = length + bytesLeft;
    this.#open[expected] ??= [];
    this.#open[expected].push({ context: to, progress, level, key, length, unit, previous: from });
    this.#lowest = Math.min(this.#lowest, expected);
    return true;
  }

  /**
   * Returns how many bytes a target still needs: a lower bound if the search is for the shortest target, else an estimate.
   * Undefined if no wanted pattern can decide any more.
   */
  #bytesLeft(progress: readonly Progress[], level: number): number | undefined {
    let required = 0;
    let wanted = isWanted(level) ? 0 : Number.POSITIVE_INFINITY;
    for (const at of progress) {
      const { pattern } = at;
      if (pattern.role === FORBIDDEN) continue;
      const left = pattern.bytesLeft(at);
      if (pattern.role !== REQUIRED) {
        if (isWanted(pattern.role)) wanted = Math.min(wanted, left);
      } else {
        required = this.#isForShortest ? Math.max(required, left) : required + left;
      }
    }
    if (wanted === Number.POSITIVE_INFINITY) return undefined;
    return this.#isForShortest ? Math.max(required, wanted) : required + wanted;
  }

  /** Returns whether a target that ends here solves the problem. */
  #isGoal(state: SearchState): boolean {
    let { level } = state;
    let ruledOutBy: SidedPattern | undefined;
    for (const progress of state.progress) {
      const { pattern } = progress;
      const { role, source } = pattern;
      if (!pattern.matchesHere(progress)) {
        if (role === REQUIRED) return false;
      } else if (role === FORBIDDEN) {
        ruledOutBy = source;
      } else if (role !== REQUIRED) {
        level = Math.min(level, role);
      }
    }
    if (!isWanted(level)) return false;
    if (ruledOutBy !== undefined) this.#ruledOut.add(ruledOutBy);
    return ruledOutBy === undefined;
  }
}

/**
 * Returns the state before the first byte. Consecutive competing patterns with the same `wanted` form a level. Unwanted
 * ones before the first wanted one are forbidden. The last level needs no patterns, because it matches everything else.
 */
function emptyTarget({ alphabet, required, forbidden, competing }: SearchProblem): SearchState {
  const patterns = [
    ...required.map((source) => ({ source, role: REQUIRED })),
    ...forbidden.map((source) => ({ source, role: FORBIDDEN })),
  ];
  let role = FORBIDDEN;
  for (const source of competing) {
    if (source.wanted !== isWanted(role)) role++;
    patterns.push({ source, role });
  }
  const level = Math.max(role, 0);
  let offset = 0;
  const progress: Progress[] = [];
  for (const { source, role } of patterns) {
    if (role >= level) continue;
    progress.push(new SearchPattern(source, role, offset).start());
    offset += source.shape.text.length + 1;
  }
  return {
    context: alphabet.start,
    progress,
    level,
    key: '',
    length: 0,
    unit: undefined,
    previous: undefined,
  };
}

/** Levels are wanted and unwanted in turn, starting with a wanted one. */
function isWanted(level: number): boolean {
  return level % 2 === 0;
}

function stateKey(context: number, level: number, progress: readonly Progress[]): string {
  let key = `${context} ${level}`;
  for (const { pattern, position } of progress) key += ` ${pattern.offset + position}`;
  return key;
}

/**
 * Returns the moves that make a difference: by units that a pattern awaits, into a query, and by any one other unit. The
 * search tries the last move first, so the most readable one comes last.
 */
function movesFrom(
  { context, progress }: SearchState,
  { bytes, next, respelled, isUneven }: Alphabet,
  mayNeedQuery: boolean,
): Move[] {
  const strict = progress.find((at) => at.pattern.role === REQUIRED && at.pattern.isStrict(at));
  const awaited = new Set<number>();
  for (const at of strict ? [strict] : progress) at.pattern.addAwaited(at, awaited);
  let othersLeft = isUneven[context] === 1 ? BYTES : 1;
  if (strict) othersLeft = 0;
  const literals: Move[] = [];
  for (const byte of bytes[context]) {
    const to = next[context * BYTES + byte];
    const opensQuery = mayNeedQuery && !strict && byte === QUESTION_MARK && to !== context;
    if (!awaited.has(byte) && !opensQuery && othersLeft-- <= 0) continue;
    literals.push({ unit: LITERALS[byte], to });
  }
  const isAwaited = ({ unit }: Move) =>
    unit.images.some((image) => image === ENDS_TARGET || image.some((byte) => awaited.has(byte)));
  const escapes = respelled[context].filter((move) => othersLeft > 0 || isAwaited(move));
  return [...escapes, ...literals.reverse()];
}

function foundAt(last: SearchState): Find {
  const units: RespelledUnit[] = [];
  for (let state = last; state.unit !== undefined && state.previous !== undefined; ) {
    units.push(state.unit);
    state = state.previous;
  }
  units.reverse();
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

/** Returns at least the number of bytes that either side compares, so that no pattern advances faster than the target grows. */
function lengthOf({ spelling, images }: RespelledUnit): number {
  const lengths = images.map((image) => (image === ENDS_TARGET ? 0 : image.length));
  return Math.max(spelling.length, ...lengths);
}

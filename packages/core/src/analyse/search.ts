/**
 * A search for a shortest target that matches some patterns and none of some others, and about which the best of
 * further patterns decides as is wanted. It walks over all targets at once, the shortest first: what two targets have
 * in common is how far they have got in each pattern, and only the octets that lead on from there are told apart.
 */
import { textOf } from '../places.js';
import { type Alphabet, NOWHERE, type RespeltUnit } from './alphabet.js';
import type { Budget } from './budget.js';
import { Positions } from './positions.js';
import type { Shape } from './shape.js';
import { KNOWN, NO_ROOM, StateTable } from './state-table.js';
import { ENDS_TARGET } from './target-units.js';

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const OCTETS = 256;

/** Which side of the alphabet compares a pattern. */
export type Side = 0 | 1 | 'both';

export interface Piece {
  readonly shape: Shape;
  readonly side: Side;
}

/** A pattern that decides unless a better one matches. */
export interface Rival extends Piece {
  readonly wanted: boolean;
}

/** What a target must be like. */
export interface Quest {
  readonly alphabet: Alphabet;
  /** Patterns that all match; at most 30. */
  readonly musts: readonly Piece[];
  /** Patterns of which none matches. */
  readonly nevers: readonly Piece[];
  /**
   * The first of these that matches is a wanted one. The last one matches whatever the others leave.
   * None: nothing is asked of them.
   */
  readonly rivals: readonly Rival[];
}

export type Find =
  | { readonly outcome: 'found'; readonly witness: string }
  /** Proved; `ruledOut` are the places in `nevers` of those that ruled something out. */
  | { readonly outcome: 'never'; readonly ruledOut: readonly number[] }
  | { readonly outcome: 'undecided' };

/**
 * Searches. Worst case: the budget, which counts each octet at each position in a pattern, and the memory of a
 * StateTable; `undecided` where either is met.
 */
export function find(quest: Quest, budget: Budget): Find {
  const { musts, nevers, rivals } = quest;
  const sizes = [musts, nevers, rivals].flat().map(({ shape }) => shape.places.length);
  if (!budget.spend(sizes.reduce((sum, size) => sum + size, 1))) return { outcome: 'undecided' };
  const positions = new Positions(quest);
  if (!positions.isPossible) return { outcome: 'never', ruledOut: [] };
  return new Search(quest.alphabet, positions, budget).run();
}

class Search {
  readonly #alphabet: Alphabet;
  readonly #positions: Positions;
  readonly #budget: Budget;
  readonly #states = new StateTable();
  readonly #isAwaited = new Uint8Array(OCTETS);
  readonly #branchesAtQuery: boolean;

  constructor(alphabet: Alphabet, positions: Positions, budget: Budget) {
    this.#alphabet = alphabet;
    this.#positions = positions;
    this.#budget = budget;
    this.#branchesAtQuery =
      !alphabet.isShared || (alphabet.queryIsWider && positions.mayHoldDotSegments);
  }

  run(): Find {
    const positions = this.#positions;
    positions.begin();
    const first = positions.stepAll(SLASH) && positions.settle(this.#alphabet.start);
    if (first && this.#states.add(positions.state, positions.length, KNOWN, SLASH) === 0) {
      if (this.#isGoal(this.#alphabet.start)) return this.#found(0);
      for (let state = 0; state < this.#states.size; state++) {
        const find = this.#expand(state);
        if (find !== undefined) return find;
      }
    }
    // What another form of target holds has not been walked over.
    if (!this.#alphabet.isWhole) return { outcome: 'undecided' };
    return { outcome: 'never', ruledOut: positions.ruledOut() };
  }

  /** Goes on from a state by every octet that leads somewhere else. */
  #expand(state: number): Find | undefined {
    const place = this.#states.numbers[this.#states.start(state)];
    const { octets, next, respelt, isUneven } = this.#alphabet;
    const isAwaited = this.#isAwaited;
    const positions = this.#positions;
    positions.load(this.#states.numbers, this.#states.start(state), this.#states.end(state));
    isAwaited.fill(0);
    const isTight = positions.markAwaited(isAwaited);
    let othersLeft = isTight ? 0 : isUneven[place] === 1 ? OCTETS : 1;
    for (const octet of octets[place]) {
      if (isAwaited[octet] === 0) {
        const opensQuery = octet === QUESTION_MARK && this.#branchesAtQuery && !isTight;
        if (othersLeft === 0 && !opensQuery) continue;
        if (!opensQuery) othersLeft--;
      }
      const find = this.#step(state, next[place * OCTETS + octet], octet, undefined);
      if (find !== undefined) return find;
    }
    for (const [index, { unit, to }] of respelt[place].entries()) {
      // One of which no octet is awaited is like any other octet.
      if (othersLeft === 0 && !this.#isAwaitedIn(unit)) continue;
      const find = this.#step(state, to, OCTETS + index, unit);
      if (find !== undefined) return find;
    }
    return undefined;
  }

  #isAwaitedIn({ images }: RespeltUnit): boolean {
    return images.some(
      (image) => image === ENDS_TARGET || image.some((octet) => this.#isAwaited[octet] === 1),
    );
  }

  #step(
    from: number,
    place: number,
    step: number,
    unit: RespeltUnit | undefined,
  ): Find | undefined {
    const states = this.#states;
    const positions = this.#positions;
    if (place === NOWHERE) return undefined;
    const start = states.start(from);
    const end = states.end(from);
    if (!this.#budget.spend(end - start)) return { outcome: 'undecided' };
    positions.load(states.numbers, start, end);
    const lives = unit === undefined ? positions.stepAll(step) : this.#stepUnit(unit);
    if (!lives || !positions.settle(place)) return undefined;
    const added = states.add(positions.state, positions.length, from, step);
    if (added === NO_ROOM) return { outcome: 'undecided' };
    return added !== KNOWN && this.#isGoal(place) ? this.#found(added) : undefined;
  }

  #stepUnit({ images }: RespeltUnit): boolean {
    for (const side of [0, 1] as const) {
      const image = images[side];
      if (image === ENDS_TARGET) {
        if (!this.#positions.endSide(side)) return false;
      } else {
        for (const octet of image) if (!this.#positions.stepSide(side, octet)) return false;
      }
    }
    return true;
  }

  #isGoal(place: number): boolean {
    return this.#alphabet.mayEnd[place] === 1 && this.#positions.isGoal();
  }

  #found(state: number): Find {
    const spellings: (readonly number[])[] = [];
    for (let at = state; at >= 0; ) {
      const { state: origin, step } = this.#states.origin(at);
      if (step < OCTETS) spellings.push([step]);
      else {
        const place = this.#states.numbers[this.#states.start(origin)];
        spellings.push(this.#alphabet.respelt[place][step - OCTETS].unit.spelling);
      }
      at = origin;
    }
    const octets = Uint8Array.from(spellings.reverse().flat());
    return { outcome: 'found', witness: textOf(octets, 0, octets.length) };
  }
}

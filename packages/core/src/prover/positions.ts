/** The progress of a target through all patterns of a search. */
import {
  FIXED_END,
  FORBIDDEN,
  OPEN_END,
  type PatternRow,
  REQUIRED,
  type Side,
} from './pattern-row.js';
import { STAR } from './shape.js';

/** Layout of a state before its positions: context in the alphabet, best level, matched required patterns. */
const HEAD = 3;
const CONTEXT = 0;
const LEVEL = 1;
const MATCHED = 2;

/**
 * Loads, steps and settles one state at a time. A position is the index of an awaited byte in the pattern row. Drops
 * positions that cannot contribute: those of competing patterns no better than one that matched, and those before the
 * last `*` reached in the same pattern.
 */
export class Positions {
  /** The numbers of the current state. */
  state = new Int32Array(64);
  length = HEAD;
  /**
   * Lower bounds of the missing bytes: the maximum over all required patterns and the nearest wanted one, and their
   * sum, which overestimates if patterns share bytes.
   */
  bytesLeft = 0;
  bytesLeftInAll = 0;
  /** Number of bytes marked by `markAwaited`. */
  awaited = 0;
  readonly #row: PatternRow;
  readonly #symbols: Int16Array;
  readonly #ownerAt: Int32Array;
  /** The role of each pattern. */
  readonly #roles: Int32Array;
  /** The forbidden patterns that ruled out a target. */
  readonly #ruledOut = new Set<number>();
  /** The stamp of the latest step that added a position. */
  readonly #taken: Uint32Array;
  #stamp = 0;
  #scratch = new Int32Array(64);

  constructor(row: PatternRow) {
    this.#row = row;
    this.#symbols = row.symbols;
    this.#ownerAt = row.ownerAt;
    this.#roles = Int32Array.from(row.owners, ({ role }) => role);
    this.#taken = new Uint32Array(row.symbols.length);
  }

  /** Returns the indexes in `forbidden` of the patterns that ruled out a target, ascending. */
  ruledOut(): number[] {
    const { required, forbidden } = this.#row;
    const indexes = Array.from(this.#ruledOut, (owner) => owner - required);
    return indexes.filter((index) => index < forbidden).sort((a, b) => a - b);
  }

  /** Sets the state before the first byte; returns false if nothing can be found. */
  begin(): boolean {
    this.#clear(this.#row.lastLevel, 0);
    return this.#row.owners.every(({ start }) => this.#reach(start));
  }

  load(numbers: Int32Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    for (let i = 0; i < length; i++) this.state[i] = numbers[start + i];
    this.length = length;
  }

  /**
   * Marks the awaited bytes. Returns true if every other byte leaves a target that cannot match all required patterns.
   */
  markAwaited(isAwaited: Uint8Array): boolean {
    const { state, length } = this;
    const symbols = this.#symbols;
    const tight = this.#tightRequired();
    this.awaited = 0;
    for (let i = HEAD; i < length; i++) {
      const position = state[i];
      if (tight >= 0 && this.#ownerAt[position] !== tight) continue;
      const symbol = symbols[position];
      const awaited = symbol === STAR ? symbols[position + 1] : symbol;
      if (awaited >= STAR || isAwaited[awaited] === 1) continue;
      isAwaited[awaited] = 1;
      this.awaited++;
    }
    return tight >= 0;
  }

  /** Returns an unmatched required pattern that awaits specific bytes, or -1. */
  #tightRequired(): number {
    const { state, length } = this;
    let known = -1;
    for (let i = HEAD; i < length; i++) {
      const owner = this.#ownerAt[state[i]];
      if (this.#roles[owner] !== REQUIRED) return -1;
      // The first position of a pattern is that of its last star reached.
      if (owner !== known && this.#symbols[state[i]] !== STAR) return owner;
      known = owner;
    }
    return -1;
  }

  /** Ends the target for the patterns of one side. */
  endSide(side: 0 | 1): boolean {
    const count = this.#take();
    for (let i = 0; i < count; i++) {
      const position = this.#scratch[i];
      const owner = this.#ownerAt[position];
      if (!this.#isOf(owner, side)) this.#keep(position);
      else if (this.#symbols[position] === FIXED_END && !this.#match(owner)) return false;
    }
    return true;
  }

  /**
   * Steps all patterns by one byte, or those of one side; patterns of both sides step with the first. Returns false if
   * nothing can be found.
   */
  step(byte: number, side: Side): boolean {
    const count = this.#take();
    const symbols = this.#symbols;
    for (let i = 0; i < count; i++) {
      const position = this.#scratch[i];
      if (side !== 'both' && !this.#isOf(this.#ownerAt[position], side)) {
        this.#keep(position);
        continue;
      }
      const symbol = symbols[position];
      if (symbol === STAR) {
        this.#keep(position);
        if (symbols[position + 1] === byte && !this.#reach(position + 2)) return false;
      } else if (symbol === byte && !this.#reach(position + 1)) {
        return false;
      }
    }
    return true;
  }

  #isOf(owner: number, side: 0 | 1): boolean {
    const own = this.#row.owners[owner].side;
    return own === side || (side === 0 && own === 'both');
  }

  /** Moves the positions out of the state; returns their number. */
  #take(): number {
    const { state, length } = this;
    if (this.#scratch.length < state.length) this.#scratch = new Int32Array(state.length);
    for (let i = HEAD; i < length; i++) this.#scratch[i - HEAD] = state[i];
    this.#clear(state[LEVEL], state[MATCHED]);
    return length - HEAD;
  }

  #clear(level: number, matched: number): void {
    this.#stamp++;
    this.length = HEAD;
    this.state[LEVEL] = level;
    this.state[MATCHED] = matched;
  }

  /** Adds a position; returns false if a forbidden pattern matches. */
  #reach(position: number): boolean {
    if (this.#symbols[position] === OPEN_END) return this.#match(this.#ownerAt[position]);
    this.#keep(position);
    return true;
  }

  #match(owner: number): boolean {
    const role = this.#roles[owner];
    if (role === FORBIDDEN) {
      this.#ruledOut.add(owner);
      return false;
    }
    if (role === REQUIRED) this.state[MATCHED] |= 1 << owner;
    else if (role < this.state[LEVEL]) this.state[LEVEL] = role;
    return true;
  }

  #keep(position: number): void {
    if (this.#taken[position] === this.#stamp) return;
    this.#taken[position] = this.#stamp;
    this.#reserve(this.length + 1);
    this.state[this.length++] = position;
  }

  #reserve(length: number): void {
    if (length <= this.state.length) return;
    const larger = new Int32Array(Math.max(length, this.state.length * 2));
    larger.set(this.state);
    this.state = larger;
  }

  /** Sorts the state, sets its context and drops useless positions; returns false if nothing can be found. */
  settle(context: number): boolean {
    const { state, length } = this;
    state[CONTEXT] = context;
    const level = state[LEVEL];
    const matched = state[MATCHED];
    const isWanted = level % 2 === 0;
    sortNearlySorted(state, HEAD, length);
    let alive = matched;
    let canBeWanted = isWanted;
    let starOwner = -1;
    let lastOwner = -1;
    let farthest = 0;
    let sum = 0;
    let nearestCompetitor = Number.POSITIVE_INFINITY;
    let kept = length;
    for (let i = length - 1; i >= HEAD; i--) {
      const position = state[i];
      const owner = this.#ownerAt[position];
      const role = this.#roles[owner];
      if (owner === starOwner || role >= level) continue;
      const left = this.#row.bytesLeft[position];
      if (role === REQUIRED) {
        if ((matched & (1 << owner)) !== 0) continue;
        alive |= 1 << owner;
        // The last position of a pattern is the most advanced.
        if (owner !== lastOwner) sum += left;
        if (owner !== lastOwner && left > farthest) farthest = left;
      } else if (role >= 0 && role % 2 === 0) {
        canBeWanted = true;
        if (left < nearestCompetitor) nearestCompetitor = left;
      }
      lastOwner = owner;
      if (this.#symbols[position] === STAR) starOwner = owner;
      state[--kept] = position;
    }
    state.copyWithin(HEAD, kept, length);
    this.length = HEAD + length - kept;
    const competitor = isWanted || !canBeWanted ? 0 : nearestCompetitor;
    this.bytesLeft = Math.max(farthest, competitor);
    this.bytesLeftInAll = sum + competitor;
    return canBeWanted && alive === this.#row.allRequired;
  }

  /** Returns whether a target that ends here solves the problem. */
  isGoal(): boolean {
    const { state, length } = this;
    let level = state[LEVEL];
    let matched = state[MATCHED];
    let ruledOutBy = -1;
    for (let i = HEAD; i < length; i++) {
      const position = state[i];
      if (this.#symbols[position] !== FIXED_END) continue;
      const owner = this.#ownerAt[position];
      const role = this.#roles[owner];
      if (role === FORBIDDEN) ruledOutBy = owner;
      else if (role === REQUIRED) matched |= 1 << owner;
      else if (role < level) level = role;
    }
    if (level % 2 !== 0 || matched !== this.#row.allRequired) return false;
    if (ruledOutBy >= 0) this.#ruledOut.add(ruledOutBy);
    return ruledOutBy < 0;
  }
}

/**
 * Sorts the numbers from start to end by insertion. A step moves a position by two at most, so each is next to its place:
 * that is linear, where the native sort of a typed array takes most of the time of a search.
 */
function sortNearlySorted(numbers: Int32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const number = numbers[i];
    let at = i;
    for (; at > start && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
}

/** How far the targets of a search have got in each of its patterns. */
import type { Quest, Side } from './search.js';
import { STAR } from './shape.js';

/** A place behind the last octet of a pattern: there anything may follow, or nothing. */
const OPEN_END = 257;
const FIXED_END = 258;

/** What a pattern is for; rivals have the number of their level instead, from 0 for the best. */
const MUST = -2;
const NEVER = -1;

const SLASH = 0x2f;
const DOT = 0x2e;
/** The numbers of a state before its positions: the place in the alphabet, the best level, which musts have matched. */
const HEAD = 3;
const PLACE = 0;
const LEVEL = 1;
const MATCHED = 2;

/**
 * One state at a time, to be loaded, stepped and settled. A position is the place of an octet that is waited for, in
 * the row of all patterns. Kept are only those from which something can still come: none of a rival that is no better
 * than one that has matched, none before a `*` of the same pattern that has been reached.
 *
 * Rivals of which the same is wanted, and that follow each other, are one level. The last level needs no positions: it
 * is what the others leave. The first one is always wanted, since an unwanted one there must never match.
 */
export class Positions {
  /** The numbers of the state. */
  state = new Int32Array(64);
  length = HEAD;
  /** False where no rival is wanted. */
  readonly isPossible: boolean;
  readonly #places: Int16Array;
  readonly #owners: Int32Array;
  readonly #starts: number[] = [];
  readonly #roles: number[] = [];
  readonly #sides: Side[] = [];
  /** A bit for each must. */
  readonly #allMusts: number;
  readonly #lastLevel: number;
  /** Where each pattern of the row stands in `nevers`, and whether it has ruled out a target. */
  readonly #neverOf: number[] = [];
  readonly #ruledOut: Uint8Array;
  /** The stamp of the latest step that took a position. */
  readonly #taken: Uint32Array;
  #stamp = 0;
  #scratch = new Int32Array(64);

  constructor({ musts, nevers, rivals }: Quest) {
    const members: { piece: Quest['musts'][number]; role: number; never: number }[] = [];
    for (const piece of musts) members.push({ piece, role: MUST, never: -1 });
    for (const [never, piece] of nevers.entries()) members.push({ piece, role: NEVER, never });
    let level = -1;
    let wanted = false;
    for (const rival of rivals) {
      if (rival.wanted !== wanted) {
        level++;
        wanted = rival.wanted;
      }
      members.push({ piece: rival, role: level < 0 ? NEVER : level, never: -1 });
    }
    this.#lastLevel = level;
    this.#allMusts = 2 ** musts.length - 1;
    const kept = members.filter(({ role }) => role < 0 || role < level);
    const size = kept.reduce((sum, { piece }) => sum + piece.shape.places.length + 1, 0);
    this.#places = new Int16Array(size);
    this.#owners = new Int32Array(size);
    this.#taken = new Uint32Array(size);
    this.#ruledOut = new Uint8Array(nevers.length);
    let at = 0;
    kept.forEach(({ piece: { shape, side }, role, never }, owner) => {
      this.#starts.push(at);
      this.#roles.push(role);
      this.#sides.push(side);
      this.#neverOf.push(never);
      this.#places.set(shape.places, at);
      this.#places[at + shape.places.length] = shape.anchored ? FIXED_END : OPEN_END;
      this.#owners.fill(owner, at, at + shape.places.length + 1);
      at += shape.places.length + 1;
    });
    this.isPossible = rivals.length === 0 || level >= 0;
  }

  /** Whether a `*` of a pattern may hide the `?` before what looks like a dot segment. */
  get mayHoldDotSegments(): boolean {
    let afterStar = false;
    return this.#places.some((place, at) => {
      afterStar = place === STAR || (afterStar && place < STAR);
      return afterStar && place === DOT && this.#places[at - 1] === SLASH;
    });
  }

  /** The places in `nevers` of the patterns that have ruled out a target. */
  ruledOut(): number[] {
    return [...this.#ruledOut.keys()].filter((never) => this.#ruledOut[never] === 1);
  }

  /** The state before the first octet. */
  begin(): void {
    this.#clear(Math.max(this.#lastLevel, 0), 0);
    for (const start of this.#starts) this.#reach(start);
  }

  load(numbers: Int32Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    for (let i = 0; i < length; i++) this.state[i] = numbers[start + i];
    this.length = length;
  }

  /** Marks the octets that lead on; true where no other octet leaves a target that can still match all that it must. */
  markAwaited(isAwaited: Uint8Array): boolean {
    const { state, length } = this;
    const places = this.#places;
    const tight = this.#tightMust();
    for (let i = HEAD; i < length; i++) {
      const position = state[i];
      if (tight >= 0 && this.#owners[position] !== tight) continue;
      const place = places[position];
      const awaited = place === STAR ? places[position + 1] : place;
      if (awaited < STAR) isAwaited[awaited] = 1;
    }
    return tight >= 0;
  }

  /** A must that has not matched and waits for certain octets; -1 where there is none. */
  #tightMust(): number {
    const { state, length } = this;
    let known = -1;
    for (let i = HEAD; i < length; i++) {
      const owner = this.#owners[state[i]];
      if (this.#roles[owner] !== MUST) return -1;
      // Its first position is that of the last star that was reached.
      if (owner !== known && this.#places[state[i]] !== STAR) return owner;
      known = owner;
    }
    return -1;
  }

  /** One octet more for every pattern; false where nothing is left to be found. */
  stepAll(octet: number): boolean {
    return this.#step(octet, 'both');
  }

  /** One octet more for the patterns of a side; those of both go with the first. */
  stepSide(side: 0 | 1, octet: number): boolean {
    return this.#step(octet, side);
  }

  /** The target ends for the patterns of a side. */
  endSide(side: 0 | 1): boolean {
    const count = this.#take();
    for (let i = 0; i < count; i++) {
      const position = this.#scratch[i];
      const owner = this.#owners[position];
      if (!this.#isOf(owner, side)) this.#keep(position);
      else if (this.#places[position] === FIXED_END && !this.#match(owner)) return false;
    }
    return true;
  }

  #step(octet: number, side: Side): boolean {
    const count = this.#take();
    const places = this.#places;
    for (let i = 0; i < count; i++) {
      const position = this.#scratch[i];
      if (side !== 'both' && !this.#isOf(this.#owners[position], side)) {
        this.#keep(position);
        continue;
      }
      const place = places[position];
      if (place === STAR) {
        this.#keep(position);
        if (places[position + 1] === octet && !this.#reach(position + 2)) return false;
      } else if (place === octet && !this.#reach(position + 1)) {
        return false;
      }
    }
    return true;
  }

  #isOf(owner: number, side: 0 | 1): boolean {
    return this.#sides[owner] === side || (side === 0 && this.#sides[owner] === 'both');
  }

  /** Takes the positions of the state out of it; gives how many they are. */
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

  /** Comes to a position; false where a pattern matches that must not. */
  #reach(position: number): boolean {
    if (this.#places[position] === OPEN_END) return this.#match(this.#owners[position]);
    this.#keep(position);
    return true;
  }

  #match(owner: number): boolean {
    const role = this.#roles[owner];
    if (role === NEVER) {
      this.#noteRuledOut(owner);
      return false;
    }
    if (role === MUST) this.state[MATCHED] |= 1 << owner;
    else if (role < this.state[LEVEL]) this.state[LEVEL] = role;
    return true;
  }

  #noteRuledOut(owner: number): void {
    if (this.#neverOf[owner] >= 0) this.#ruledOut[this.#neverOf[owner]] = 1;
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

  /** Puts the state at a place and in order, without the positions of which nothing can come; false where none can. */
  settle(place: number): boolean {
    const { state, length } = this;
    state[PLACE] = place;
    const level = state[LEVEL];
    const matched = state[MATCHED];
    const isWanted = level % 2 === 0;
    state.subarray(HEAD, length).sort();
    let alive = matched;
    let canBeWanted = isWanted;
    let starOwner = -1;
    let kept = length;
    for (let i = length - 1; i >= HEAD; i--) {
      const position = state[i];
      const owner = this.#owners[position];
      const role = this.#roles[owner];
      if (owner === starOwner || role >= level) continue;
      if (role === MUST) {
        if ((matched & (1 << owner)) !== 0) continue;
        alive |= 1 << owner;
      } else if (role >= 0 && role % 2 === 0) {
        canBeWanted = true;
      }
      if (this.#places[position] === STAR) starOwner = owner;
      state[--kept] = position;
    }
    state.copyWithin(HEAD, kept, length);
    this.length = HEAD + length - kept;
    return canBeWanted && alive === this.#allMusts;
  }

  /** Whether a target that ends here is one that is looked for. */
  isGoal(): boolean {
    const { state, length } = this;
    let level = state[LEVEL];
    let matched = state[MATCHED];
    let ruledOutBy = -1;
    for (let i = HEAD; i < length; i++) {
      const position = state[i];
      if (this.#places[position] !== FIXED_END) continue;
      const owner = this.#owners[position];
      const role = this.#roles[owner];
      if (role === NEVER) ruledOutBy = owner;
      else if (role === MUST) matched |= 1 << owner;
      else if (role < level) level = role;
    }
    if (level % 2 !== 0 || matched !== this.#allMusts) return false;
    if (ruledOutBy >= 0) this.#noteRuledOut(ruledOutBy);
    return ruledOutBy < 0;
  }
}

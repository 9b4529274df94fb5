/** Patterns with `*` as one automaton whose states are made when a target first reaches them. */
import { PositionSets } from './position-sets.js';
import type { RadixTree } from './radix-tree.js';
import { FULL, ROW_SHIFT, StateCache, UNKNOWN } from './state-cache.js';
import type { Target } from './target.js';

/** The answer where a target is left to the direct simulation. */
export const GIVEN_UP = -1;

/** A set wider than this is not worth a state: the direct simulation is as fast. */
const WIDEST_SET = 2048;
/** A longer target is nobody's page: its states would never be met again. */
const LONGEST_TARGET = 4096;
/** A cache that had to make more states than this for each target between two flushes is of no use... */
const STATES_A_TARGET = 2;
/** ...and is tried again only after so many targets, and after twice as many each time that it fails again. */
const FIRST_REST = 4096;
const LONGEST_REST = 2 ** 24;

/**
 * Once the states are there, a verdict is linear in the target and does not depend on the number of rules.
 * While they are being made, each octet costs a walk over the positions that are alive: at most one for every octet
 * of the patterns. Memory: that of the tree, and of a cache that is flushed when it is full.
 */
export class Automaton {
  readonly #sets: PositionSets;
  readonly #cache: StateCache;
  /** Octets that no pattern holds are all alike: class 0. */
  readonly #classes = new Uint8Array(256);
  /** An octet of each class. */
  readonly #octetOfClass: number[] = [0];
  #start = FULL;
  #targets = 0;
  #rest = 0;
  #nextRest = FIRST_REST;

  constructor(tree: RadixTree, cacheOctets: number) {
    this.#sets = new PositionSets(tree);
    for (const octet of tree.arena) {
      if (this.#classes[octet] === 0) {
        this.#classes[octet] = this.#octetOfClass.length;
        this.#octetOfClass.push(octet);
      }
    }
    const free = this.#classes.indexOf(0);
    this.#octetOfClass[0] = free;
    this.#cache = new StateCache(this.#octetOfClass.length, cacheOctets);
  }

  /** Octets held. */
  get octets(): number {
    return this.#sets.octets + this.#cache.octets;
  }

  /** The best rank among the patterns that match the target, or GIVEN_UP. */
  match({ octets, start, end }: Target): number {
    if (end - start > LONGEST_TARGET) return GIVEN_UP;
    if (this.#rest > 0) {
      this.#rest--;
      return GIVEN_UP;
    }
    this.#targets++;
    const cache = this.#cache;
    const classes = this.#classes;
    let { rows } = cache;
    let state = this.#start === FULL ? this.#begin() : this.#start;
    if (state === FULL) return GIVEN_UP;
    for (let at = start; at < end; at++) {
      const entry = (state << ROW_SHIFT) + classes[octets[at]];
      const known = rows[entry];
      if (known !== UNKNOWN) {
        state = known;
        continue;
      }
      state = this.#makeState(state, entry);
      if (state === FULL) return GIVEN_UP;
      rows = cache.rows;
    }
    return cache.endRank(state);
  }

  #begin(): number {
    this.#sets.start();
    this.#start = this.#cache.add(this.#sets);
    if (this.#start === FULL) {
      this.#flush();
      this.#start = this.#cache.add(this.#sets);
    }
    return this.#start;
  }

  /** Makes the state behind a transition, after a flush where there is no room; FULL where it is too wide. */
  #makeState(from: number, entry: number): number {
    const cache = this.#cache;
    const octet = this.#octetOfClass[entry - (from << ROW_SHIFT)];
    const poolStart = cache.poolStart(from);
    this.#sets.step(cache.pool, poolStart, cache.poolEnd(from), cache.rank(from), octet);
    if (this.#sets.count > WIDEST_SET) return FULL;
    const state = cache.add(this.#sets);
    if (state !== FULL) {
      cache.rows[entry] = state;
      return state;
    }
    this.#flush();
    return cache.add(this.#sets);
  }

  #flush(): void {
    if (this.#cache.states > this.#targets * STATES_A_TARGET) {
      this.#rest = this.#nextRest;
      this.#nextRest = Math.min(this.#nextRest * 2, LONGEST_REST);
    }
    this.#cache.clear();
    this.#start = FULL;
    this.#targets = 0;
  }
}

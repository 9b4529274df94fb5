import { describe, expect, test } from 'vitest';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { PositionSets } from '../../src/match/position-sets.js';
import { RadixTree } from '../../src/match/radix-tree.js';
import { FULL, ROW_SHIFT, StateCache, UNKNOWN } from '../../src/match/state-cache.js';
import { patternSetOf } from '../support/patterns.js';

const AMPLE = 1024 * 1024;

/** A set of positions as a tree would make it. */
function setOf(positions: readonly number[], rank = NO_RANK, endRank = NO_RANK): PositionSets {
  const set = new PositionSets(new RadixTree(patternSetOf(['/a'])));
  set.positions = Int32Array.from(positions);
  set.count = positions.length;
  set.rank = rank;
  set.endRank = endRank;
  return set;
}

function positionsOf(cache: StateCache, state: number): number[] {
  return Array.from(cache.pool.subarray(cache.poolStart(state), cache.poolEnd(state)));
}

/** The transitions of a state, by class. */
function rowOf({ rows }: StateCache, state: number, classes: number): Uint16Array {
  return rows.subarray(state << ROW_SHIFT, (state << ROW_SHIFT) + classes);
}

/** Adds sets of one position each until there is no room. */
function fill(cache: StateCache): number[] {
  const states: number[] = [];
  for (let i = 0; ; i++) {
    const state = cache.add(setOf([i]));
    if (state === FULL) return states;
    states.push(state);
  }
}

describe('states', () => {
  test('the same set is the same state, any other is another', () => {
    const cache = new StateCache(4, AMPLE);
    const sets = [
      setOf([1, 2]),
      setOf([1, 3]),
      setOf([1]),
      setOf([]),
      setOf([1, 2], 5),
      setOf([1, 2], NO_RANK, 5),
      setOf([1, 2], 5, 5),
    ];
    const states = sets.map((set) => cache.add(set));
    expect(new Set(states).size).toBe(sets.length);
    expect(sets.map((set) => cache.add(set))).toEqual(states);
    expect(cache.states).toBe(sets.length);
  });

  test('a state keeps its positions and its ranks', () => {
    const cache = new StateCache(4, AMPLE);
    const set = setOf([3, 7, 9], 4, 2);
    const state = cache.add(set);
    set.positions.fill(0);
    cache.add(setOf([1]));
    expect(positionsOf(cache, state)).toEqual([3, 7, 9]);
    expect([cache.rank(state), cache.endRank(state)]).toEqual([4, 2]);
  });

  test('only the positions that count are taken', () => {
    const cache = new StateCache(4, AMPLE);
    const set = setOf([3, 7, 9]);
    set.count = 2;
    expect(positionsOf(cache, cache.add(set))).toEqual([3, 7]);
    expect(cache.add(setOf([3, 7]))).toBe(cache.add(set));
  });

  test('ten thousand of them are found again', () => {
    const cache = new StateCache(4, 4 * AMPLE);
    const sets = Array.from({ length: 10_000 }, (_, i) => setOf([i, i + 1], i % 3));
    const states = sets.map((set) => cache.add(set));
    expect(new Set(states).size).toBe(10_000);
    expect(sets.map((set) => cache.add(set))).toEqual(states);
    expect(positionsOf(cache, states[9_999])).toEqual([9_999, 10_000]);
  });
});

describe('transitions', () => {
  test.each([1, 7, 8, 9, 60, 250])(
    'of %i classes: each state has its own, unknown at first',
    (classes) => {
      const cache = new StateCache(classes, AMPLE);
      const states = Array.from({ length: 40 }, (_, i) => cache.add(setOf([i])));
      for (const state of states) {
        const row = rowOf(cache, state, classes);
        expect(row).toHaveLength(classes);
        expect(row.every((to) => to === UNKNOWN)).toBe(true);
        row.fill(state);
      }
      for (const state of states) {
        expect(rowOf(cache, state, classes).every((to) => to === state)).toBe(true);
      }
    },
  );

  test('of a new state are unknown, also where a flushed one had them', () => {
    const cache = new StateCache(3, AMPLE);
    const state = cache.add(setOf([1]));
    rowOf(cache, state, 3).fill(state);
    cache.clear();
    const next = cache.add(setOf([2]));
    expect(next).toBe(state);
    expect(Array.from(rowOf(cache, next, 3))).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
  });
});

describe('the bound of memory', () => {
  test.each([4 * 1024, 16 * 1024, 192 * 1024])('%i octets: full, and never over it', (bound) => {
    for (const classes of [2, 40, 250]) {
      const cache = new StateCache(classes, bound);
      expect(fill(cache).length).toBe(cache.states);
      expect(cache.states).toBeGreaterThan(bound / (classes * 8 + 200));
      // Arrays grow by more than they need at once, and their shares are not used evenly.
      expect(cache.octets).toBeLessThan(1.5 * bound + 1024);
    }
  });

  test('what is there already is found in a full cache', () => {
    const cache = new StateCache(4, 1024);
    const states = fill(cache);
    expect(states.map((_, i) => cache.add(setOf([i])))).toEqual(states);
    expect(cache.add(setOf([states.length]))).toBe(FULL);
    expect(cache.states).toBe(states.length);
  });

  test('a set too wide for the whole cache has no state', () => {
    const cache = new StateCache(4, 1024);
    expect(cache.add(setOf(Array.from({ length: 300 }, (_, i) => i)))).toBe(FULL);
    expect(cache.add(setOf([1]))).not.toBe(FULL);
  });

  test('without memory there is no state at all', () => {
    expect(fill(new StateCache(4, 0))).toEqual([]);
  });

  test('a flush makes room again, without more memory', () => {
    const cache = new StateCache(4, 4096);
    const first = fill(cache);
    const { octets } = cache;
    cache.clear();
    expect([cache.states, cache.octets]).toEqual([0, octets]);
    expect(fill(cache)).toEqual(first);
    expect(cache.octets).toBe(octets);
  });

  test('states have 16 bits, whatever the memory', () => {
    const cache = new StateCache(1, 64 * AMPLE);
    let state = 0;
    for (let i = 0; i < 70_000; i++) state = cache.add(setOf([i]));
    expect(state).toBe(FULL);
    expect(cache.states).toBeLessThanOrEqual(UNKNOWN);
  });
});

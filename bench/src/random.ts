/** Reproducible random numbers, so that all measurements use the same inputs. */

export interface Random {
  /** Returns an integer from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  pick<T>(list: readonly T[]): T;
  /** Returns true with a probability of `percent` percent. */
  chance(percent: number): boolean;
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, sufficient for generated paths. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError('pick() needs a list with at least one item.');
      return item;
    },
    chance: (percent) => next() * 100 < percent,
  };
}

/** Distinct seconds in ascending order. */
import { countBefore } from './versions.js';

const DAY_SECONDS = 86_400;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Logs may be in any order of time, such as the latest file first. Seconds are in one list per day, because to insert one into a
 * single list would move all later ones.
 */
export class SecondList {
  /** The days with seconds, ascending, and their lists. */
  readonly #days: number[] = [];
  readonly #lists: number[][] = [];

  add(second: number): void {
    const day = Math.floor(second / DAY_SECONDS);
    const index = countBefore(this.#days, day);
    if (this.#days[index] !== day) {
      this.#days.splice(index, 0, day);
      this.#lists.splice(index, 0, []);
    }
    const list = this.#lists[index] ?? [];
    const at = countBefore(list, second);
    if (list[at] !== second) list.splice(at, 0, second);
  }

  /** Returns the last second before a limit; -Infinity if there is none. */
  lastBefore(limit: number): number {
    // The day of the limit may have only later seconds, but no day is empty.
    for (let index = countBefore(this.#days, limit / DAY_SECONDS) - 1; index >= 0; index--) {
      const list = this.#lists[index] ?? [];
      const count = countBefore(list, limit);
      if (count > 0) return list[count - 1] ?? NEVER;
    }
    return NEVER;
  }
}

/** Which pairs of neighbouring octets a target holds: a filter before pieces of patterns are sought in it. */
import type { Target } from './target.js';

const SLOTS = 4096;
const LAST_ROUND = 0xffff;

/**
 * A piece of a pattern cannot be in a target that lacks one of its pairs. Two loads a pair spare a search through the
 * whole target for nearly every rule of a long list. Different pairs may share a slot: the filter never excludes
 * wrongly, and seldom fails to exclude.
 */
export class OctetPairs {
  /** The number of the target that held the pair last: so nothing is cleared between two targets. */
  readonly #rounds = new Uint16Array(SLOTS);
  #round = 0;

  /** Takes the pairs of a target in place of those of the last one. Linear. */
  read({ octets, start, end }: Target): void {
    if (this.#round === LAST_ROUND) {
      this.#rounds.fill(0);
      this.#round = 0;
    }
    this.#round++;
    for (let at = start + 1; at < end; at++) {
      this.#rounds[slotOf(octets[at - 1], octets[at])] = this.#round;
    }
  }

  /** Whether the target may hold the piece. */
  mayHold(octets: Uint8Array, piece: number, end: number): boolean {
    for (let at = piece + 1; at < end; at++) {
      if (this.#rounds[slotOf(octets[at - 1], octets[at])] !== this.#round) return false;
    }
    return true;
  }
}

function slotOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (SLOTS - 1);
}

/** Which octets and pairs of octets a target holds, and where: for long lists of rules. */
import type { Target } from './target.js';

const SLOTS = 4096;
const LAST_ROUND = 0xffff;
/** From so many octets on, places are kept too: below, a search is as fast. */
const LENGTH_WORTH_PLACES = 256;

/**
 * A piece of a pattern cannot be in a target that lacks one of its pairs: two loads a pair spare a search through the
 * whole target for nearly every rule of a long list. In a long target the places of a pair lead to the next piece
 * without going over what lies between. Different pairs may share a slot: nothing is excluded wrongly.
 */
export class OctetPairs {
  /** The number of the target that held the pair, or the octet, last: so nothing is cleared between two targets. */
  readonly #pairRounds = new Uint16Array(SLOTS);
  readonly #octetRounds = new Uint16Array(256);
  #round = 0;
  /** Places of the first octets of all pairs, by slot and then in rising order; none where the target is short. */
  #places = new Int32Array(0);
  readonly #starts = new Int32Array(SLOTS + 1);
  #hasPlaces = false;

  /** Takes the pairs of a target in place of those of the last one. Linear. */
  read(target: Target): void {
    const { octets, start, end } = target;
    if (this.#round === LAST_ROUND) {
      this.#pairRounds.fill(0);
      this.#octetRounds.fill(0);
      this.#round = 0;
    }
    this.#round++;
    this.#octetRounds[octets[start]] = this.#round;
    for (let at = start + 1; at < end; at++) {
      this.#octetRounds[octets[at]] = this.#round;
      this.#pairRounds[slotOf(octets[at - 1], octets[at])] = this.#round;
    }
    this.#hasPlaces = end - start >= LENGTH_WORTH_PLACES;
    if (this.#hasPlaces) this.#sortPlaces(target);
  }

  /** Whether the octet stands in the target. */
  holdsOctet(octet: number): boolean {
    return this.#octetRounds[octet] === this.#round;
  }

  /** Whether the two octets may stand in the target, the one behind the other. */
  holdsPair(first: number, second: number): boolean {
    return this.#pairRounds[slotOf(first, second)] === this.#round;
  }

  /** Whether places lead to a piece of so many octets. */
  knowsPlaces(length: number): boolean {
    return this.#hasPlaces && length >= 2;
  }

  /** The index, for `place`, of the first place from `from` on where the two octets may stand. */
  firstIndex(first: number, second: number, from: number): number {
    const slot = slotOf(first, second);
    let low = this.#starts[slot];
    let high = this.#starts[slot + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The index after the last place of the two octets. */
  endIndex(first: number, second: number): number {
    return this.#starts[slotOf(first, second) + 1];
  }

  place(index: number): number {
    return this.#places[index];
  }

  /** A counting sort. */
  #sortPlaces({ octets, start, end }: Target): void {
    if (this.#places.length < end - start) this.#places = new Int32Array((end - start) * 2);
    const starts = this.#starts;
    starts.fill(0);
    for (let at = start + 1; at < end; at++) starts[slotOf(octets[at - 1], octets[at])]++;
    let places = 0;
    for (let slot = 0; slot <= SLOTS; slot++) {
      places += starts[slot];
      starts[slot] = places;
    }
    // From the back: each start comes down from the end of its slot to the beginning.
    for (let at = end - 1; at > start; at--) {
      this.#places[--starts[slotOf(octets[at - 1], octets[at])]] = at - 1;
    }
  }
}

function slotOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (SLOTS - 1);
}

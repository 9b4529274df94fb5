/** The usual name of a field, recognised by words of four octets. */

/** The bit by which a letter differs from its capital. */
export const CASE_BIT = 0x20;

const WORD = 4;
const SHORTEST = WORD;
const LONGEST = 3 * WORD;

/**
 * A name as three words that overlap where it is short: comparing them costs half of what comparing it octet by octet
 * does, which is a fifth of reading a line. Each word has a mask with CASE_BIT where a letter stands.
 */
export class UsualName {
  /** The number of its field. */
  readonly code: number;
  readonly length: number;
  readonly #first: number;
  readonly #firstCase: number;
  readonly #middleStart: number;
  readonly #middle: number;
  readonly #middleCase: number;
  readonly #lastStart: number;
  readonly #last: number;
  readonly #lastCase: number;

  /** Takes a name in lower case that UsualName.fits. */
  constructor(octets: Uint8Array, code: number) {
    const cases = octets.map((octet) => (isLowerLetter(octet) ? CASE_BIT : 0));
    this.code = code;
    this.length = octets.length;
    this.#first = wordAt(octets, 0);
    this.#firstCase = wordAt(cases, 0);
    this.#lastStart = octets.length - WORD;
    this.#last = wordAt(octets, this.#lastStart);
    this.#lastCase = wordAt(cases, this.#lastStart);
    this.#middleStart = Math.min(WORD, this.#lastStart);
    this.#middle = wordAt(octets, this.#middleStart);
    this.#middleCase = wordAt(cases, this.#middleStart);
  }

  /** Whether a name is neither too short nor too long. */
  static fits(octets: Uint8Array): boolean {
    return octets.length >= SHORTEST && octets.length <= LONGEST;
  }

  /** Whether the name stands there, whatever the case of its letters; so many octets there must be. */
  standsAt(octets: Uint8Array, start: number): boolean {
    return (
      (wordAt(octets, start) | this.#firstCase) === this.#first &&
      (wordAt(octets, start + this.#middleStart) | this.#middleCase) === this.#middle &&
      (wordAt(octets, start + this.#lastStart) | this.#lastCase) === this.#last
    );
  }
}

function wordAt(octets: Uint8Array, at: number): number {
  return octets[at] | (octets[at + 1] << 8) | (octets[at + 2] << 16) | (octets[at + 3] << 24);
}

function isLowerLetter(octet: number): boolean {
  return octet >= 0x61 && octet <= 0x7a;
}

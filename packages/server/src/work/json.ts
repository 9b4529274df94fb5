/** JSON within bounds: what is parsed, and the items of one answer. */
import { Problem } from '../http/problem.js';
import { MOST_JSON_VALUES, SMALL_BYTES } from '../options.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/**
 * Throws a Problem if a large text has more values than any valid request. Parsing 3 MB of nested arrays or distinct member
 * names takes up to 0.4 s, in which no other request is served; finding that out takes less than 10 ms. The worst case is
 * one step per character.
 */
export function checkValueCount(text: string): void {
  if (text.length < SMALL_BYTES) return;
  let isInString = false;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === COMMA || unit === OPEN_BRACKET || unit === OPEN_BRACE) {
      if (++count > MOST_JSON_VALUES) throw tooManyValues();
    }
  }
}

function tooManyValues(): Problem {
  const detail = `The JSON has more than ${MOST_JSON_VALUES} values: send less at once, or use /v1/check/stream.`;
  return new Problem('too-many-checks', detail);
}

export class JsonList {
  readonly #most: number;
  readonly #hold: (bytes: number) => void;
  readonly #texts: string[] = [];
  #bytes = 0;
  #heldBytes = 0;

  /**
   * @param most bytes of all items
   * @param hold is called as large lists grow, and throws if there is no room for more
   */
  constructor(most: number, hold: (bytes: number) => void = () => {}) {
    this.#most = most;
    this.#hold = hold;
  }

  /** The items by their place, with commas between them. */
  get text(): string {
    // `filter` skips the places that were never set.
    return this.#texts.filter(() => true).join(',');
  }

  /** Sets the item at a place. Returns false if it does not fit. */
  set(at: number, item: unknown): boolean {
    const text = JSON.stringify(item);
    const bytes = Buffer.byteLength(text) + 1;
    if (this.#bytes + bytes > this.#most) return false;
    this.#bytes += bytes;
    this.#texts[at] = text;
    // In steps, so that small answers are not counted at all.
    if (this.#bytes - this.#heldBytes >= SMALL_BYTES) {
      this.#hold(this.#bytes - this.#heldBytes);
      this.#heldBytes = this.#bytes;
    }
    return true;
  }
}

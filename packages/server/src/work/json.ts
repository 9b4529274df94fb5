import { isUtf8 } from 'node:buffer';
import { Problem } from '../http/problem.js';
import { MAX_JSON_PARTS, MAX_JSON_VALUES, SMALL_BYTES } from '../options.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/** Returns the text of UTF-8 bytes. Throws a Problem if they are invalid: U+FFFD in their place would name another URL. */
export function utf8Text(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Problem('invalid-request', 'The body is not valid UTF-8. Encode JSON as UTF-8.');
}

/**
 * Throws a Problem if a text has more values than any valid request. Parsing 3 MB of nested arrays or distinct member names
 * would block the event loop for up to 0.4 s, and 64 kB for 2 ms; this scan takes less than 10 ms. The worst case is one step
 * per character.
 */
export function checkValueCount(text: string): void {
  // The native search suffices for most bodies: each value needs one of these characters, in a string or not.
  if (!occursOften(text, ',[{', MAX_JSON_VALUES) && !occursOften(text, '[{:', MAX_JSON_PARTS))
    return;
  let isInString = false;
  let commas = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === COMMA) commas++;
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE || unit === COLON) parts++;
    if (parts > MAX_JSON_PARTS || commas + parts > MAX_JSON_VALUES) {
      const detail = `The JSON has more than ${MAX_JSON_VALUES} values, or ${MAX_JSON_PARTS} arrays, objects and members. Split the request, or use /v1/check/stream.`;
      throw new Problem('too-many-items', detail);
    }
  }
}

/** Returns whether the characters together occur more than `max` times. */
function occursOften(text: string, characters: string, max: number): boolean {
  if (text.length <= max) return false;
  let count = 0;
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      if (++count > max) return true;
    }
  }
  return false;
}

/** Serializes the items of a response and limits their total size. */
export class JsonList {
  readonly #limit: number;
  readonly #hold: (bytes: number) => void;
  readonly #texts: string[] = [];
  #bytes = 0;
  #heldBytes = 0;

  /**
   * @param maxBytes limit for all items together
   * @param hold is called as large lists grow; throws if memory is exhausted
   */
  constructor(maxBytes: number, hold: (bytes: number) => void = () => {}) {
    this.#limit = maxBytes;
    this.#hold = hold;
  }

  /** The items in order of their index, separated by commas. */
  get text(): string {
    // `filter` skips holes.
    return this.#texts.filter(() => true).join(',');
  }

  /** Sets the item at an index. Returns false if it exceeds the limit. */
  set(at: number, item: unknown): boolean {
    const text = JSON.stringify(item);
    const bytes = Buffer.byteLength(text) + 1;
    if (this.#bytes + bytes > this.#limit) return false;
    this.#bytes += bytes;
    this.#texts[at] = text;
    // In steps, so that small responses are not counted at all.
    if (this.#bytes - this.#heldBytes >= SMALL_BYTES) {
      this.#hold(this.#bytes - this.#heldBytes);
      this.#heldBytes = this.#bytes;
    }
    return true;
  }
}

/** Determines where groups begin and end (RFC 9309 2.2.1; `blankLineEndsGroup`). */

import { ALLOW, BLANK, CONTENT_USAGE, type CompiledDialect, DISALLOW, USER_AGENT } from '../dialect/compiled-dialect.js';
import { ASTERISK } from '../util/bytes.js';

/** Assigns the records of a body to groups. */
export class Grouping {
  /** Index of the open group; -1 before the first and after a group was closed. */
  group = -1;
  #groups = 0;
  /** Whether the run of user-agent lines has ended, so that the next one opens a group. */
  runEnded = true;
  readonly #blankLineEnds: boolean;
  /** CONTENT_USAGE if it ends a run, else ALLOW, which always does. */
  readonly #usage: number;

  constructor({ dialect }: CompiledDialect) {
    this.#blankLineEnds = dialect.blankLineEndsGroup;
    this.#usage = dialect.contentUsageIsRule ? CONTENT_USAGE : ALLOW;
  }

  /** Takes the next record's kind. Returns whether the record opens a new group. */
  next(kind: number): boolean {
    if (kind === USER_AGENT) {
      if (!this.runEnded) return false;
      this.runEnded = false;
      this.group = this.#groups++;
      return true;
    }
    // Any rule ends the run of user-agent lines, even with an unusable path; other records do not.
    if (kind === ALLOW || kind === DISALLOW || kind === this.#usage) this.runEnded = true;
    else if (kind === BLANK && this.#blankLineEnds) {
      this.group = -1;
      this.runEnded = true;
    }
    return false;
  }
}

/** Returns whether the value of a user-agent line is `*`. */
export function isStarToken(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): boolean {
  return start < end && bytes[start] === ASTERISK && (start + 1 === end || tables.endsStar[bytes[start + 1]] === 1);
}

/**
 * Returns the end of the product token in a user-agent value (RFC 9309 2.2.1): the longest leading run of token bytes.
 *
 *     User-agent: ExampleBot/1.0 (beta)
 *                 ^         ^          ^
 *                 start     result     end
 */
export function productTokenEnd(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): number {
  let at = start;
  while (at < end && tables.tokenBytes[bytes[at]] === 1) at++;
  return at;
}

/** Returns whether the line's product token equals the lowercase `token`, ignoring case. */
export function namesToken(bytes: Uint8Array, start: number, end: number, token: Uint8Array, tables: CompiledDialect): boolean {
  const { length } = token;
  if (end - start < length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i];
    if (toLower(byte) !== token[i] || tables.tokenBytes[byte] === 0) return false;
  }
  return start + length === end || tables.tokenBytes[bytes[start + length]] === 0;
}

/** Lowercases ASCII letters, the only ones with case in a product token. */
export function toLower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

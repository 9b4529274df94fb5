/** The only place that knows where groups begin and end (RFC 9309 2.2.1; row 12 of the dialects' table). */
import { STAR } from '../bytes.js';
import { ALLOW, BLANK, type CompiledDialect, DISALLOW, USER_AGENT } from '../compiled-dialect.js';

/** Follows the records of a body and says to which group each belongs. */
export class Grouping {
  /** Number of the group that is open, counted from 0; -1 before the first and after one has been closed. */
  group = -1;
  #groups = 0;
  /** Whether the run of user-agent lines has ended, so that the next one opens a group. */
  runEnded = true;
  readonly #blankLineEnds: boolean;

  constructor(tables: CompiledDialect) {
    this.#blankLineEnds = tables.dialect.blankLineEndsGroup;
  }

  /** Takes the next record's kind; true where that record opens a new group. */
  next(kind: number): boolean {
    if (kind === USER_AGENT) {
      if (!this.runEnded) return false;
      this.runEnded = false;
      this.group = this.#groups++;
      return true;
    }
    // A rule ends the run of user-agent lines even where its path is unusable; other records never do.
    if (kind === ALLOW || kind === DISALLOW) this.runEnded = true;
    else if (kind === BLANK && this.#blankLineEnds) {
      this.group = -1;
      this.runEnded = true;
    }
    return false;
  }
}

/** Whether the value of a user-agent line names everyone (row 10). */
export function namesStar(
  bytes: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): boolean {
  return (
    start < end &&
    bytes[start] === STAR &&
    (start + 1 === end || tables.endsStar[bytes[start + 1]] === 1)
  );
}

/** Where the product token at the start of a user-agent line's value ends (row 10): its longest leading run. */
export function productTokenEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): number {
  let at = start;
  while (at < end && tables.tokenBytes[bytes[at]] === 1) at++;
  return at;
}

/** Whether the product token of the line equals the given one, which is in lower case, whatever the case of its letters. */
export function namesToken(
  bytes: Uint8Array,
  start: number,
  end: number,
  token: Uint8Array,
  tables: CompiledDialect,
): boolean {
  const { length } = token;
  if (end - start < length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i];
    if (toLower(byte) !== token[i] || tables.tokenBytes[byte] === 0) return false;
  }
  return start + length === end || tables.tokenBytes[bytes[start + length]] === 0;
}

/** Only ASCII letters have a case here (row 11). */
export function toLower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

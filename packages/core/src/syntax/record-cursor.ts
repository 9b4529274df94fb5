/** Splits lines into field and value, including the misspellings that a dialect accepts. */

import { ALLOW, BLANK, CASE_BIT, COMMENT, DISALLOW, INVALID, UNKNOWN_FIELD, USER_AGENT } from '../dialect/compiled-dialect.js';
import { COLON, HASH, LF, SPACE, TAB } from '../util/bytes.js';
import { ALLOW_BYTES, isUserAgentField, ruleFieldBytes, USER_AGENT_BYTES } from './common-field.js';
import { afterLine, contentEnd, LineCursor } from './line.js';

/** Numbers per rule in a list of rules. */
export const RULE_WIDTH = 3;

/**
 * Walks over the records of a body. Like LineCursor, it exposes the current record in its fields.
 *
 *     Disallow : /a  # old
 *     ^       ^  ^ ^ ^
 *     |       |  | | contentEnd
 *     |       |  | valueEnd
 *     |       |  valueStart
 *     |       fieldEnd
 *     fieldStart
 */
export class RecordCursor extends LineCursor {
  /** A field code, or BLANK, COMMENT or INVALID. */
  kind = BLANK;
  fieldStart = 0;
  fieldEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** Whether white space replaces the colon. */
  colonMissing = false;

  /** Moves to the next record; returns false at the end. */
  next(): boolean {
    if (!this.toNextLine()) return false;
    this.#readField();
    return true;
  }

  /**
   * Moves to the next record that may be a user-agent line, a rule or, where it ends a group, a blank line; returns false
   * at the end. Sets only `line`, `kind`, `valueStart` and `valueEnd`. One function, because calls and fields cost more
   * than the comparisons.
   */
  nextGroupLine(): boolean {
    const { bytes, view, end, tables } = this;
    let { line, nextLine: at } = this;
    while (at < end && tables.beginsGroupLine[bytes[at]] === 0) {
      at = afterLine(view, at, end);
      line++;
    }
    this.line = line;
    this.nextLine = at;
    if (at >= end) return false;
    if (at > this.lastFieldStart) return this.next();
    const ruleBytes = ruleFieldBytes(view, at);
    if (ruleBytes === 0 && !isUserAgentField(view, at)) return this.next();
    const value = at + (ruleBytes === 0 ? USER_AGENT_BYTES : ruleBytes);
    const lineEnd = contentEnd(view, value, end);
    const isPlain = bytes[lineEnd] === LF && lineEnd - at <= tables.dialect.maxLineBytes;
    if (!isPlain || lineEnd >= end) return this.next();
    this.line = line + 1;
    this.nextLine = lineEnd + 1;
    this.kind = ruleBytes === 0 ? USER_AGENT : ruleBytes === ALLOW_BYTES ? ALLOW : DISALLOW;
    this.#readValue(value, lineEnd);
    return true;
  }

  /**
   * Skips lines up to one that may name `*` or the product token, which is in lower case: its value does not start with another
   * letter. Reading the lines takes twice as long.
   */
  skipOtherGroups(token: Uint8Array): void {
    const { bytes, view, end } = this;
    const { beginsUserAgent } = this.tables;
    const [letter] = token;
    let { line, nextLine: at } = this;
    for (; at < end; line++) {
      if (beginsUserAgent[bytes[at]] === 1) {
        if (at >= this.lastFieldStart || !isUserAgentField(view, at)) break;
        at += USER_AGENT_BYTES;
        if (bytes[at] === SPACE) at++;
        const first = bytes[at] | CASE_BIT;
        if (first < 0x61 || first > 0x7a || first === letter) break;
      }
      at = afterLine(view, at, end);
      this.nextLine = at;
    }
    this.line = line;
  }

  /**
   * Writes the current rule to `rules` from index `from`, and those on the following lines if they have the common form
   * and there is room: for each the start and end of its value, and `line * 2 + allow`. Returns the index after them.
   * One loop over local variables takes two thirds of the time of as many calls of `nextGroupLine`.
   */
  readRules(rules: Int32Array, from: number): number {
    const { bytes, view, end } = this;
    const { whiteSpace, dialect } = this.tables;
    const { maxLineBytes } = dialect;
    const { lastFieldStart } = this;
    const last = rules.length - RULE_WIDTH;
    let { line, nextLine: at } = this;
    rules[from] = this.valueStart;
    rules[from + 1] = this.valueEnd;
    rules[from + 2] = line * 2 + DISALLOW - this.kind;
    let length = from + RULE_WIDTH;
    while (length <= last && at <= lastFieldStart) {
      const ruleBytes = ruleFieldBytes(view, at);
      if (ruleBytes === 0) break;
      let start = at + ruleBytes;
      const lineEnd = contentEnd(view, start, end);
      if (lineEnd >= end || bytes[lineEnd] !== LF || lineEnd - at > maxLineBytes) break;
      line++;
      at = lineEnd + 1;
      let stop = lineEnd;
      while (start < stop && whiteSpace[bytes[start]] === 1) start++;
      while (stop > start && whiteSpace[bytes[stop - 1]] === 1) stop--;
      rules[length] = start;
      rules[length + 1] = stop;
      rules[length + 2] = line * 2 + (ruleBytes === ALLOW_BYTES ? 1 : 0);
      length += RULE_WIDTH;
    }
    this.line = line;
    this.nextLine = at;
    return length;
  }

  #readField(): void {
    const { bytes } = this;
    const { whiteSpace } = this.tables;
    let start = this.lineStart;
    let end = this.contentEnd;
    this.colonMissing = false;
    while (start < end && whiteSpace[bytes[start]] === 1) start++;
    while (end > start && whiteSpace[bytes[end - 1]] === 1) end--;
    if (start === end) {
      const isComment = bytes[this.contentEnd] === HASH && this.contentEnd < this.lineEnd;
      this.kind = isComment ? COMMENT : BLANK;
      return;
    }
    let separator = start;
    while (separator < end && bytes[separator] !== COLON) separator++;
    this.colonMissing = separator === end;
    if (this.colonMissing) separator = this.#separatorOfTwoWords(start, end);
    let fieldEnd = separator;
    while (fieldEnd > start && whiteSpace[bytes[fieldEnd - 1]] === 1) fieldEnd--;
    this.fieldStart = start;
    this.fieldEnd = fieldEnd;
    this.kind = fieldEnd <= start ? INVALID : this.#fieldCode(start, fieldEnd);
    // Two words with an unknown first one are prose, not a record without a colon.
    if (this.colonMissing && this.kind === UNKNOWN_FIELD) this.kind = INVALID;
    if (this.kind !== INVALID) this.#readValue(separator + 1, this.contentEnd);
  }

  #readValue(from: number, to: number): void {
    const { bytes } = this;
    const { whiteSpace } = this.tables;
    let start = from;
    let end = to;
    while (start < end && whiteSpace[bytes[start]] === 1) start++;
    while (end > start && whiteSpace[bytes[end - 1]] === 1) end--;
    this.valueStart = start;
    this.valueEnd = end;
  }

  /** Returns the offset of the white space in a line of exactly two words, else -1. */
  #separatorOfTwoWords(start: number, end: number): number {
    if (this.tables.dialect.missingColon === 'ignored') return -1;
    const { bytes } = this;
    let at = start;
    while (at < end && !isBlank(bytes[at])) at++;
    if (at === end) return -1;
    const separator = at;
    while (isBlank(bytes[at])) at++;
    for (; at < end; at++) {
      if (isBlank(bytes[at])) return -1;
    }
    return separator;
  }

  #fieldCode(start: number, end: number): number {
    const candidates = this.tables.spellings[this.bytes[start] | CASE_BIT];
    if (candidates === undefined) return UNKNOWN_FIELD;
    const length = end - start;
    for (let i = 0; i < candidates.length; i++) {
      const spelling = candidates[i];
      const fits = length === spelling.length || (spelling.byPrefix && length > spelling.length);
      if (fits && isSpelled(this.bytes, start, spelling.bytes)) return spelling.code;
    }
    return UNKNOWN_FIELD;
  }
}

/** Words are separated only by SP and HTAB in every dialect. */
export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/** Returns whether the name is at `start`, ignoring case. */
function isSpelled(bytes: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) {
    const byte = bytes[start + i];
    if (byte === name[i]) continue;
    // Only letters have case; `-`, `_` and space must match exactly.
    if (byte < 0x41 || byte > 0x5a || byte + CASE_BIT !== name[i]) return false;
  }
  return true;
}

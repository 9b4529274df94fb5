/** Canonicalizes patterns and targets byte by byte (RFC 9309 2.2.2). */

import type { CompiledDialect, FormTables } from '../dialect/compiled-dialect.js';
import { ASTERISK, DOLLAR, PERCENT, QUESTION_MARK } from '../util/bytes.js';
import { escapedByte, upperHexDigit } from './percent.js';

export const LAST_ASCII = 0x7f;
/** A byte in canonical form takes at most 3 bytes, as an escape. */
const LONGEST_SPELLING = 3;
/** How much longer an escape is than its byte. */
const LONGER_BY = 2;
/** 1 for the reserved characters of RFC 3986 2.2. */
const RESERVED = Uint8Array.from({ length: 256 }, (_, byte) =>
  ":/?#[]@!$&'()*+,;=".includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Reusable memory; its content is valid until the next write. */
class Output {
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
  specificity = 0;
  hasQueryEscapes = false;

  reserve(room: number): Uint8Array {
    if (this.bytes.length < room) this.bytes = new Uint8Array(room * 2);
    return this.bytes;
  }
}

/** Separate, because a target must stay valid while patterns are compared with it. */
const patternOutput = new Output();
const targetOutput = new Output();

/** Bytes in canonical form; valid until the next call of the same function. */
export interface CanonicalBytes {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** A pattern in canonical form. */
export interface CanonicalPattern extends CanonicalBytes {
  /**
   * The measure of the "most specific match" (RFC 9309 2.2.2): the bytes of the canonical form, but with reserved
   * characters and their escapes as written (`%3A` counts 3 bytes although it is compared as `:`).
   */
  readonly specificity: number;
  /** Whether it has escapes before its first `?` that are decoded only in queries. */
  readonly hasQueryEscapes: boolean;
}

/** Returns the canonical form of a path-pattern. Wildcards stay unescaped. */
export function canonicalPattern(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): CanonicalPattern {
  const { wildcards, escapeLiteralWildcards } = tables.dialect;
  const anchored = wildcards && start < end && bytes[end - 1] === DOLLAR;
  const dollar = escapeLiteralWildcards ? DOLLAR : -1;
  const star = escapeLiteralWildcards && !wildcards ? ASTERISK : -1;
  const last = anchored ? end - 1 : end;
  canonicalize(bytes, start, last, tables.patternForm, dollar, star, patternOutput);
  if (anchored) {
    patternOutput.bytes[patternOutput.length++] = DOLLAR;
    patternOutput.specificity++;
  }
  return patternOutput;
}

/** Returns the canonical form of a target. Escapes a literal `*` or `$` if the dialect does. */
export function canonicalTarget(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): CanonicalBytes {
  const dollar = tables.dialect.escapeLiteralWildcards ? DOLLAR : -1;
  const star = tables.dialect.escapeLiteralWildcards ? ASTERISK : -1;
  canonicalize(bytes, start, end, tables.targetForm, dollar, star, targetOutput);
  return targetOutput;
}

/**
 * Linear; writes up to three bytes per byte. Escapes the bytes passed as `dollar` and `star`.
 *
 *     bytes    / %7e u s e r / %2f / ä
 *     written  /  ~  u s e r / %2F / %C3%A4
 *                 ^            ^     ^
 *                 decoded      |     encoded
 *                              upper case
 */
function canonicalize(
  bytes: Uint8Array,
  start: number,
  end: number,
  form: FormTables,
  dollar: number,
  star: number,
  output: Output,
): void {
  const written = output.reserve((end - start) * LONGEST_SPELLING + 1);
  const { encodes, plain, upperCaseEscapes } = form;
  let decodes = form.decodes;
  let length = 0;
  /** Reserved bytes whose escapes were decoded, minus those that were escaped. */
  let decoded = 0;
  let hasQueryEscapes = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (plain[byte] === 1) {
      written[length++] = byte;
      continue;
    }
    const isEscape = byte === PERCENT && at + 2 < end;
    const escaped = isEscape ? escapedByte(bytes[at + 1], bytes[at + 2]) : -1;
    if (escaped >= 0) {
      if (decodes[escaped] === 1) {
        written[length++] = escaped;
        decoded += RESERVED[escaped];
        at += 2;
        continue;
      }
      if (form.decodesInQuery[escaped] === 1) hasQueryEscapes = true;
      if (upperCaseEscapes) {
        length = putEscape(written, length, escaped);
      } else {
        for (let i = 0; i < LONGEST_SPELLING; i++) written[length++] = bytes[at + i];
      }
      at += 2;
      continue;
    }
    if (encodes[byte] === 1 || byte === dollar || byte === star) {
      length = putEscape(written, length, byte);
      decoded -= RESERVED[byte];
    } else {
      written[length++] = byte;
    }
    // Only a literal `?` starts the query.
    if (byte === QUESTION_MARK) decodes = form.decodesInQuery;
  }
  output.length = length;
  output.hasQueryEscapes = hasQueryEscapes;
  output.specificity = length + decoded * LONGER_BY;
}

/** Writes the escape of a byte; returns its end. */
function putEscape(written: Uint8Array, at: number, byte: number): number {
  written[at] = PERCENT;
  written[at + 1] = upperHexDigit(byte >> 4);
  written[at + 2] = upperHexDigit(byte & 15);
  return at + LONGEST_SPELLING;
}

/** Returns bytes as a string with one character below U+0100 per byte. */
export function byteString(bytes: Uint8Array, start: number, end: number): string {
  const piece = 4096;
  let text = '';
  for (let at = start; at < end; at += piece) {
    const part = bytes.subarray(at, at + piece < end ? at + piece : end);
    // Five times as fast as spreading.
    text += String.fromCharCode.apply(undefined, part as unknown as number[]);
  }
  return text;
}

/** Returns the canonical form as a string. Reuses the original text if it is already canonical, as most are. */
export function canonicalText(
  { bytes: canonical, length }: CanonicalBytes,
  bytes: Uint8Array,
  start: number,
  text: string,
): string {
  if (length !== text.length) return byteString(canonical, 0, length);
  for (let at = 0; at < length; at++) {
    const byte = canonical[at];
    if (byte !== bytes[start + at] || byte > LAST_ASCII) return byteString(canonical, 0, length);
  }
  return text;
}

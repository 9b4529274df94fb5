/** The canonical form (row 17): pattern and target are brought to one spelling, byte by byte. */
import type { CompiledDialect, FormTables } from '../compiled-dialect.js';
import { escapedByte, upperHexDigit } from './percent.js';

const PERCENT = 0x25;
const STAR = 0x2a;
const DOLLAR = 0x24;
const QUESTION_MARK = 0x3f;
export const LAST_ASCII = 0x7f;
/** A canonical byte is at most an escape. */
export const LONGEST_SPELLING = 3;

/** Memory that is used again; what it holds is valid until it is written anew. */
class Output {
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;

  reserve(room: number): Uint8Array {
    if (this.bytes.length < room) this.bytes = new Uint8Array(room * 2);
    return this.bytes;
  }
}

/** A target stays valid while patterns are compared with it. */
const patternOutput = new Output();
const targetOutput = new Output();

/** Bytes in canonical form; valid until the next call of the same function. */
export interface CanonicalBytes {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** The canonical form of a path-pattern: `*` stays, and so does a `$` that is last. */
export function canonicalPattern(
  bytes: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): CanonicalBytes {
  const { wildcards, escapeLiteralWildcards } = tables.dialect;
  const anchored = wildcards && start < end && bytes[end - 1] === DOLLAR;
  const escapes = escapeLiteralWildcards ? DOLLAR : -1;
  const last = anchored ? end - 1 : end;
  canonicalize(bytes, start, last, tables.patternForm, escapes, -1, patternOutput);
  if (anchored) patternOutput.bytes[patternOutput.length++] = DOLLAR;
  return patternOutput;
}

/** The canonical form of a target: a literal `*` or `$` is escaped where the dialect says so. */
export function canonicalTarget(
  bytes: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): CanonicalBytes {
  const dollar = tables.dialect.escapeLiteralWildcards ? DOLLAR : -1;
  const star = tables.dialect.escapeLiteralWildcards ? STAR : -1;
  canonicalize(bytes, start, end, tables.targetForm, dollar, star, targetOutput);
  return targetOutput;
}

/** Linear in the bytes; writes at most three bytes for one. `$` and `*` are escaped where they are given. */
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
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (plain[byte] === 1) {
      written[length++] = byte;
      continue;
    }
    const isEscape = byte === PERCENT && at + 2 < end;
    const escaped = isEscape ? escapedByte(bytes[at + 1], bytes[at + 2]) : -1;
    if (escaped >= 0) {
      const staysEscaped = decodes[escaped] === 0 || escaped === dollar || escaped === star;
      if (!staysEscaped) {
        written[length++] = escaped;
      } else if (upperCaseEscapes) {
        length = putEscape(written, length, escaped);
      } else {
        for (let i = 0; i < LONGEST_SPELLING; i++) written[length++] = bytes[at + i];
      }
      at += 2;
      continue;
    }
    if (encodes[byte] === 1 || byte === dollar || byte === star) {
      length = putEscape(written, length, byte);
    } else {
      written[length++] = byte;
    }
    // Only a `?` that stands there literally begins the query (row 17).
    if (byte === QUESTION_MARK) decodes = form.decodesInQuery;
  }
  output.length = length;
}

/** Writes the escape of an byte; returns its end. */
export function putEscape(written: Uint8Array, at: number, byte: number): number {
  written[at] = PERCENT;
  written[at + 1] = upperHexDigit(byte >> 4);
  written[at + 2] = upperHexDigit(byte & 15);
  return at + LONGEST_SPELLING;
}

/** Bytes as a string of as many characters, each below U+0100: the form in which targets are matched. */
export function byteString(bytes: Uint8Array, start: number, end: number): string {
  const piece = 4096;
  let text = '';
  for (let at = start; at < end; at += piece) {
    const part = bytes.subarray(at, at + piece < end ? at + piece : end);
    // Five times as quick as to spread them.
    text += String.fromCharCode.apply(undefined, part as unknown as number[]);
  }
  return text;
}

/** The canonical form of what stands in these bytes as a string, given their text: mostly it is spelt that way already. */
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

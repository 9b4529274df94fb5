/** The canonical form (row 17): pattern and target are brought to one spelling, octet by octet. */
import type { CompiledDialect, FormTables } from '../compiled-dialect.js';
import { escapedOctet, upperHexDigit } from './percent.js';

const PERCENT = 0x25;
const STAR = 0x2a;
const DOLLAR = 0x24;
const QUESTION_MARK = 0x3f;
/** A canonical octet is at most an escape. */
const LONGEST_SPELLING = 3;

/** A growing row of octets; what it holds is valid until it is cleared. */
class Output {
  octets = new Uint8Array(1024);
  length = 0;

  clear(room: number): void {
    if (this.octets.length < room) this.octets = new Uint8Array(room * 2);
    this.length = 0;
  }

  put(octet: number): void {
    this.octets[this.length++] = octet;
  }

  putEscape(octet: number): void {
    this.put(PERCENT);
    this.put(upperHexDigit(octet >> 4));
    this.put(upperHexDigit(octet & 15));
  }
}

const output = new Output();

/** Octets in canonical form; valid until the next call of this file. */
export interface CanonicalOctets {
  readonly octets: Uint8Array;
  readonly length: number;
}

/** The canonical form of a path-pattern: `*` stays, and so does a `$` that is last. */
export function canonicalPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): CanonicalOctets {
  const { wildcards, escapeLiteralWildcards } = tables.dialect;
  const anchored = wildcards && start < end && octets[end - 1] === DOLLAR;
  const escapes = escapeLiteralWildcards ? DOLLAR : -1;
  canonicalise(octets, start, anchored ? end - 1 : end, tables.patternForm, escapes, -1);
  if (anchored) output.put(DOLLAR);
  return output;
}

/** The canonical form of a target: a literal `*` or `$` is escaped where the dialect says so. */
export function canonicalTarget(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): CanonicalOctets {
  const escapes = tables.dialect.escapeLiteralWildcards;
  canonicalise(octets, start, end, tables.targetForm, escapes ? DOLLAR : -1, escapes ? STAR : -1);
  return output;
}

/** Linear in the octets; writes at most three octets for one. `$` and `*` are escaped where they are given. */
function canonicalise(
  octets: Uint8Array,
  start: number,
  end: number,
  form: FormTables,
  dollar: number,
  star: number,
): void {
  output.clear((end - start) * LONGEST_SPELLING + 1);
  const { encodes } = form;
  let decodes = form.decodes;
  for (let at = start; at < end; at++) {
    const octet = octets[at];
    if (octet === PERCENT && at + 2 < end) {
      const escaped = escapedOctet(octets[at + 1], octets[at + 2]);
      if (escaped >= 0) {
        if (decodes[escaped] === 1 && escaped !== dollar && escaped !== star) output.put(escaped);
        else if (form.upperCaseEscapes) output.putEscape(escaped);
        else for (let i = 0; i < LONGEST_SPELLING; i++) output.put(octets[at + i]);
        at += 2;
        continue;
      }
    }
    if (encodes[octet] === 1 || octet === dollar || octet === star) output.putEscape(octet);
    else output.put(octet);
    // Only a `?` that stands there literally begins the query (row 17).
    if (octet === QUESTION_MARK) decodes = form.decodesInQuery;
  }
}

/** Octets as a string of as many characters, each below U+0100: the form in which targets are matched. */
export function octetString(octets: Uint8Array, start: number, end: number): string {
  const piece = 4096;
  let text = '';
  for (let at = start; at < end; at += piece) {
    text += String.fromCharCode(...octets.subarray(at, at + piece < end ? at + piece : end));
  }
  return text;
}

/** The canonical form (row 17): pattern and target are brought to one spelling, octet by octet. */
import type { CompiledDialect, FormTables } from '../compiled-dialect.js';
import { escapedOctet, upperHexDigit } from './percent.js';

const PERCENT = 0x25;
const STAR = 0x2a;
const DOLLAR = 0x24;
const QUESTION_MARK = 0x3f;
export const LAST_ASCII = 0x7f;
/** A canonical octet is at most an escape. */
export const LONGEST_SPELLING = 3;

/** Memory that is used again; what it holds is valid until it is written anew. */
class Output {
  octets: Uint8Array = new Uint8Array(1024);
  length = 0;

  reserve(room: number): Uint8Array {
    if (this.octets.length < room) this.octets = new Uint8Array(room * 2);
    return this.octets;
  }
}

/** A target stays valid while patterns are compared with it. */
const patternOutput = new Output();
const targetOutput = new Output();

/** Octets in canonical form; valid until the next call of the same function. */
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
  const last = anchored ? end - 1 : end;
  canonicalise(octets, start, last, tables.patternForm, escapes, -1, patternOutput);
  if (anchored) patternOutput.octets[patternOutput.length++] = DOLLAR;
  return patternOutput;
}

/** The canonical form of a target: a literal `*` or `$` is escaped where the dialect says so. */
export function canonicalTarget(
  octets: Uint8Array,
  start: number,
  end: number,
  tables: CompiledDialect,
): CanonicalOctets {
  const dollar = tables.dialect.escapeLiteralWildcards ? DOLLAR : -1;
  const star = tables.dialect.escapeLiteralWildcards ? STAR : -1;
  canonicalise(octets, start, end, tables.targetForm, dollar, star, targetOutput);
  return targetOutput;
}

/** Linear in the octets; writes at most three octets for one. `$` and `*` are escaped where they are given. */
function canonicalise(
  octets: Uint8Array,
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
    const octet = octets[at];
    if (plain[octet] === 1) {
      written[length++] = octet;
      continue;
    }
    const isEscape = octet === PERCENT && at + 2 < end;
    const escaped = isEscape ? escapedOctet(octets[at + 1], octets[at + 2]) : -1;
    if (escaped >= 0) {
      const staysEscaped = decodes[escaped] === 0 || escaped === dollar || escaped === star;
      if (!staysEscaped) {
        written[length++] = escaped;
      } else if (upperCaseEscapes) {
        length = putEscape(written, length, escaped);
      } else {
        for (let i = 0; i < LONGEST_SPELLING; i++) written[length++] = octets[at + i];
      }
      at += 2;
      continue;
    }
    if (encodes[octet] === 1 || octet === dollar || octet === star) {
      length = putEscape(written, length, octet);
    } else {
      written[length++] = octet;
    }
    // Only a `?` that stands there literally begins the query (row 17).
    if (octet === QUESTION_MARK) decodes = form.decodesInQuery;
  }
  output.length = length;
}

/** Writes the escape of an octet; returns its end. */
export function putEscape(written: Uint8Array, at: number, octet: number): number {
  written[at] = PERCENT;
  written[at + 1] = upperHexDigit(octet >> 4);
  written[at + 2] = upperHexDigit(octet & 15);
  return at + LONGEST_SPELLING;
}

/** Octets as a string of as many characters, each below U+0100: the form in which targets are matched. */
export function octetString(octets: Uint8Array, start: number, end: number): string {
  const piece = 4096;
  let text = '';
  for (let at = start; at < end; at += piece) {
    const part = octets.subarray(at, at + piece < end ? at + piece : end);
    // Five times as quick as to spread them.
    text += String.fromCharCode.apply(undefined, part as unknown as number[]);
  }
  return text;
}

/** The canonical form of what stands in these octets as a string, given their text: mostly it is spelt that way already. */
export function canonicalText(
  { octets: canonical, length }: CanonicalOctets,
  octets: Uint8Array,
  start: number,
  text: string,
): string {
  if (length !== text.length) return octetString(canonical, 0, length);
  for (let at = 0; at < length; at++) {
    const octet = canonical[at];
    if (octet !== octets[start + at] || octet > LAST_ASCII)
      return octetString(canonical, 0, length);
  }
  return text;
}

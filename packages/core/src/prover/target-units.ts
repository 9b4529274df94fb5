/** The bytes and escapes in targets, and what a dialect compares for each. */

import type { CompiledDialect } from '../dialect/compiled-dialect.js';
import { upperHexDigit } from '../match/percent.js';
import { ASTERISK, DOLLAR, HASH, NUL, PERCENT, QUESTION_MARK } from '../util/bytes.js';

/** RFC 3986 2.3 and 2.2, without `#`: bytes that are not escaped in a normalized URL. */
const UNRESERVED = /[A-Za-z0-9._~-]/;
const RESERVED = /[:/?[\]@!$&'()*+,;=]/;

/** Bytes in the order in which they are tried, so that witnesses are readable. */
export const READABLE_ORDER = readableOrder();

/** The side's target ends before the query, so it ignores the rest. */
export const ENDS_TARGET: unique symbol = Symbol('ends target');

/** What one side compares for a unit of the target. */
export type Image = readonly number[] | typeof ENDS_TARGET;

/** A byte or an escape, as spelled in a target. */
export interface Unit {
  readonly byte: number;
  readonly spelling: readonly number[];
}

function escapeBytes(byte: number): readonly number[] {
  return [PERCENT, upperHexDigit(byte >> 4), upperHexDigit(byte & 15)];
}

/** Returns whether the form leaves every byte unchanged, including `%`. */
function isIdentity({ targetForm: form, dialect }: CompiledDialect): boolean {
  const nothing = (bytes: Uint8Array) => bytes.every((flag) => flag === 0);
  return !form.upperCaseEscapes && nothing(form.encodes) && nothing(form.decodesInQuery) && !dialect.escapeLiteralWildcards;
}

/**
 * Returns whether the alphabet contains all targets that the form distinguishes. That is the case if the form leaves every
 * byte unchanged, or encodes a lone `%` and normalizes the case of digits.
 */
export function coversForm(side: CompiledDialect): boolean {
  const { upperCaseEscapes, encodes } = side.targetForm;
  return isIdentity(side) || (upperCaseEscapes && encodes[PERCENT] === 1);
}

/** Returns what a side compares for a unit before or after the first `?`. */
export function imageOf(unit: Unit, side: CompiledDialect, inQuery: boolean): Image {
  const { byte, spelling } = unit;
  const { targetForm: form, dialect } = side;
  if (dialect.target === 'path') {
    if (inQuery) return [];
    if (spelling[0] === QUESTION_MARK) return ENDS_TARGET;
  }
  const isWildcard = dialect.escapeLiteralWildcards && (byte === ASTERISK || byte === DOLLAR);
  if (spelling.length === 1) {
    return form.encodes[byte] === 1 || isWildcard ? escapeBytes(byte) : spelling;
  }
  const decodes = inQuery ? form.decodesInQuery : form.decodes;
  return decodes[byte] === 1 && !isWildcard ? [byte] : spelling;
}

/** Bytes with escapes that only one side decodes, before and after the first `?`. */
export interface UnsharedEscapes {
  readonly inPath: ReadonlySet<number>;
  readonly inQuery: ReadonlySet<number>;
}

/** Returns the escapes that only one side decodes; none if one of the sides ignores the query. */
export function unsharedEscapes(a: CompiledDialect, b: CompiledDialect): UnsharedEscapes {
  const isPath = ({ dialect }: CompiledDialect) => dialect.target === 'path';
  const differing = (table: 'decodes' | 'decodesInQuery') =>
    isPath(a) || isPath(b) ? [] : READABLE_ORDER.filter((byte) => a.targetForm[table][byte] !== b.targetForm[table][byte]);
  return { inPath: new Set(differing('decodes')), inQuery: new Set(differing('decodesInQuery')) };
}

export function hasEscape(target: string, { inPath, inQuery }: UnsharedEscapes): boolean {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target.length : mark;
  for (const { index, 1: digits } of target.matchAll(/%([\da-f]{2})/gi)) {
    const bytes = index < path ? inPath : inQuery;
    if (bytes.has(Number.parseInt(digits, 16))) return true;
  }
  return false;
}

/** Returns a string that is equal for equal images. */
export function imageId(image: Image): string {
  return image === ENDS_TARGET ? 'end' : image.join();
}

/** Returns whether both sides compare the same bytes for every target. */
export function sameForm(one: CompiledDialect, other: CompiledDialect): boolean {
  if (one === other) return true;
  const a = one.dialect;
  const b = other.dialect;
  const sameTables = (['encodes', 'decodes', 'decodesInQuery'] as const).every((table) =>
    one.targetForm[table].every((flag, byte) => flag === other.targetForm[table][byte]),
  );
  return (
    sameTables &&
    one.targetForm.upperCaseEscapes === other.targetForm.upperCaseEscapes &&
    a.escapeLiteralWildcards === b.escapeLiteralWildcards &&
    a.urlStandardTargets === b.urlStandardTargets &&
    (a.target === 'path') === (b.target === 'path')
  );
}

/** Returns the possible spellings of bytes: all for one canonical form, those of a normalized URL (RFC 3986 6.2.2) for two. */
export function candidateUnits(sides: readonly [CompiledDialect, CompiledDialect], isSameForm: boolean): Unit[] {
  const nulEndsTarget = sides.some(({ targetEnd }) => targetEnd === NUL);
  const bytes = READABLE_ORDER.filter((byte) => byte !== HASH && !(byte === NUL && nulEndsTarget));
  const literals = bytes.map((byte) => ({ byte, spelling: [byte] }));
  if (isSameForm && isIdentity(sides[0])) return literals;
  const escapes = READABLE_ORDER.map((byte) => ({ byte, spelling: escapeBytes(byte) }));
  // A lone `%` is treated as its own escape.
  const all = [...literals.filter(({ byte }) => byte !== PERCENT), ...escapes];
  if (isSameForm) return all;
  return all.filter(({ byte, spelling }) => {
    const character = String.fromCharCode(byte);
    const isUnreserved = UNRESERVED.test(character);
    return spelling.length === 1 ? isUnreserved || RESERVED.test(character) : !isUnreserved;
  });
}

function readableOrder(): readonly number[] {
  const rank = (byte: number): number => {
    const character = String.fromCharCode(byte);
    const classes = [/[a-z]/, /\//, /[0-9]/, /[A-Z]/, /[-_.]/, /[?=&]/, /[!-$&-~]/, /%/, / /];
    const rank = classes.findIndex((pattern) => pattern.test(character));
    return rank < 0 ? classes.length : rank;
  };
  return Array.from({ length: 256 }, (_, byte) => byte).sort((a, b) => rank(a) - rank(b) || a - b);
}

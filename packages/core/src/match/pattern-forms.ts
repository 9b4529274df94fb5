/** Expands a rule into ordinary patterns of equal or lower specificity that together match the same targets. */

import type { CompiledDialect } from '../dialect/compiled-dialect.js';
import { ASTERISK, DOLLAR, PERCENT, QUESTION_MARK, SLASH } from '../util/bytes.js';
import type { CanonicalBytes, CanonicalPattern } from './canonical.js';
import { escapedByte } from './percent.js';

/** Maximum stars per pattern that may match a `?`. Each adds a pattern to compare. Real files have far fewer. */
export const MAX_QUERY_STARS = 8;

const INDEX_FILE = Array.from('index.htm', (character) => character.charCodeAt(0));
const NO_STARS: readonly number[] = [];

/** A canonical pattern to compare. */
export interface PatternForm {
  readonly bytes: Uint8Array;
  /** The end, without the final `$`. */
  readonly end: number;
  readonly anchored: boolean;
  readonly specificity: number;
}

/**
 * Returns the patterns that a rule stands for: its own, that of the folder if the rule allows an index file
 * (`indexAllowsFolder`), and the query forms of both. Worst case: 2 * (MAX_QUERY_STARS + 1) times the bytes of the rule.
 */
export function patternForms(
  form: Omit<CanonicalPattern, 'hasQueryEscapes'>,
  allowsFolder: boolean,
  tables: CompiledDialect,
): readonly PatternForm[] {
  const { bytes, length, specificity } = form;
  const anchored = tables.dialect.wildcards && length > 0 && bytes[length - 1] === DOLLAR;
  const whole = { bytes, end: anchored ? length - 1 : length, anchored, specificity };
  const folder = allowsFolder ? folderForm(form) : undefined;
  const forms = [whole, ...queryForms(whole, tables)];
  return folder === undefined ? forms : [...forms, folder, ...queryForms(folder, tables)];
}

/**
 * Returns the forms of a pattern in which one `*` matches the first `?` of the target: `*?*` replaces that star, and the
 * text after it is canonicalized as in a query, where more escapes are decoded.
 */
export function queryForms(form: PatternForm, tables: CompiledDialect): readonly PatternForm[] {
  const { queryEscapes } = tables;
  if (queryEscapes === undefined) return [];
  const stars = queryStars(form, queryEscapes);
  return stars.slice(0, MAX_QUERY_STARS).map((star) => queryForm(form, star, queryEscapes));
}

/** Returns whether a pattern has more stars that may match a `?` than are compared. */
export function exceedsQueryStars({ bytes, length }: CanonicalBytes, { queryEscapes }: CompiledDialect): boolean {
  if (queryEscapes === undefined) return false;
  return queryStars({ bytes, end: length }, queryEscapes).length > MAX_QUERY_STARS;
}

/**
 * Returns the offsets of stars before the first `?` that precede an escape decoded only in queries. Consecutive stars
 * count once. Returns at most one more than MAX_QUERY_STARS. Linear.
 */
function queryStars({ bytes, end }: Pick<PatternForm, 'bytes' | 'end'>, queryEscapes: Uint8Array): readonly number[] {
  let stars: number[] | undefined;
  let followed = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUESTION_MARK) break;
    if (byte === ASTERISK) {
      stars ??= [];
      if (bytes[at + 1] !== ASTERISK && stars.length <= MAX_QUERY_STARS) stars.push(at);
    } else if (byte === PERCENT && stars !== undefined && isQueryEscape(bytes, at, end, queryEscapes)) {
      followed = stars.length;
    }
  }
  return stars?.slice(0, followed) ?? NO_STARS;
}

function isQueryEscape(bytes: Uint8Array, at: number, end: number, queryEscapes: Uint8Array): boolean {
  return at + 2 < end && queryEscapes[escapedByte(bytes[at + 1], bytes[at + 2])] === 1;
}

function queryForm(form: PatternForm, star: number, queryEscapes: Uint8Array): PatternForm {
  const { bytes, end, anchored, specificity } = form;
  const written = new Uint8Array(end + 2);
  written.set(bytes.subarray(0, star + 1));
  let length = star + 1;
  written[length++] = QUESTION_MARK;
  written[length++] = ASTERISK;
  for (let at = star + 1; at < end; at++) {
    if (bytes[at] === PERCENT && isQueryEscape(bytes, at, end, queryEscapes)) {
      written[length++] = escapedByte(bytes[at + 1], bytes[at + 2]);
      at += 2;
    } else {
      written[length++] = bytes[at];
    }
  }
  return { bytes: written, end: length, anchored, specificity };
}

/** Returns the folder that a rule for an index file also matches, if it has one. */
export function folderForm(form: Omit<CanonicalPattern, 'hasQueryEscapes'>): PatternForm | undefined {
  const end = folderEnd(form);
  if (end < 0) return undefined;
  // The added `$` counts too.
  const specificity = form.specificity - (form.length - end) + 1;
  return { bytes: form.bytes, end, anchored: true, specificity };
}

/** Returns the end of the folder in a pattern `…/index.htm…`, including its slash, or -1. */
export function folderEnd({ bytes, length }: CanonicalBytes): number {
  let slash = length - 1;
  while (slash >= 0 && bytes[slash] !== SLASH) slash--;
  if (slash < 0 || slash + 1 + INDEX_FILE.length > length) return -1;
  return INDEX_FILE.every((byte, i) => bytes[slash + 1 + i] === byte) ? slash + 1 : -1;
}

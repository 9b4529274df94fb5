/**
 * The alphabet of targets: which bytes may follow each other in the targets of one or two dialects. The inverse of how a
 * dialect reads URLs (`target`, `targetForm` and `urlStandardTargets`).
 */

import { type CompiledDialect, compileDialect } from '../dialect/compiled-dialect.js';
import type { Dialect } from '../dialect/dialect.js';
import { ASTERISK, DOLLAR, DOT, PERCENT, QUESTION_MARK, SLASH } from '../util/bytes.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import {
  candidateUnits,
  coversForm,
  ENDS_TARGET,
  hasEscape,
  type Image,
  imageId,
  imageOf,
  READABLE_ORDER,
  sameForm,
  type Unit,
  type UnsharedEscapes,
  unsharedEscapes,
} from './target-units.js';

/**
 * Contexts in a target: four in a path, by how much of a dot segment was read; one in a query; and those inside an escape,
 * after its `%` and after its first digit.
 *
 *     /               a           %            2                F           /              .        x           ?
 *      SEGMENT_START   IN_SEGMENT  PATH_ESCAPE  PATH_DIGIT + 2   IN_SEGMENT  SEGMENT_START  ONE_DOT  IN_SEGMENT  IN_QUERY
 */
const IN_SEGMENT = 0;
const SEGMENT_START = 1;
const ONE_DOT = 2;
const TWO_DOTS = 3;
const IN_QUERY = 4;
const PATH_ESCAPE = 5;
const QUERY_ESCAPE = 6;
const PATH_DIGIT = 7;
const QUERY_DIGIT = PATH_DIGIT + 16;
const CONTEXTS = QUERY_DIGIT + 16;

/** The byte is not possible in this context. */
export const NO_CONTEXT = -1;

/** A byte or escape that at least one side compares in a different spelling. */
export interface RespelledUnit {
  readonly spelling: readonly number[];
  readonly images: readonly [Image, Image];
}

type Sides = readonly [CompiledDialect, CompiledDialect];

/** Which bytes and escapes may follow each other in a target. */
export class Alphabet {
  /** The context after the leading `/`. */
  readonly start: number;
  /** The context after a byte, or NO_CONTEXT, at `context * 256 + byte`. */
  readonly next = new Int8Array(CONTEXTS * 256).fill(NO_CONTEXT);
  /** 1 for contexts where a target may end. */
  readonly mayEnd = new Uint8Array(CONTEXTS);
  /** The possible bytes in a context, the most readable first. */
  readonly bytes: readonly (readonly number[])[];
  /** 1 for contexts inside an escape where the first digit restricts the second. */
  readonly isUneven: Uint8Array;
  /** The respelled units in a context, and the contexts they lead to. */
  readonly respelled: { readonly unit: RespelledUnit; readonly to: number }[][] = Array.from({ length: CONTEXTS }, () => []);
  /** Whether both sides compare the same bytes for every target. */
  readonly isShared: boolean;
  /**
   * False for custom dialects that distinguish a lone `%` or the case of an escape, because the alphabet then lacks some
   * targets.
   */
  readonly isComplete: boolean;
  /** 1 for path bytes that both sides compare as the same byte. */
  readonly isComparedEqual = new Uint8Array(256).fill(1);
  /** 1 for bytes that one side compares at a position where the other side compares something else. */
  readonly isComparedDifferently = new Uint8Array(256);
  /** Whether one side's target can end before the other's. */
  readonly endsDiffer: boolean;
  /** Whether a side removes dot segments (`urlStandardTargets`), so that only queries contain them. */
  readonly removesDots: boolean;
  /** Whether the possible units differ before and after a `?`. */
  readonly #splits: boolean;

  constructor(sides: Sides, excluded: UnsharedEscapes, hasWildcards: boolean) {
    const [first, second] = sides;
    this.isShared = sameForm(first, second);
    this.isComplete = !this.isShared || coversForm(first);
    this.endsDiffer = (first.dialect.target === 'path') !== (second.dialect.target === 'path');
    this.removesDots = sides.some(({ dialect }) => dialect.urlStandardTargets);
    const differsInQuery = ({ targetForm: { decodes, decodesInQuery } }: CompiledDialect) =>
      decodes.some((flag, byte) => flag !== decodesInQuery[byte]);
    this.#splits = this.removesDots || !this.isShared || sides.some(differsInQuery);
    this.start = this.removesDots ? SEGMENT_START : IN_SEGMENT;
    for (const context of [IN_SEGMENT, SEGMENT_START, IN_QUERY]) this.mayEnd[context] = 1;
    const units = candidateUnits(sides, this.isShared);
    for (const inQuery of this.#splits ? [false, true] : [false]) {
      const escapes = inQuery ? excluded.inQuery : excluded.inPath;
      const isLeft = ({ byte, spelling }: Unit) =>
        spelling.length === 1 ? hasWildcards || (byte !== ASTERISK && byte !== DOLLAR) : !escapes.has(byte);
      this.#fill(sides, units.filter(isLeft), inQuery);
    }
    if (this.isShared) this.isComparedEqual.fill(1);
    else this.isComparedEqual[QUESTION_MARK] = 0;
    this.bytes = Array.from({ length: CONTEXTS }, (_, context) =>
      READABLE_ORDER.filter((byte) => this.next[context * 256 + byte] !== NO_CONTEXT),
    );
    this.isUneven = Uint8Array.from(this.bytes, (bytes, context) => {
      if (context !== PATH_ESCAPE && context !== QUERY_ESCAPE) return 0;
      const choices = bytes.map((byte) => this.bytes[this.next[context * 256 + byte]].length);
      return choices.some((count) => count < 16) ? 1 : 0;
    });
  }

  /** Of several spellings that are compared equally, adds only one, preferably the literal byte. */
  #fill(sides: Sides, units: readonly Unit[], inQuery: boolean): void {
    const seen = new Set<string>();
    const respelled: RespelledUnit[] = [];
    for (const unit of units) {
      const images = sides.map((side) => imageOf(unit, side, inQuery)) as [Image, Image];
      const isPlain = images.every(
        (image, side) => imageId(image) === imageId(unit.spelling) || (inQuery && sides[side].dialect.target === 'path'),
      );
      if (isPlain) {
        seen.add(images.map(imageId).join(';'));
        this.#allow(unit, inQuery);
      } else {
        respelled.push({ spelling: unit.spelling, images });
        this.#markDifferent(images);
      }
    }
    for (const unit of respelled) {
      const id = unit.images.map(imageId).join(';');
      if (seen.has(id) || unit.images.every((image) => image === ENDS_TARGET)) continue;
      seen.add(id);
      this.#respell(unit, inQuery);
    }
  }

  #markDifferent(images: readonly [Image, Image]): void {
    if (imageId(images[0]) === imageId(images[1])) return;
    for (const image of images) {
      if (image === ENDS_TARGET || image.length === 0) this.isComparedDifferently.fill(1);
      else for (const byte of image) this.isComparedDifferently[byte] = 1;
    }
  }

  #allow({ byte, spelling }: Unit, inQuery: boolean): void {
    const free = inQuery ? IN_QUERY : IN_SEGMENT;
    if (spelling.length === 3) {
      const percent = inQuery ? QUERY_ESCAPE : PATH_ESCAPE;
      const digit = (inQuery ? QUERY_DIGIT : PATH_DIGIT) + (byte >> 4);
      for (const context of this.#contexts(inQuery)) this.next[context * 256 + PERCENT] = percent;
      this.next[percent * 256 + spelling[1]] = digit;
      this.next[digit * 256 + spelling[2]] = free;
      return;
    }
    for (const context of this.#contexts(inQuery)) {
      this.next[context * 256 + byte] = this.#after(context, byte);
    }
  }

  #respell(unit: RespelledUnit, inQuery: boolean): void {
    for (const image of unit.images) {
      // A pattern without `?` that has not matched before the query never will.
      if (image !== ENDS_TARGET && !inQuery) this.isComparedEqual[image[0]] = 0;
    }
    const free = inQuery ? IN_QUERY : IN_SEGMENT;
    for (const context of this.#contexts(inQuery)) {
      const to = unit.spelling.length === 1 ? this.#after(context, unit.spelling[0]) : free;
      if (to !== NO_CONTEXT) this.respelled[context].push({ unit, to });
    }
  }

  #contexts(inQuery: boolean): readonly number[] {
    if (inQuery) return [IN_QUERY];
    return this.removesDots ? [IN_SEGMENT, SEGMENT_START, ONE_DOT, TWO_DOTS] : [IN_SEGMENT];
  }

  /** Returns the context after a literal byte. Dot segments are removed before comparison. */
  #after(context: number, byte: number): number {
    if (context === IN_QUERY) return IN_QUERY;
    const isDots = context === ONE_DOT || context === TWO_DOTS;
    if (byte === QUESTION_MARK && this.#splits) return isDots ? NO_CONTEXT : IN_QUERY;
    if (!this.removesDots) return IN_SEGMENT;
    if (byte === SLASH) return isDots ? NO_CONTEXT : SEGMENT_START;
    if (byte === DOT && context === SEGMENT_START) return ONE_DOT;
    return byte === DOT && context === ONE_DOT ? TWO_DOTS : IN_SEGMENT;
  }
}

/** Memoizes a function by a pair of dialects. */
function memoizeByPair(make: (sides: Sides) => Alphabet): (first: Dialect, second: Dialect) => Alphabet {
  const alphabets = memoizeByObject((first: Dialect) =>
    memoizeByObject((second: Dialect) => make([compileDialect(first), compileDialect(second)])),
  );
  return (first, second) => alphabets(first)(second);
}

const NO_ESCAPES: UnsharedEscapes = { inPath: new Set(), inQuery: new Set() };

/** Returns the alphabet of targets for two dialects, or for one dialect passed twice. */
export const alphabetOf = memoizeByPair((sides) => new Alphabet(sides, NO_ESCAPES, true));

const plainAlphabet = memoizeByPair((sides) => {
  const escapes = unsharedEscapes(...sides);
  return escapes.inPath.size + escapes.inQuery.size === 0
    ? alphabetOf(sides[0].dialect, sides[1].dialect)
    : new Alphabet(sides, escapes, true);
});

const withoutWildcards = memoizeByPair((sides) => new Alphabet(sides, unsharedEscapes(...sides), false));

/**
 * Like `alphabetOf`, but without escapes that only one dialect decodes, because the dialects always disagree about rules
 * for those bytes. Returns the same object if there are none.
 * @param hasWildcards whether targets may contain a literal `*` or `$`. Pass false if no pattern contains one: dialects that
 * escape them would differ only by accident, such as `/*A` matching the last digit of `%2A`.
 */
export function plainAlphabetOf(first: Dialect, second: Dialect, hasWildcards = true): Alphabet {
  return (hasWildcards ? plainAlphabet : withoutWildcards)(first, second);
}

/** Returns a predicate for targets without escapes that only one dialect decodes. */
export function plainTargets(first: Dialect, second: Dialect): (target: string) => boolean {
  const escapes = unsharedEscapes(compileDialect(first), compileDialect(second));
  return (target) => !hasEscape(target, escapes);
}

/** Makes targets that a pattern matches, without a search. */

import { textOf } from '../syntax/source-text.js';
import { PERCENT, SLASH } from '../util/bytes.js';
import { type Alphabet, NO_CONTEXT, type RespelledUnit } from './alphabet.js';
import { type Shape, STAR } from './shape.js';
import { ENDS_TARGET } from './target-units.js';

export interface Probe {
  readonly target: string;
  /** What each side of the alphabet compares. */
  readonly images: readonly [readonly number[], readonly number[]];
  /** Whether no shorter target matches the pattern. */
  readonly isShortest: boolean;
}

/**
 * Yields targets that the pattern matches on a side: with its stars removed, with each star replaced by the filler (a byte
 * that few patterns contain), and both with the filler appended. Linear in the pattern.
 */
export function* probesOf(
  { symbols, anchored, starred }: Shape,
  side: 0 | 1,
  alphabet: Alphabet,
  filler: number,
): Generator<Probe, void, undefined> {
  const shortest = symbols.filter((symbol) => symbol !== STAR);
  const least = Math.max(1, shortest.length);
  const filled = () => symbols.map((symbol) => (symbol === STAR ? filler : symbol));
  for (const bytesOf of starred ? [() => shortest, filled] : [() => shortest]) {
    const body = bytesOf();
    if (body[0] !== SLASH) body.unshift(SLASH);
    for (const bytes of anchored ? [body] : [body, [...body, filler]]) {
      const probe = spell(bytes, side, alphabet, least);
      if (probe !== undefined) yield probe;
    }
  }
}

/**
 * Returns the shortest target that the pattern matches on a side; undefined if the alphabet cannot spell it, or if the pattern
 * starts with a byte that starts no target.
 */
export function shortestProbe({ symbols }: Shape, side: 0 | 1, alphabet: Alphabet): Probe | undefined {
  if (symbols[0] !== SLASH && symbols[0] !== STAR) return undefined;
  const bytes = symbols.filter((symbol) => symbol !== STAR);
  return spell(bytes[0] === SLASH ? bytes : [SLASH, ...bytes], side, alphabet, bytes.length);
}

const BOTH_SIDES = [0, 1] as const;

/** Returns a target that the side compares as these bytes; undefined if the alphabet has none. */
function spell(bytes: readonly number[], side: 0 | 1, alphabet: Alphabet, least: number): Probe | undefined {
  const { next, respelled, start, mayEnd } = alphabet;
  const spelling = [SLASH];
  const images: [number[], number[]] = [[SLASH], [SLASH]];
  const hasEnded = [false, false];
  let context = start;
  for (let at = 1; at < bytes.length; ) {
    const byte = bytes[at];
    const literal = next[context * 256 + byte];
    // The `%` of a respelled escape may also start other escapes.
    const unit =
      literal === NO_CONTEXT || byte === PERCENT
        ? respelled[context].find((candidate) => isImage(candidate.unit, side, bytes, at))
        : undefined;
    if (unit === undefined) {
      if (literal === NO_CONTEXT) return undefined;
      spelling.push(byte);
      for (const index of BOTH_SIDES) if (!hasEnded[index]) images[index].push(byte);
      context = literal;
      at++;
      continue;
    }
    for (const [index, image] of unit.unit.images.entries()) {
      if (image === ENDS_TARGET) hasEnded[index] = true;
      else if (!hasEnded[index]) images[index].push(...image);
    }
    if (hasEnded[side]) return undefined;
    spelling.push(...unit.unit.spelling);
    context = unit.to;
    at += (unit.unit.images[side] as readonly number[]).length;
  }
  if (mayEnd[context] === 0) return undefined;
  const text = Uint8Array.from(spelling);
  const isShortest = spelling.length === least;
  return { target: textOf(text, 0, text.length), images, isShortest };
}

/** Returns whether the side compares the unit as the bytes at `at`. */
function isImage({ images }: RespelledUnit, side: 0 | 1, bytes: readonly number[], at: number): boolean {
  const image = images[side];
  if (image === ENDS_TARGET || image.length === 0) return false;
  return image.every((byte, index) => bytes[at + index] === byte);
}

/** Approximates the set of bytes in a text as a bit mask, so that one comparison rules out most patterns. */

import type { CompiledDialect } from '../dialect/compiled-dialect.js';
import { memoizeByObject } from '../util/memoize-by-object.js';

/** The bits below hold the dialect's kinds of target bytes. */
const FIRST_BIT = 4;
/**
 * One bit per group. The most common letters and `/` have none, because nearly every URL contains them. Rare or
 * distinctive characters have their own bit; all others share the last one.
 */
const GROUPS = [
  ...['?', '=', '&', '.', '-', '0', '1', '2', '3', '45', '67', '89'],
  ...['b', 'c', 'd', 'f', 'g', 'h', 'kq', 'l', 'm', 'p', 'u', 'vx', 'w', 'jyz'],
];
const UNMASKED = 'aeinorst/';

const MASK = Int32Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  if (UNMASKED.includes(character)) return 0;
  const group = GROUPS.findIndex((characters) => characters.includes(character));
  return 1 << (FIRST_BIT + (group < 0 ? GROUPS.length : group));
});

/** Returns the mask of the bytes from `start` to `end`. Linear. */
export function maskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at++) mask |= MASK[bytes[at]];
  return mask;
}

/** Returns a mask of the pairs of adjacent bytes from `start` to `end`; pairs may share a bit. Linear. */
export function pairMaskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start + 1; at < end; at++) mask |= 1 << (bytes[at - 1] * 5 + bytes[at]);
  return mask;
}

const masked = memoizeByObject(({ targetKinds }: CompiledDialect) =>
  MASK.map((bit, byte) => bit | targetKinds[byte]),
);
let latestTables: CompiledDialect | undefined;
let latestKinds: Int32Array = MASK;

/** Returns each byte's mask combined with its target kind in the dialect, so that one pass collects both. */
export function maskedKinds(tables: CompiledDialect): Int32Array {
  if (tables === latestTables) return latestKinds;
  latestTables = tables;
  latestKinds = masked(tables);
  return latestKinds;
}

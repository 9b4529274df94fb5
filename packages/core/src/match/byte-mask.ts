/** Which bytes a text holds, roughly and in one number: so that one comparison rules most patterns out. */
import { type CompiledDialect, NOT_CANONICAL } from '../compiled-dialect.js';

/** The kinds of bytes of a dialect take the lowest bits. */
const FIRST_BIT = 5;
/**
 * A bit for each group. The commonest letters and `/` are in nearly every URL and have none; what is rare in URLs, or
 * tells patterns apart, has one of its own. All that is not named shares the last.
 */
const GROUPS = [
  ...['?', '=', '&', '.', '-', '0', '1', '2', '3', '45', '67', '89'],
  ...['b', 'c', 'd', 'f', 'g', 'h', 'kq', 'l', 'm', 'p', 'u', 'vx', 'w', 'jyz'],
];
/** A sign that no target has, since it is in canonical form. */
export const IMPOSSIBLE = NOT_CANONICAL;
const UNMASKED = 'aeinorst/';

const MASK = Int32Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  if (UNMASKED.includes(character)) return 0;
  const group = GROUPS.findIndex((characters) => characters.includes(character));
  return 1 << (FIRST_BIT + (group < 0 ? GROUPS.length : group));
});

/** The signs of the bytes from `start` to `end`. Linear. */
export function maskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at++) mask |= MASK[bytes[at]];
  return mask;
}

const made = new WeakMap<CompiledDialect, Int32Array>();
let latestTables: CompiledDialect | undefined;
let latestKinds: Int32Array = MASK;

/** By byte: its sign, and the kind of byte that it is in targets of the dialect, so that one pass gathers both. */
export function maskedKinds(tables: CompiledDialect): Int32Array {
  if (tables === latestTables) return latestKinds;
  let mask = made.get(tables);
  if (mask === undefined) {
    mask = MASK.map((bit, byte) => bit | tables.targetKinds[byte]);
    made.set(tables, mask);
  }
  latestTables = tables;
  latestKinds = mask;
  return mask;
}

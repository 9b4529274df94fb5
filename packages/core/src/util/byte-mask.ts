/** Approximates the set of bytes in a text as a bit mask, so that one comparison rules out most patterns. */

/** The bits below hold the kinds of target bytes in a dialect. */
const FIRST_BIT = 4;
/**
 * One bit per group. The most common letters and `/` have none, because nearly every URL contains them. Rare or
 * distinctive characters have their own bit; all others share the last one.
 */
const GROUPS = '?,=,&,.,-,0,1,2,3,45,67,89,b,c,d,f,g,h,kq,l,m,p,u,vx,w,jyz'.split(',');
const UNMASKED = 'aeinorst/';

/** The mask of each byte. */
export const BYTE_MASKS = Int32Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  if (UNMASKED.includes(character)) return 0;
  const group = GROUPS.findIndex((characters) => characters.includes(character));
  return 1 << (FIRST_BIT + (group < 0 ? GROUPS.length : group));
});

/** Returns the mask of the bytes from `start` to `end`. Linear. */
export function maskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at++) mask |= BYTE_MASKS[bytes[at]];
  return mask;
}

/** Returns a mask of the pairs of adjacent bytes from `start` to `end`; pairs may share a bit. Linear. */
export function pairMaskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0;
  for (let at = start + 1; at < end; at++) mask |= 1 << (bytes[at - 1] * 5 + bytes[at]);
  return mask;
}

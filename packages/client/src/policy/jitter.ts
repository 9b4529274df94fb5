/** A share from 0 up to 1 that is always the same for a text: it spreads requests without a source of randomness. */
export function stableShare(text: string): number {
  // FNV-1a over code units, then a finaliser: close texts must lie far apart.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

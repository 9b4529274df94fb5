/** Finds the known name closest to a misspelled one. */

/** Longer names are not misspellings of known ones. */
const LONGEST_NAME = 32;
/** One edit is accepted per this many characters. */
const CHARACTERS_PER_EDIT = 4;

/**
 * Returns the closest name, or undefined if none is close. Ignores case. An edit inserts, deletes or replaces a character
 * or swaps two neighbors; one is accepted per four characters. Worst case: length of the name times the length of all
 * names, both bounded.
 *
 * @example
 * ```ts
 * import { nearestName } from '@repkit/core/analysis';
 *
 * nearestName('Dissalow', ['Allow', 'Disallow']); // 'Disallow'
 * nearestName('Sitemap', ['Allow', 'Disallow']); // undefined
 * ```
 */
export function nearestName<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const wanted = name.toLowerCase();
  let nearest: Name | undefined;
  let fewest = Math.ceil(name.length / CHARACTERS_PER_EDIT) + 1;
  for (const known of names) {
    const candidate = known.toLowerCase();
    // A lower bound of the edit distance, which is cheaper to compute.
    if (Math.abs(wanted.length - candidate.length) >= fewest) continue;
    if (lettersMissing(wanted, candidate) >= fewest) continue;
    const edits = editDistance(wanted, candidate);
    const maxEdits = Math.ceil(candidate.length / CHARACTERS_PER_EDIT);
    if (edits <= maxEdits && edits < fewest) {
      nearest = known;
      fewest = edits;
    }
  }
  return nearest;
}

/**
 * Returns the number of distinct characters (modulo 32) of the longer text that the shorter one lacks. This is a lower bound
 * of the edit distance.
 */
function lettersMissing(a: string, b: string): number {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  let missing = lettersOf(longer) & ~lettersOf(shorter);
  let count = 0;
  for (; missing !== 0; missing &= missing - 1) count++;
  return count;
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/**
 * Returns the optimal string alignment distance: the minimum number of insertions, deletions, replacements and swaps of
 * neighbors. Worst case: the product of the lengths.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, beforeLast[column - 2] + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length];
}

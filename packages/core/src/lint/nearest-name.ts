/** The known name that a misspelt one is nearest to. */

/** Longer names are no slips of a known one, and need not be compared. */
const LONGEST_NAME = 24;
/** One slip in so many characters. */
const CHARACTERS_PER_EDIT = 4;

/**
 * The nearest of the names, or undefined where none is near: a slip is a character left out, put in or taken for
 * another, or two that changed places. Worst case: the bytes of the name times those of all names, both bounded.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  let nearest: string | undefined;
  let fewest = Math.ceil(name.length / CHARACTERS_PER_EDIT) + 1;
  for (const candidate of names) {
    // So many are sure.
    if (Math.abs(name.length - candidate.length) >= fewest) continue;
    if (lettersMissing(name, candidate) >= fewest) continue;
    const edits = editDistance(name, candidate);
    const most = Math.ceil(candidate.length / CHARACTERS_PER_EDIT);
    if (edits <= most && edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

/** Returns the distinct characters of the longer text that the other lacks, modulo 32: each takes a slip of its own. */
function lettersMissing(one: string, other: string): number {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
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
 * Returns the edit distance of two texts (optimal string alignment): the fewest insertions, deletions, replacements and
 * swaps of neighbors that turn one into the other. Worst case: time is the product of the lengths.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let edits = Math.min(
        last[column] + 1,
        current[column - 1] + 1,
        last[column - 1] + (same ? 0 : 1),
      );
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, beforeLast[column - 2] + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length];
}

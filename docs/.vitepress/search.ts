/** How the search of the site reads words and ranks pages. */

/** Divides text into the words of the search. The default of MiniSearch splits at spaces, which Japanese text rarely has. */
export function tokenize(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * Ranks the generated reference, the pages of lint codes and the list of tests in the comparison below pages that explain the same.
 * Runs in the browser, so it uses only its argument.
 */
export function boostDocument(id: string): number {
  return /\/(?:reference\/|lint\/|comparison\.)/.test(id) ? 0.4 : 1;
}

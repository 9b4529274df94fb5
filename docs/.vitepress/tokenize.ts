/** Divides text into the words of the search. The default of MiniSearch splits at spaces, which Japanese text rarely has. */
export function tokenize(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/** All words of up to `longest` letters, shortest first. */
export function wordsOf(letters: readonly string[], longest: number): string[] {
  const words = [''];
  for (let from = 0, length = 1; length <= longest; length++) {
    const shorter = words.slice(from);
    from = words.length;
    words.push(...shorter.flatMap((word) => letters.map((letter) => word + letter)));
  }
  return words;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SuffixIndex } from '../../src/match/suffix-index.js';
import { bytes, countReads } from '../support/make.js';
import { targetOf } from '../support/patterns.js';

function expectOffsets(text: string, pieces: readonly string[]): void {
  const index = new SuffixIndex(targetOf(text));
  for (const piece of pieces) {
    const memory = bytes(`<${piece}>`);
    for (let from = 0; from <= text.length + 1; from++) {
      // The target begins at 1.
      const found = index.find(memory, 1, 1 + piece.length, 1 + from);
      const expected = text.indexOf(piece, from);
      if (found !== (expected < 0 ? -1 : 1 + expected)) {
        expect.fail(`${piece} in ${text} from ${from}: ${found}`);
      }
    }
  }
}

test('find: like String.indexOf, for each substring and some others', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'aaa', '\xFF', '\0'), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (long) => {
      const pieces = ['c', 'ba', 'aaaaaaaa', `${long}a`];
      for (let start = 0; start < long.length; start++) {
        for (let end = start + 1; end <= long.length; end++) {
          pieces.push(long.slice(start, end), `${long.slice(start, end)}a`);
        }
      }
      expectOffsets(long, pieces);
    }),
    { numRuns: 100 },
  );
});

test.each([1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 257])('find: in %i equal bytes', (length) => {
  expectOffsets('a'.repeat(length), ['a', 'aa', 'a'.repeat(length), 'a'.repeat(length + 1), 'b']);
});

test('worst case: two comparisons of the piece per bit of the target length', () => {
  const { bytes: piece, reads } = countReads(bytes(`${'a'.repeat(1000)}b`));
  const index = new SuffixIndex(targetOf(`b${'a'.repeat(4000)}`));
  expect(index.find(piece, 0, 1001, 1)).toBe(-1);
  expect(reads()).toBeLessThan(2 * 13 * 1001);
});

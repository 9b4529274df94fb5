import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { findLinearly, findPiece, pieceAt, sharedBytes } from '../../src/match/piece.js';
import { bytes, countReads } from '../support/make.js';
import { wordsOf } from '../support/words.js';

test('findPiece: first occurrence within the bounds', () => {
  const text = bytes('xabcabdab');
  const find = (piece: string, from: number, to: number) => findPiece(bytes(`<${piece}>`), 1, 1 + piece.length, text, from, to);
  expect(find('abd', 0, 9)).toBe(4);
  expect(find('ab', 1, 9)).toBe(1);
  expect(find('ab', 2, 9)).toBe(4);
  expect(find('ab', 5, 9)).toBe(7);
  expect(find('ab', 5, 8)).toBe(-1);
  expect(find('b', 3, 9)).toBe(5);
  expect(find('b', 6, 8)).toBe(-1);
  expect(find('', 3, 9)).toBe(3);
  expect(find('abcabdabc', 1, 9)).toBe(-1);
});

test('pieceAt: whether the bytes are at an offset', () => {
  const text = bytes('abcabd');
  expect(pieceAt(bytes('xabdx'), 1, 4, text, 3)).toBe(true);
  expect(pieceAt(bytes('xabdx'), 1, 4, text, 0)).toBe(false);
  expect(pieceAt(bytes('abd'), 0, 3, text, 4)).toBe(false);
  expect(pieceAt(bytes(''), 0, 0, text, 6)).toBe(true);
});

test('sharedBytes: number of shared leading bytes', () => {
  const text = bytes('abcabd');
  expect(sharedBytes(bytes('xabdx'), 1, 4, text, 3)).toBe(3);
  expect(sharedBytes(bytes('xabdx'), 1, 4, text, 0)).toBe(2);
  expect(sharedBytes(bytes('abd'), 0, 3, text, 5)).toBe(0);
});

test('findPiece, findLinearly: all pieces in all texts of two letters', () => {
  const pieces = wordsOf(['a', 'b'], 6).slice(1);
  for (const text of wordsOf(['a', 'b'], 8)) {
    // The bytes around the text would often match.
    const memory = bytes(`ab${text}ab`);
    for (const piece of pieces) {
      const word = bytes(`<${piece}>`);
      const expected = text.indexOf(piece);
      for (const find of [findPiece, findLinearly]) {
        const at = find(word, 1, 1 + piece.length, memory, 2, 2 + text.length);
        if (at !== (expected < 0 ? -1 : expected + 2)) expect([find.name, piece, text]).toEqual(at);
      }
    }
  }
});

test('findPiece, findLinearly: a piece longer than the shared memory', () => {
  const piece = bytes(`${'a'.repeat(5000)}b`);
  const text = bytes(`${'a'.repeat(7000)}b`);
  for (const find of [findPiece, findLinearly]) {
    expect(find(piece, 0, piece.length, text, 0, text.length)).toBe(2000);
  }
});

test('findPiece, findLinearly: like String.indexOf for longer texts', () => {
  const letters = (maxLength: number) => fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((list) => list.join(''));
  const period = letters(3).chain((word) => fc.nat(200).map((count) => word.repeat(count)));
  const text = fc.array(fc.oneof(letters(20), period), { maxLength: 5 }).map((all) => all.join(''));
  const piece = fc
    .tuple(letters(2), period, letters(2))
    .map((parts) => parts.join(''))
    .filter((word) => word !== '');
  fc.assert(
    fc.property(text, piece, fc.nat(30), fc.nat(30), (long, word, from, after) => {
      // The bytes around the text would often match.
      const memory = bytes(`a${long}${'ab'.repeat(after)}`);
      const start = Math.min(1 + from, 1 + long.length);
      const found = long.indexOf(word, start - 1);
      const expected = found < 0 ? -1 : found + 1;
      for (const find of [findPiece, findLinearly]) {
        const at = find(bytes(`<${word}>`), 1, 1 + word.length, memory, start, 1 + long.length);
        expect([find.name, at]).toEqual([find.name, expected]);
      }
    }),
    { numRuns: runs(500) },
  );
});

describe('worst case: linear in the text', () => {
  const length = 20_000;
  test.each([
    ['a long run and another letter', `${'a'.repeat(length / 2)}b`, `ab${'a'.repeat(length)}`],
    ['another letter in the middle', `${'a'.repeat(5_000)}b${'a'.repeat(5_000)}`, 'a'.repeat(length)],
    ['a period and another letter', `${'ab'.repeat(2_500)}c`, 'ab'.repeat(length / 2)],
    ['periods of periods', `${'aab'.repeat(99)}ab`.repeat(30), 'aab'.repeat(length / 3)],
    ['three bytes', 'abc', 'ab'.repeat(length / 2)],
  ])('%s', (_name, word, long) => {
    const text = countReads(bytes(long));
    const piece = countReads(bytes(word));
    findPiece(piece.bytes, 0, word.length, text.bytes, 0, long.length);
    expect(text.reads()).toBeLessThan(6 * length);
    expect(piece.reads()).toBeLessThan(10 * length);
  });
});

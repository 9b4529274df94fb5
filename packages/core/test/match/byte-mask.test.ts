import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IMPOSSIBLE, maskedKinds, maskOf } from '../../src/match/byte-mask.js';
import { bytes, dialectNames, tablesOf } from '../support/make.js';

function signs(text: string): number {
  return maskOf(bytes(text), 0, text.length);
}

/** The bits that are set. */
function bits(value: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((value >>> bit) & 1) === 1);
}

describe('byte masks', () => {
  test.each([
    ['', 0],
    ['/a/earnest/ration/', 0],
    ['?', 1],
    ['2', 1],
    ['??', 1],
    ['?=', 2],
    ['2011', 3],
    ['b', 1],
    ['/b/c', 2],
    ['%', 1],
    ['~', 1],
    ['\u00FF', 1],
  ])('%j has %i bits', (text, count) => {
    expect(bits(signs(text))).toHaveLength(count);
  });

  test('case makes no difference; ungrouped bytes share one bit', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      expect(signs(letter.toUpperCase())).toBe(signs(letter));
    }
    expect(new Set(Array.from('%~+,;:!\u0000\u0080\u00FF', signs)).size).toBe(1);
    expect(signs('~')).not.toBe(signs('-'));
  });

  test('every bit not used for byte kinds is used for a group', () => {
    const all = signs(Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join(''));
    expect(bits(all)).toEqual(Array.from({ length: 27 }, (_, i) => i + 5));
  });

  test('only bytes within the range count', () => {
    expect(maskOf(bytes('?b='), 1, 2)).toBe(signs('b'));
  });

  test('a substring has no bit that the text lacks', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(signs(part) & ~signs(before + part + after)).toBe(0);
      }),
    );
  });

  test('no byte has the bit IMPOSSIBLE', () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(signs(String.fromCharCode(byte)) & IMPOSSIBLE).toBe(0);
    }
  });
});

test.each(dialectNames)(
  '%s: includes the kind of each byte, whichever dialect came before',
  (name) => {
    for (const dialect of [name, 'rfc9309', 'google', name] as const) {
      const tables = tablesOf(dialect);
      const kinds = maskedKinds(tables);
      expect(maskedKinds(tables)).toBe(kinds);
      for (let byte = 0; byte < 256; byte++) {
        expect(kinds[byte]).toBe(tables.targetKinds[byte] | signs(String.fromCharCode(byte)));
      }
    }
  },
);

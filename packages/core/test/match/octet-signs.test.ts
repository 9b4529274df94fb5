import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEVER, signedKinds, signsOf } from '../../src/match/octet-signs.js';
import { dialectNames, octets, tablesOf } from '../support/make.js';

function signs(text: string): number {
  return signsOf(octets(text), 0, text.length);
}

/** The bits that are set. */
function bits(value: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((value >>> bit) & 1) === 1);
}

describe('the signs of octets', () => {
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
  ])('%j has %i of them', (text, count) => {
    expect(bits(signs(text))).toHaveLength(count);
  });

  test('letters and capitals have the same; what is in no group shares one', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      expect(signs(letter.toUpperCase())).toBe(signs(letter));
    }
    expect(new Set(Array.from('%~+,;:!\u0000\u0080\u00FF', signs)).size).toBe(1);
    expect(signs('~')).not.toBe(signs('-'));
  });

  test('every bit but those of the kinds is in use', () => {
    const all = signs(
      Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).join(''),
    );
    expect(bits(all)).toEqual(Array.from({ length: 27 }, (_, i) => i + 5));
  });

  test('only those between the two places count', () => {
    expect(signsOf(octets('?b='), 1, 2)).toBe(signs('b'));
  });

  test('a part of a text has no sign that the text has not', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(signs(part) & ~signs(before + part + after)).toBe(0);
      }),
    );
  });

  test('NEVER is the sign of no octet', () => {
    for (let octet = 0; octet < 256; octet++) {
      expect(signs(String.fromCharCode(octet)) & NEVER).toBe(0);
    }
  });
});

test.each(dialectNames)(
  '%s: an octet has its kind besides, whichever dialect was asked before',
  (name) => {
    for (const dialect of [name, 'rfc9309', 'google', name] as const) {
      const tables = tablesOf(dialect);
      const kinds = signedKinds(tables);
      expect(signedKinds(tables)).toBe(kinds);
      for (let octet = 0; octet < 256; octet++) {
        expect(kinds[octet]).toBe(tables.targetKinds[octet] | signs(String.fromCharCode(octet)));
      }
    }
  },
);

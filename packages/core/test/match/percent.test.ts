import { expect, test } from 'vitest';
import { escapedOctet, escapeOf, upperHexDigit } from '../../src/match/percent.js';

const code = (character: string) => character.charCodeAt(0);

test('RFC 3986 2.1: two hex digits of either case are an octet', () => {
  for (let octet = 0; octet < 256; octet++) {
    const digits = octet.toString(16).padStart(2, '0');
    for (const [high, low] of [digits, digits.toUpperCase()]) {
      expect(escapedOctet(code(high), code(low))).toBe(octet);
    }
  }
});

test('RFC 3986 2.1: nothing else is', () => {
  const isDigit = (octet: number) => /^[0-9A-Fa-f]$/.test(String.fromCharCode(octet));
  for (let octet = 0; octet < 256; octet++) {
    if (isDigit(octet)) continue;
    expect(escapedOctet(octet, code('0'))).toBeLessThan(0);
    expect(escapedOctet(code('f'), octet)).toBeLessThan(0);
  }
});

test('RFC 3986 2.1: digits are written in upper case', () => {
  const digits = Array.from({ length: 16 }, (_, value) => upperHexDigit(value));
  expect(String.fromCharCode(...digits)).toBe('0123456789ABCDEF');
});

test('RFC 3986 2.1: every octet has its escape', () => {
  for (let octet = 0; octet < 256; octet++) {
    expect(escapeOf(octet)).toMatch(/^%[0-9A-F]{2}$/);
    expect(Number.parseInt(escapeOf(octet).slice(1), 16)).toBe(octet);
  }
});

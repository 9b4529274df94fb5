import { expect, test } from 'vitest';
import { escapedByte, escapeOf, upperHexDigit } from '../../src/match/percent.js';

const code = (character: string) => character.charCodeAt(0);

test('RFC 3986 2.1: two hex digits of either case are a byte', () => {
  for (let byte = 0; byte < 256; byte++) {
    const digits = byte.toString(16).padStart(2, '0');
    for (const [high, low] of [digits, digits.toUpperCase()]) {
      expect(escapedByte(code(high), code(low))).toBe(byte);
    }
  }
});

test('RFC 3986 2.1: other bytes are not hex digits', () => {
  const isDigit = (byte: number) => /^[0-9A-Fa-f]$/.test(String.fromCharCode(byte));
  for (let byte = 0; byte < 256; byte++) {
    if (isDigit(byte)) continue;
    expect(escapedByte(byte, code('0'))).toBeLessThan(0);
    expect(escapedByte(code('f'), byte)).toBeLessThan(0);
  }
});

test('RFC 3986 2.1: writes digits in upper case', () => {
  const digits = Array.from({ length: 16 }, (_, value) => upperHexDigit(value));
  expect(String.fromCharCode(...digits)).toBe('0123456789ABCDEF');
});

test('RFC 3986 2.1: every byte has its escape', () => {
  for (let byte = 0; byte < 256; byte++) {
    expect(escapeOf(byte)).toMatch(/^%[0-9A-F]{2}$/);
    expect(Number.parseInt(escapeOf(byte).slice(1), 16)).toBe(byte);
  }
});

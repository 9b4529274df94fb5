import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import { lineDiagnostics } from '@repkit/core/analysis';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { readOpened } from '../../src/worker/opened-text.js';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Encodes each character as one byte. */
const latin1 = bytes;

describe('readOpened', () => {
  test('preserves UTF-8 including its byte-order mark, which lint reports', () => {
    const opened = readOpened(new TextEncoder().encode('\uFEFFAllow: /ä\uFFFD\r\n'));
    expect(opened).toEqual({
      text: '\uFEFFAllow: /ä\uFFFD\r\n',
      encoding: 'utf-8',
      invalidLines: undefined,
    });
    const codes = lineDiagnostics(parseRobotsTxt(opened.text)).map(({ code }) => code);
    expect(codes).toContain('byte-order-mark');
  });

  test.each([
    ['utf-16le', '\xFF\xFEA\0/\0\xE9\0'],
    ['utf-16be', '\xFE\xFF\0A\0/\0\xE9'],
  ])('decodes and reports UTF-16: %s', (encoding, text) => {
    expect(readOpened(bytes(text))).toEqual({ text: 'A/é', encoding, invalidLines: undefined });
  });

  test('escapes lines that are not UTF-8, and reports their count and the first one', () => {
    const { text, invalidLines } = readOpened(latin1('# ok\r\nDisallow: /caf\xE9/\r\nAllow: /\xFF\xC3\xA4\xC3'));
    expect(text).toBe('# ok\r\nDisallow: /caf%E9/\r\nAllow: /%FF%C3%A4%C3');
    expect(invalidLines).toEqual({ count: 2, first: 2 });
  });

  test('loses no bytes', () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 0xff }),
      fc.constantFrom(0x80, 0xbf, 0xc2, 0xe0, 0xe3, 0xed, 0x9f, 0xa0, 0xf0, 0x90, 0xf4, 0x8f),
    );
    const noEscape = byte.filter((one) => one !== 0x25);
    fc.assert(
      fc.property(fc.array(noEscape, { maxLength: 12 }), (list) => {
        const { text, encoding } = readOpened(Uint8Array.from(list));
        fc.pre(encoding === 'utf-8');
        const written = [...new TextEncoder().encode(text)]
          .map((one) => String.fromCharCode(one))
          .join('')
          .replaceAll(/%(..)/g, (_escape, digits) => String.fromCharCode(Number(`0x${digits}`)));
        expect([...bytes(written)]).toEqual(list);
      }),
      { numRuns: runs(3000) },
    );
  });

  test.each(Object.keys(dialects))('preserves all verdicts of the bytes: %s (RFC 9309 2.2.2)', (dialect) => {
    const character = fc.constantFrom(...'/a*$%E9\xE9\xC3\xA9\xA4\xF0\x9F');
    const path = fc.array(character, { maxLength: 7 }).map((characters) => characters.join(''));
    const options = { dialect: dialect as DialectName };
    fc.assert(
      fc.property(path, path, path, (one, other, requested) => {
        const body = latin1(`User-agent: a\nDisallow: /${one}\nAllow: /${other}\n`);
        const target = `https://a.example/${requested.replaceAll(/[^!-~]/g, (byte) => encodeURIComponent(byte))}`;
        const raw = `https://a.example/${readOpened(latin1(requested)).text}`;
        for (const url of [target, raw]) {
          expect(parseRobotsTxt(readOpened(body).text, options).isAllowed(url, 'a')).toBe(
            parseRobotsTxt(body, options).isAllowed(url, 'a'),
          );
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

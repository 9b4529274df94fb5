import { type DialectName, dialects, lineDiagnostics, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOpened } from '../../src/editor/opened-text.js';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Every character as a byte of its own. */
const latin1 = bytes;

describe('a file as text', () => {
  test('in UTF-8 is what it says, its byte-order mark included, which core finds', () => {
    const opened = readOpened(new TextEncoder().encode('\uFEFFAllow: /ä\uFFFD\r\n'));
    expect(opened).toEqual({
      ...{ text: '\uFEFFAllow: /ä\uFFFD\r\n', encoding: 'utf-8', strange: undefined },
    });
    const codes = lineDiagnostics(parseRobotsTxt(opened.text)).map(({ code }) => code);
    expect(codes).toContain('byte-order-mark');
  });

  test.each([
    ['utf-16le', '\xFF\xFEA\0/\0\xE9\0'],
    ['utf-16be', '\xFE\xFF\0A\0/\0\xE9'],
  ])('in UTF-16 is read, and named: %s', (encoding, text) => {
    expect(readOpened(bytes(text))).toEqual({ text: 'A/é', encoding, strange: undefined });
  });

  test('not in UTF-8 keeps its bytes as escapes, and says how many there are and where', () => {
    const { text, strange } = readOpened(
      latin1('# ok\r\nDisallow: /caf\xE9/\r\nAllow: /\xFF\xC3\xA4\xC3'),
    );
    expect(text).toBe('# ok\r\nDisallow: /caf%E9/\r\nAllow: /%FFä%C3');
    expect(strange).toEqual({ count: 3, first: '%E9', line: 2 });
  });

  test('loses no byte, whatever the file holds', () => {
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
      { numRuns: 3000 },
    );
  });

  test.each(Object.keys(dialects))(
    'has the verdicts of its bytes: %s (RFC 9309 2.2.2)',
    (dialect) => {
      const character = fc.constantFrom(...'/a*$%E9\xE9\xC3\xA9\xA4\xF0\x9F');
      const path = fc.array(character, { maxLength: 7 }).map((characters) => characters.join(''));
      const options = { dialect: dialect as DialectName };
      fc.assert(
        fc.property(path, path, path, (one, other, asked) => {
          const body = latin1(`User-agent: a\nDisallow: /${one}\nAllow: /${other}\n`);
          const target = `https://a.example/${asked.replaceAll(/[^!-~]/g, (byte) => encodeURIComponent(byte))}`;
          const raw = `https://a.example/${readOpened(latin1(asked)).text}`;
          for (const url of [target, raw]) {
            expect(parseRobotsTxt(readOpened(body).text, options).isAllowed(url, 'a')).toBe(
              parseRobotsTxt(body, options).isAllowed(url, 'a'),
            );
          }
        }),
        { numRuns: 2000 },
      );
    },
  );
});

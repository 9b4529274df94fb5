import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { fixedValue, isSingleStar, startsEscape } from '../../../src/lint/checks/paths.js';
import { bodyOf, bytes, dialectNames, recordsOf, tablesOf } from '../../support/make.js';

function contextOf(line: string, dialect: DialectName = 'rfc9309') {
  const source = bytes(line);
  const read = recordsOf(source, dialect);
  const body = bodyOf(source, dialect);
  return {
    record: read.records[0],
    index: 0,
    bytes: read.bytes,
    valueStart: read.values[0],
    valueEnd: read.values[1],
    body,
    tables: tablesOf(dialect),
    content: 'text' as const,
  };
}

describe('fixed paths', () => {
  test.each([
    ['/a', undefined],
    ['/%c3%A9', undefined],
    ['/\xC3\xA9', '/%C3%A9'],
    ['/b\xFCcher', '/b%FCcher'],
    ['/a|b', '/a%7Cb'],
    // Probably two paths or a comment.
    ['/a b', undefined],
    ['/%', '/%25'],
    ['/%4', '/%254'],
    ['/a$b$', undefined],
    ['*', '/'],
    ['*a', undefined],
  ])('row 17: fixes %j as %j', (path, replacement) => {
    expect(fixedValue(contextOf(`allow: ${path}`))?.replacement).toBe(replacement);
  });

  test('ignores lines that are not rules', () => {
    expect(fixedValue(contextOf('sitemap: http://h/\xC3\xA9'))).toBeUndefined();
    expect(isSingleStar(contextOf('user-agent: *'))).toBe(false);
    expect(isSingleStar(contextOf('allow: *', 'koster1996'))).toBe(false);
    expect(isSingleStar(contextOf('allow: *'))).toBe(true);
  });

  test('row 17: the fixed path is the same pattern in every dialect', () => {
    const path = fc
      .array(
        fc.constantFrom('a', '%', '2', 'f', '$', '*', ' ', '|', '\x01', '\xFC', '\xC3\xA9', '?'),
      )
      .map((pieces) => `/${pieces.join('')}x`);
    fc.assert(
      fc.property(path, fc.constantFrom(...dialectNames), (written, dialect) => {
        const fix = fixedValue(contextOf(`allow: ${written}`, dialect));
        if (fix === undefined) return;
        const patternOf = (value: string) =>
          parseRobotsTxt(bytes(`user-agent: *\nallow: ${value}`), { dialect }).groups[0].rules[0]
            .canonicalPattern;
        expect(patternOf(fix.replacement)).toBe(patternOf(written));
      }),
      { numRuns: 2_000 },
    );
  });

  test('RFC 3986 2.1: an escape is a percent sign and two hex digits', () => {
    const starts = (text: string) => startsEscape(bytes(text), 0, text.length);
    expect(['%aF', '%00'].map(starts)).toEqual([true, true]);
    expect(['%', '%a', '%ag', '%%%'].map(starts)).toEqual([false, false, false, false]);
  });
});

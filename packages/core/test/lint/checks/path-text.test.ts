import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/runs.js';
import type { DialectName } from '../../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { bytes, dialectNames, lineDiagnostics } from '../../support/make.js';

/** The fixed value of a line with a rule. */
function fixOf(value: string, dialect: DialectName = 'rfc9309'): string | undefined {
  const found = lineDiagnostics(bytes(`user-agent: *\nallow: ${value}`), dialect);
  return found.find(({ fix }) => fix !== undefined)?.fix?.replacement;
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
  ])('canonical form: fixes %j as %j', (path, replacement) => {
    expect(fixOf(path)).toBe(replacement);
  });

  test('ignores lines that are not rules', () => {
    expect(lineDiagnostics('sitemap: http://h/\xC3\xA9')).toEqual([]);
    expect(fixOf('*', 'koster1996')).toBeUndefined();
  });

  test('canonical form: the fixed path is the same pattern in every dialect', () => {
    const path = fc
      .array(fc.constantFrom('a', '%', '2', 'f', '$', '*', ' ', '|', '\x01', '\xFC', '\xC3\xA9', '?'))
      .map((pieces) => `/${pieces.join('')}x`);
    fc.assert(
      fc.property(path, fc.constantFrom(...dialectNames), (written, dialect) => {
        const fix = fixOf(written, dialect);
        if (fix === undefined) return;
        const patternOf = (value: string) =>
          parseRobotsTxt(bytes(`user-agent: *\nallow: ${value}`), { dialect }).groups[0].rules[0].canonicalPattern;
        expect(patternOf(fix)).toBe(patternOf(written));
      }),
      { numRuns: runs(2_000) },
    );
  });
});

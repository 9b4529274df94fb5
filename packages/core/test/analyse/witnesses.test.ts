import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { witnesses } from '../../src/analyse/witnesses.js';
import { parseRobotsTxt } from '../../src/robots-txt.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';

const matcher = parseRobotsTxt(
  'user-agent: *\ndisallow: /private/\nallow: /private/open$\ndisallow: /*.pdf$',
).matcher('foo');

describe('targets that exercise every rule', () => {
  test('first inside of each pattern, then just outside, then where two meet, then longer ones', () => {
    expect(witnesses(matcher, 9)).toEqual([
      '/private/',
      '/private/open',
      '/.pdf',
      '/private/opena',
      '/private',
      '/.pdfa',
      '/private/.pdf',
      '/private/a',
      '/private//a',
    ]);
  });

  test('at most so many, each once', () => {
    expect(witnesses(matcher, 0)).toEqual([]);
    expect(witnesses(matcher, 2)).toEqual(['/private/', '/private/open']);
    const all = witnesses(matcher, 1000);
    expect(new Set(all).size).toBe(all.length);
  });

  test('a number that is none is a mistake of the caller', () => {
    for (const wrong of [-1, 0.5, Number.NaN]) {
      expect(() => witnesses(matcher, wrong)).toThrow(RangeError);
    }
  });

  test('every rule that can decide does so', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, targets }, dialect) => {
        const naive = new NaiveRobotsTxt(before, dialect);
        const lines = (some: readonly string[]) =>
          new Set(some.map((target) => naive.verdictOnTarget(target, 'foo').line));
        const found = witnesses(parseRobotsTxt(before, { dialect }).matcher('foo'), 100);
        const deciding = lines(found);
        for (const line of lines(targets.slice(0, 400))) {
          if (line > 0) expect(deciding).toContain(line);
        }
      }),
      { numRuns: 100 },
    );
  });
});

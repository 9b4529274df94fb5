import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { witnesses } from '../../src/analysis/witnesses.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';

const matcher = parseRobotsTxt(
  'user-agent: *\ndisallow: /private/\nallow: /private/open$\ndisallow: /*.pdf$',
).matcher('foo');

describe('targets that exercise every rule', () => {
  test('first inside each pattern, then just outside, then overlaps, then longer targets', () => {
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

  test('returns at most the given number, without duplicates', () => {
    expect(witnesses(matcher, 0)).toEqual([]);
    expect(witnesses(matcher, 2)).toEqual(['/private/', '/private/open']);
    const all = witnesses(matcher, 1000);
    expect(new Set(all).size).toBe(all.length);
  });

  test('the matcher accepts every target', () => {
    const lines = ['disallow: /*/?s=', 'disallow: //?s=', 'disallow: //$', 'allow: /'];
    const some = parseRobotsTxt(`user-agent: *\n${lines.join('\n')}`).matcher('foo');
    const found = witnesses(some, 100);
    for (const target of found) {
      expect(() => some.isAllowed(target), target).not.toThrow();
      expect(() => some.isTargetAllowed(target), target).not.toThrow();
    }
    expect(found[0]).toBe('/a/?s=');
  });

  test('rules with a long search leave budget for later ones', () => {
    const names = Array.from({ length: 500 }, (_, i) => `${'ABCDEFGHIJ'[i % 10]}${i}x`);
    const rules = names.map((name) => `disallow: /*?*${name}=\n`).join('');
    const many = parseRobotsTxt(`user-agent: *\n${rules}allow: /last/`).matcher('foo');
    const found = witnesses(many, 501);
    expect(found).toEqual([...names.map((name) => `/?${name}=`), '/last/']);
  });

  test('throws for an invalid number', () => {
    for (const wrong of [-1, 0.5, Number.NaN]) {
      expect(() => witnesses(matcher, wrong)).toThrow(RangeError);
    }
  });

  test('every rule that can decide does so for a target', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, targets }, dialect) => {
        const naive = new NaiveRobotsTxt(before, dialect);
        const lines = (some: readonly string[]) =>
          new Set(some.map((target) => naive.verdictOnTarget(target, 'foo').line));
        const some = parseRobotsTxt(before, { dialect }).matcher('foo');
        const deciding = lines(witnesses(some, 100));
        // Targets that start with `//` may be rejected, so a rule for only those may have no witness.
        const asked = targets.slice(0, 400).filter((target) => !target.startsWith('//'));
        for (const line of lines(asked)) {
          if (line > 0) expect(deciding).toContain(line);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

test('checks few targets if there are too many rules to compile', () => {
  const rules = 16_000;
  const matcher = parseRobotsTxt(`User-agent: *\n${'Disallow: /a\n'.repeat(rules)}`).matcher('*');
  const explain = vi.spyOn(matcher, 'explain');
  expect(witnesses(matcher, 3)[0]).toBe('/a');
  expect(explain.mock.calls.length).toBeLessThan(rules / 16);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff } from '../../../src/analysis/diff.js';
import { type DialectName, parseRobotsTxt } from '../../../src/index.js';
import { applyFixes } from '../../../src/lint/fixes.js';
import { lint } from '../../../src/lint/lint.js';
import { foundBy } from '../../support/lint.js';
import { bytes, utf16 } from '../../support/make.js';

const HEAD = 'User-agent: *\n';
/** The rules after the stars were fixed. */
function fixedRules(rules: string, dialect: DialectName = 'rfc9309', budget?: number): string {
  const body = HEAD + rules;
  const found = foundBy(
    'star-without-slash',
    body,
    dialect,
    budget === undefined ? {} : { budget },
  );
  return applyFixes(body, found).slice(HEAD.length);
}

describe('RFC 9309 2.2.2: a slash before a star adds a byte', () => {
  test.each([
    ['Disallow: *?lightbox=\n', 'Disallow: /*?lightbox=\n'],
    ['Allow: /\nDisallow: *?lightbox=\n', 'Allow: /\nDisallow: /*?lightbox=\n'],
    ['Disallow: *?a=\nDisallow: *?b=\n', 'Disallow: /*?a=\nDisallow: /*?b=\n'],
    ['Disallow: **a # why\n', 'Disallow: /**a # why\n'],
    ['Disallow: *a\nAllow: *a/long\n', 'Disallow: /*a\nAllow: /*a/long\n'],
  ])('fixes %j because the byte changes nothing', (rules, after) => {
    expect(fixedRules(rules)).toBe(after);
    expect(fixedRules(rules, 'google')).toBe(after);
  });

  test.each([
    // It would match less.
    'Disallow: */admin/\n',
    'Disallow: **/a\n',
    // The other rule would start or stop winning.
    'Disallow: *ab\nAllow: /ab\n',
    'Allow: *ab\nDisallow: /abc\n',
    'Disallow: *ab\nAllow: *b\n',
    // The two would become a tie.
    'Disallow: *a\nAllow: /*a\n',
    // The first would become a dead rule.
    'Disallow: /ab\nDisallow: *ab\n',
  ])('does not fix %j', (rules) => expect(fixedRules(rules)).toBe(rules));

  test('skips a path that has another fix', () => {
    const body = 'User-agent: *\nDisallow: *\u00e9\n';
    const once = applyFixes(body, lint(parseRobotsTxt(body)));
    expect(once).toBe('User-agent: *\nDisallow: *%C3%A9\n');
    expect(applyFixes(once, lint(parseRobotsTxt(once)))).toBe(
      'User-agent: *\nDisallow: /*%C3%A9\n',
    );
  });

  test('a line is fixed only if that is safe for every group that has it', () => {
    const rules = 'Disallow: *ab\nUser-agent: a\nDisallow: /x\n';
    expect(fixedRules(rules)).toBe(rules.replace('*', '/*'));
    const both = 'User-agent: a\nDisallow: *ab\n\nUser-agent: a\nAllow: /ab\n';
    expect(fixedRules(both)).toBe(both);
  });

  test('fixes nothing that is unproved or exceeds a limit', () => {
    const rules = 'Disallow: *ab\n';
    expect(fixedRules(rules, 'rfc9309', 0)).toBe(rules);
    const long = `${rules}#${'x'.repeat(512_000 - HEAD.length - rules.length - 1)}`;
    expect(fixedRules(long)).toBe(long);
    expect(fixedRules(long.slice(0, -1))).not.toBe(long.slice(0, -1));
    for (const body of [
      utf16(HEAD + rules, 'le'),
      bytes(`${HEAD}${rules}${'#\n'.repeat(300_000)}`),
    ]) {
      const [{ code, fix }] = foundBy('star-without-slash', body);
      expect([code, fix]).toEqual(['star-without-slash', undefined]);
    }
  });

  test('fixes preserve every verdict in any combination', { timeout: 120_000 }, () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '?'), { minLength: 1, maxLength: 5 })
      .chain((pieces) => fc.constantFrom('*', '/').map((start) => start + pieces.join('')));
    const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), path);
    let fixed = 0;
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
        const body = HEAD + rules.map(([kind, value]) => `${kind}: ${value}\n`).join('');
        const before = parseRobotsTxt(body);
        const stars = lint(before).filter(({ code, fix }) => code === 'star-without-slash' && fix);
        if (stars.length === 0) return;
        fixed++;
        for (const some of [stars, ...stars.map((star) => [star])]) {
          const after = applyFixes(body, some);
          expect(diff(before, parseRobotsTxt(after)).accessEquivalent, `${body} ${after}`).toBe(
            true,
          );
        }
      }),
      { numRuns: 1_000 },
    );
    expect(fixed).toBeGreaterThan(200);
  });
});

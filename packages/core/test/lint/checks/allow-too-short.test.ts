import { describe, expect, test } from 'vitest';
import { applyFixes, checkFixes, lint } from '../../../src/analysis.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';
import { bytes } from '../../support/make.js';

const of = (rules: string) => `User-agent: *\n${rules}`;

describe('an allow rule that is too short to win', () => {
  test.each([
    ['a kind of file in a folder', 'Disallow: /assets/\nAllow: /*.css\n', '/assets/*.css'],
    ['with an end', 'Disallow: /assets/\nAllow: /*.css$\n', '/assets/*.css$'],
    ['without a slash', 'Disallow: /assets/\nAllow: *.css\n', '/assets/*.css'],
    ['a folder with a star', 'Disallow: /assets/*\nAllow: /*.css\n', '/assets/*.css'],
    ['a folder without its slash', 'Disallow: /search/\nAllow: /search\n', '/search/'],
    ['a folder without its slash and star', 'Disallow: /search/*\nAllow: /search\n', '/search/*'],
  ])('%s', (_, rules, path) => {
    const body = of(rules);
    const found = foundBy('allow-too-short', body);
    expect(linesOf(found)).toEqual([3]);
    expect(foundBy('allow-reopens-nothing', body)).toEqual([]);
    const fixed = applyFixes(body, found);
    expect(fixed).toContain(`Allow: ${path}\n`);
    const [{ witness = '' }] = found;
    const url = `https://example.com${witness}`;
    expect(parseRobotsTxt(body).isAllowed(url, 'a')).toBe(false);
    expect(parseRobotsTxt(fixed).isAllowed(url, 'a')).toBe(true);
    expect(foundBy('allow-too-short', fixed)).toEqual([]);
  });

  test.each([
    ['the longer rule', 'Disallow: /a/\nAllow: /*.html\n'],
    ['a whole site', 'Disallow: /assets/\nAllow: /\n'],
    ['an exception within an allowed path', 'Allow: /blog\nDisallow: /blog/drafts/\n'],
    ['a rule that opens something elsewhere', 'Disallow: /\nDisallow: /assets/\nAllow: /*.css\n'],
    ['paths that share only contrived URLs', 'Disallow: /shop/*?sort=\nAllow: /*?page=\n'],
    ['a folder that another rule opens', 'Disallow: /assets/\nAllow: /*.css\nAllow: /assets/\n'],
  ])('is not %s', (_, rules) => {
    expect(foundBy('allow-too-short', of(rules))).toEqual([]);
  });

  test('one path for each folder', () => {
    const body = of('Disallow: /assets/\nDisallow: /themes/\nAllow: /*.css\n');
    const [found] = foundBy('allow-too-short', body);
    expect(found.message).toContain('shorter than lines 2 and 3');
    expect(applyFixes(body, [found])).toBe(
      of('Disallow: /assets/\nDisallow: /themes/\nAllow: /assets/*.css\nAllow: /themes/*.css\n'),
    );
  });

  test('blocked assets name the allow rule that loses', () => {
    const [{ message }] = foundBy('assets-blocked', of('Disallow: /assets/\nAllow: /*.css\n'));
    expect(message).toContain('Line 3 ("Allow: /*.css") is shorter, so it does not allow them');
  });

  test.each([
    ['precedence: in file order, no path is too short', of('Disallow: /a/\nAllow: /a\n'), 'koster1996'],
    ['a path that is not UTF-8 cannot be written elsewhere', bytes(of('Disallow: /assets/\nAllow: /*.\xff\n')), 'rfc9309'],
  ] as const)('%s', (_, body, dialect) => {
    expect(foundBy('allow-too-short', body, dialect)).toEqual([]);
    expect(linesOf(foundBy('allow-reopens-nothing', body, dialect))).toEqual([3]);
  });

  test('the fix is suggested, not safe', () => {
    const robotsTxt = parseRobotsTxt(of('Disallow: /files/\nAllow: /*.pdf\n'));
    const { safe, suggested } = checkFixes(robotsTxt, lint(robotsTxt));
    expect(safe).toEqual([]);
    expect(suggested.size).toBe(1);
  });
});

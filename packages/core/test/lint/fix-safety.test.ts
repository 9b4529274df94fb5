import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { parseRobotsTxt } from '../../src/index.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { checkFixes } from '../../src/lint/fix-safety.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lint } from '../../src/lint/lint.js';
import { generatedBody } from '../naive/generate.js';
import { dialectNames } from '../support/make.js';

const check = (body: string | Uint8Array) => {
  const robotsTxt = parseRobotsTxt(body);
  return checkFixes(robotsTxt, lint(robotsTxt));
};

test('a fix is not blamed for what the fix of another line changes', () => {
  const robotsTxt = parseRobotsTxt('User-agent: *\nDissallow: /a\nUser_agent: Foo\n');
  const { suggested } = checkFixes(robotsTxt, lint(robotsTxt));
  const effects = Array.from(suggested, ([{ span }, effectsOfFix]) => [
    span.line,
    effectsOfFix.map(({ dialect, productTokens, effect }) => [dialect, productTokens[0], effect]),
  ]);
  expect(effects).toContainEqual([2, [['koster1996', '*', 'newly-blocked']]]);
});

describe('fixes are safe if no verdict changes in any dialect', () => {
  test.each([
    ['\ufeffUser-agent: *\nDisallow: /a\n', ['byte-order-mark']],
    ['User-agent: GPTBot/2.1\nDisallow: /a\n', ['product-token-cut']],
    ['User-agent: *\nDisallow: /caf\u00e9\n', ['unencoded-bytes']],
    ['User-agent: *\nDisallow: /a\nDisallow: /a\n', ['rule-never-wins']],
    ['User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /c\n', ['rule-changes-nothing', 'allow-reopens-nothing']],
    // Of the rules below, only parsers without wildcards need the first: they take "*" literally.
    ['User-agent: *\nDisallow: /*x\nDisallow: /a/x\nDisallow: /*x/b\n', ['rule-changes-nothing']],
    // Google's parser compares "|" as it is, and the 1996 draft knows no misspellings and no "*" in paths.
    ['User-agent: *\nDisallow: /a|b\n', []],
    ['User-agent: *\nDissalow: /a\n', []],
    ['User-agent: *\nDisallow /a\n', []],
    ['User-agent: *\nDisallow: *\n', []],
    ['User-agent: *\nDisallow: *.pdf\n', []],
    // Yandex's robots ignore a rule of more than 1,024 characters.
    [`User-agent: *\nDisallow: /${'я'.repeat(200)}\n`, []],
    // A crawler that ignores "*" follows the group only after the fix.
    ['User-agent: *\nDisallow: /\n\nUseragent: AdsBot-Google\nDisallow: /\n', []],
    // Without the rule, both names share one group, and its crawl delay, in the dialect of 1996, which ignores "Disalow".
    ['User-agent: a\nAllow: /x\nDisalow: /b\nUser-agent: b\nCrawl-delay: 5\n', []],
  ])('%j', (body, codes) => {
    expect(check(body).safe.map(({ code }) => code)).toEqual(codes);
  });

  test('a fix is not safe if its proof takes too long', () => {
    const redundant = 'User-agent: *\nDisallow: /x/\nDisallow: /x/y\n';
    const long = 'a'.repeat(500);
    const others = Array.from({ length: 600 }, (_, index) => `Disallow: /${index}${long}\n`).join('');
    const linesOf = (diagnostics: Iterable<Diagnostic>) => Array.from(diagnostics, ({ span }) => span.line);
    expect(linesOf(check(redundant).safe)).toEqual([3]);
    const { safe, suggested } = check(redundant + others);
    expect([linesOf(safe), linesOf(suggested.keys())]).toEqual([[], [3]]);
  });

  test('suggested fixes name the verdicts that they change', () => {
    const { suggested } = check('User-agent: *\nDisallow: *\n');
    const [[diagnostic, effects]] = suggested;
    expect(diagnostic.code).toBe('star-without-slash');
    expect(effects.map(({ dialect, effect }) => [dialect, effect])).toEqual([['koster1996', 'newly-blocked']]);
  });

  test('of many redundant rules, those that another dialect needs are named, and the others are safe', () => {
    const paths = Array.from({ length: 30 }, (_, index) => `${index + 10}/`);
    const body = [
      'User-agent: *\nDisallow: /*/wild\nDisallow: /plain',
      ...paths.map((path) => `Disallow: /plain/${path}`),
      ...paths.map((path) => `Disallow: /${path}wild`),
    ].join('\n');
    const { safe, suggested } = check(body);
    expect(safe.map(({ span }) => span.line)).toEqual(paths.map((_, index) => index + 4));
    expect(suggested.size).toBe(30);
    for (const [{ span }, effects] of suggested) {
      expect(effects).toMatchObject([{ dialect: 'koster1996', effect: 'newly-allowed', before: { rule: { line: span.line } } }]);
    }
  });

  test('of many fixes, one that only some others make unsafe does not hold back the rest', () => {
    const redundant = Array.from({ length: 40 }, (_, index) => `Allow: /x${index}\n`).join('');
    // The 1996 draft needs the first or the second of the last two, because the first rule that matches wins.
    const { safe, suggested } = check(`User-agent: *\n${redundant}Allow: /a\nAllow: /a/\nDisallow: /a/b\n`);
    expect(safe.map(({ span }) => span.line)).toEqual(Array.from({ length: 41 }, (_, index) => index + 2));
    expect(Array.from(suggested, ([{ span }, effects]) => [span.line, effects[0]?.dialect])).toEqual([[43, 'koster1996']]);
  });

  test('any body', () => {
    fc.assert(
      fc.property(generatedBody, ({ body }) => {
        const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
        const fixed = applyFixes(bytes, check(bytes).safe);
        for (const dialect of dialectNames) {
          const [one, other] = [bytes, fixed].map((file) => parseRobotsTxt(file, { dialect }));
          expect(diff(one, other).accessEquivalent).toBe(true);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

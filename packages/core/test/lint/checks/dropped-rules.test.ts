import { describe, expect, test } from 'vitest';
import { applyFixes, checkFixes, lint } from '../../../src/analysis.js';
import { type DialectName, parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';
import { bytes } from '../../support/make.js';

const STAR = 'User-agent: *\nDisallow: /x\nDisallow: /y/*.pdf$\n\n';

describe('groups that do not repeat the rules for *', () => {
  test('RFC 9309 2.2.1: reports each group with a URL that it opens', () => {
    const body = `${STAR}User-agent: a\nDisallow: /y\n\nUser-agent: b\nDisallow: /x\n`;
    const found = foundBy('drops-everyones-rules', body);
    expect(linesOf(found)).toEqual([5, 8]);
    expect(found.map(({ witness }) => witness)).toEqual(['/x', '/y/.pdf']);
  });

  test.each([
    ['every rule', '/z', 'line 2 ("Disallow: /x") blocks', ', and URLs that line 3 blocks.', [2, 3]],
    ['one of two rules', '/y', 'line 2 ("Disallow: /x") blocks', ' for other crawlers.', [2]],
    ['one of two rules', '/x', 'line 3 ("Disallow: /y/*.pdf$") blocks', ' for other crawlers.', [3]],
  ])('names the rules that the group drops: %s', (_, path, first, others, lines) => {
    const [found] = foundBy('drops-everyones-rules', `${STAR}User-agent: a\nDisallow: ${path}\n`);
    expect(found.message).toContain(first);
    expect(found.message).toContain(others);
    expect(found.related?.map(({ line }) => line)).toEqual(lines);
  });

  test('names a further rule only if it decides', () => {
    const star = 'User-agent: *\nDisallow: /x\nDisallow: /y\nAllow: /y*\nDisallow: /x/1\n\n';
    const [found] = foundBy('drops-everyones-rules', `${star}User-agent: a\nDisallow: /z\n`);
    expect(found.related?.map(({ line }) => line)).toEqual([2, 5]);
  });

  test('names five further rules at most, and says that there are others', () => {
    const rules = Array.from({ length: 20 }, (_, index) => `Disallow: /a${index}/\n`).join('');
    const body = `User-agent: *\n${rules}\nUser-agent: a\nDisallow: /z\n`;
    const [{ message, related }] = foundBy('drops-everyones-rules', body);
    expect(message).toContain(', and URLs that lines 3, 4, 5, 6, 7 and others block.');
    expect(related).toHaveLength(7);
  });

  test('a search finds what no sample shows', () => {
    const group = 'User-agent: a\nDisallow: /x$\nDisallow: /xx$\nDisallow: /y/\n';
    const [{ witness = '' }] = foundBy('drops-everyones-rules', STAR + group);
    expect(witness).toMatch(/^\/x./);
    expect(witness).not.toBe('/xx');
  });

  test('accepts groups that repeat all rules', () => {
    const group = 'User-agent: a\nDisallow: /*x\nDisallow: /y/\n';
    expect(foundBy('drops-everyones-rules', STAR + group)).toEqual([]);
  });

  test('many groups with the same rules cost no more than one', () => {
    const names = Array.from({ length: 400 }, (_, index) => `Bot${index}x`);
    const blocked = names.map((name) => `User-agent: ${name}\nDisallow: /\n`).join('');
    const rules = Array.from({ length: 60 }, (_, index) => `Disallow: /*?x${index}=\nDisallow: /a${index}/\n`).join('');
    expect(foundBy('undecided', `User-agent: *\n${rules}${blocked}`)).toEqual([]);
  });
});

describe('a group that only allows', () => {
  const star = 'User-agent: *\nDisallow: /private/\nAllow: /private/faq\n';
  test.each([
    ['a known crawler', 'User-agent: GPTBot\nAllow: /\n', true],
    ['a known crawler in another case', 'User-agent: gptbot\nAllow: /\n', true],
    ['several crawlers', 'User-agent: FooBot\nUser-agent: BarBot\nAllow: /\n', true],
    ['one of the crawlers of the owner', 'User-agent: FooBot\nAllow: /\n', false],
    ['an empty disallow rule', 'User-agent: GPTBot\nDisallow:\n', false],
    ['an empty disallow rule and an allow rule', 'User-agent: GPTBot\nDisallow:\nAllow: /\n', false],
    ['no rules', 'User-agent: GPTBot\n', false],
  ])('%s', (_, group, isReported) => {
    for (const body of [`${group}\n${star}`, `${star}\n${group}`]) {
      expect(foundBy('drops-everyones-rules', body)).toHaveLength(isReported ? 1 : 0);
    }
  });

  test.each([
    [
      'copies every rule into a group that restricts nothing',
      `User-agent: GPTBot\nAllow: /\n\n${star}`,
      `User-agent: GPTBot\nAllow: /\nDisallow: /private/\nAllow: /private/faq\n\n${star}`,
    ],
    [
      'copies to the end of a file without a line end',
      `${star}\nUser-agent: GPTBot\nAllow: /`,
      `${star}\nUser-agent: GPTBot\nAllow: /\nDisallow: /private/\nAllow: /private/faq`,
    ],
    [
      'keeps CRLF and comments',
      'User-agent: GPTBot\r\nAllow: / # all\r\nUser-agent: *\r\nDisallow: /x\r\n',
      'User-agent: GPTBot\r\nAllow: / # all\r\nDisallow: /x\r\nUser-agent: *\r\nDisallow: /x\r\n',
    ],
  ])('%s', (_, body, fixed) => {
    expect(applyFixes(body, foundBy('drops-everyones-rules', body))).toBe(fixed);
  });

  test.each([
    ['an allow rule of * could open what the group blocks', `${star}\nUser-agent: GPTBot\nDisallow: /a\n`],
    [
      'the crawler has two groups',
      'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nAllow: /a\n\nUser-agent: GPTBot\nAllow: /b\n',
    ],
    ['a rule of * is not UTF-8', bytes('User-agent: *\nDisallow: /\xfc\n\nUser-agent: GPTBot\nAllow: /\n')],
    ['an allow rule of the group would win a tie', 'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nAllow: /x\n'],
    ['an allow rule of the group precedes it in file order', `${star}\nUser-agent: GPTBot\nAllow: /\n`, 'koster1996'],
  ] as const)('has no fix if %s', (_, body, dialect: DialectName = 'rfc9309') => {
    const [found] = foundBy('drops-everyones-rules', body, dialect);
    expect(found).toBeDefined();
    expect(found.fix).toBeUndefined();
  });

  test('the fix is suggested, not safe', () => {
    const robotsTxt = parseRobotsTxt(`User-agent: GPTBot\nAllow: /\n\n${star}`);
    const { safe, suggested } = checkFixes(robotsTxt, lint(robotsTxt));
    expect(safe.map(({ code }) => code)).not.toContain('drops-everyones-rules');
    const [effects] = suggested.values();
    expect(effects[0]).toMatchObject({ effect: 'newly-blocked', productTokens: ['GPTBot'] });
  });
});

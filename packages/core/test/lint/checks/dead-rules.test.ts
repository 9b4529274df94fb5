import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';
const relatedLines = (body: string) =>
  foundBy('rule-never-wins', body).map(({ related = [] }) => related.map(({ line }) => line));

describe('rules that never apply', () => {
  test('names the rules that cover it together', () => {
    const body = `${HEAD}Disallow: /x/*\nAllow: /*a*\nDisallow: /x/*a\nAllow: /x/*a*\n`;
    expect(linesOf(foundBy('rule-never-wins', body))).toEqual([4]);
    expect(relatedLines(body)).toEqual([[5]]);
  });

  test('RFC 9309 2.2.2: rules do not apply to the robots.txt itself', () => {
    const body = `${HEAD}Disallow: /robots.txt$\n`;
    const [found] = foundBy('rule-never-wins', body);
    expect(found.message).toBe('This rule never applies: it matches no URL that a rule can restrict. Remove it.');
    expect(foundBy('rule-never-wins', body, 'google')).toEqual([]);
  });

  test('skips unusable paths, reported elsewhere, and empty paths', () => {
    expect(foundBy('rule-never-wins', `${HEAD}Disallow: fish\nDisallow:\n`)).toEqual([]);
    expect(foundBy('rule-changes-nothing', `${HEAD}Disallow: fish\nDisallow:\n`, 'google')).toEqual([]);
  });

  test('reports only the copy of a duplicate, and both if a third rule covers them', () => {
    const copies = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    expect(foundBy('rule-changes-nothing', copies)).toEqual([]);
    const covered = `${HEAD}Disallow: /x\nDisallow: /x\nDisallow: /\n`;
    expect(linesOf(foundBy('rule-changes-nothing', covered))).toEqual([2]);
    expect(linesOf(foundBy('rule-never-wins', covered))).toEqual([3]);
  });

  test('reports a conflict of equal paths as a tie', () => {
    const body = `${HEAD}Disallow: /x\nAllow: /x\n`;
    expect(foundBy('rule-never-wins', body)).toEqual([]);
    expect(linesOf(foundBy('decided-by-tie', body))).toEqual([2]);
  });

  test('only a copy within one group has a fix', () => {
    const copy = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    const otherSpelling = `${HEAD}Disallow: /x\nDisallow: /%78\n`;
    const fixes = (body: string) => foundBy('rule-never-wins', body).map(({ fix }) => fix?.span);
    expect(fixes(copy)).toEqual([parseRobotsTxt(copy).records[2].span]);
    // Google's parser takes both for different paths.
    expect(fixes(otherSpelling)).toEqual([]);
  });

  test('reports a copy in another group once, by the group', () => {
    const copy = `${HEAD}Disallow: /x\n\n${HEAD}Disallow: /x\n`;
    expect(foundBy('rule-never-wins', copy)).toEqual([]);
    expect(linesOf(foundBy('duplicate-group', copy))).toEqual([4]);
    const merged = `${copy}Disallow: /x/y\n`;
    expect(foundBy('rule-never-wins', merged)).toEqual([]);
    expect(linesOf(foundBy('split-group', merged))).toEqual([4]);
  });

  test('a rule for several names is dead only if dead for all of them', () => {
    const body = `User-agent: a\nDisallow: /\n\nUser-agent: a\nUser-agent: b\nDisallow: /x\n`;
    expect(foundBy('rule-changes-nothing', body)).toEqual([]);
    expect(linesOf(foundBy('rule-changes-nothing', body.replace('agent: b', 'agent: A')))).toEqual([6]);
  });

  test('precedence: in file order, a rule after a broader one never applies', () => {
    const body = `${HEAD}Disallow: /\nAllow: /x\n`;
    const found = foundBy('rule-never-wins', body, 'koster1996');
    expect(linesOf(found)).toEqual([3]);
    expect(found[0].message).toContain('If it should apply, move it above line 2.');
    expect(foundBy('rule-never-wins', body)).toEqual([]);
  });

  test('reports nothing that the budget leaves undecided', () => {
    const body = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    expect(foundBy('rule-never-wins', body, 'rfc9309', { budget: 0 })).toEqual([]);
    expect(foundBy('undecided', body, 'rfc9309', { budget: 0 })).toHaveLength(1);
  });
});

test.each([
  ['Disallow: /x\nDisallow: /x\n', 'Remove it.'],
  // A parser without wildcards blocks "/x" only by this rule.
  ['Disallow: *\nDisallow: /\n', undefined],
  ['Disallow: /x\nDisallow: /x*\n', undefined],
  ['Disallow: /x\nUser-agent: *\nDisallow: /x\n', undefined],
  ['Allow: /x\nDisallow: /x*\n', 'give it a longer path'],
] as const)('never advises removing a rule that other parsers need: %j', (rules, advice) => {
  const [found] = foundBy('rule-never-wins', `User-agent: *\n${rules}`);
  if (advice === undefined) expect(found?.message ?? '').not.toContain('Remove');
  else expect(found?.message).toContain(advice);
});

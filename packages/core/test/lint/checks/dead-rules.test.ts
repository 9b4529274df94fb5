import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';
const relatedLines = (body: string) =>
  foundBy('rule-never-wins', body).map(({ related = [] }) => related.map(({ line }) => line));

describe('rules that decide nothing', () => {
  test('the rules that cover it together are named', () => {
    const body = `${HEAD}Disallow: /x/*\nAllow: /*a*\nDisallow: /x/*a\nAllow: /x/*a*\n`;
    expect(linesOf(foundBy('rule-never-wins', body))).toEqual([4]);
    expect(relatedLines(body)).toEqual([[5]]);
    const ends = `${HEAD}Disallow: /x*\nDisallow: /x*$\nDisallow: /x**$\n`;
    expect(linesOf(foundBy('rule-never-wins', ends))).toEqual([2, 3]);
  });

  test('RFC 9309 2.2.2: the robots.txt itself is no URL about which a rule is asked', () => {
    const body = `${HEAD}Disallow: /robots.txt$\n`;
    const [found] = foundBy('rule-never-wins', body);
    expect(found.message).toBe(
      'This rule never applies: it matches no URL that a rule can restrict. Remove it.',
    );
    expect(foundBy('rule-never-wins', body, 'google')).toEqual([]);
  });

  test('what is no path has been told as that, and an empty path is meant so', () => {
    expect(foundBy('rule-never-wins', `${HEAD}Disallow: fish\nDisallow:\n`)).toEqual([]);
    expect(foundBy('rule-changes-nothing', `${HEAD}Disallow: fish\nDisallow:\n`, 'google')).toEqual(
      [],
    );
  });

  test('of a rule and its copy only the copy is told, and a rule that covers both lets each be told', () => {
    const copies = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    expect(foundBy('rule-changes-nothing', copies)).toEqual([]);
    const covered = `${HEAD}Disallow: /x\nDisallow: /x\nDisallow: /\n`;
    expect(linesOf(foundBy('rule-changes-nothing', covered))).toEqual([2]);
    expect(linesOf(foundBy('rule-never-wins', covered))).toEqual([3]);
  });

  test('a contradiction of the same path is told as one, not as a rule that never wins', () => {
    const body = `${HEAD}Disallow: /x\nAllow: /x\n`;
    expect(foundBy('rule-never-wins', body)).toEqual([]);
    expect(linesOf(foundBy('decided-by-tie', body))).toEqual([2]);
  });

  test('only the copy of a line in one group has a certain mend', () => {
    const copy = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    const otherSpelling = `${HEAD}Disallow: /x\nDisallow: /%78\n`;
    const otherGroup = `${HEAD}Disallow: /x\n\n${HEAD}Disallow: /x\n`;
    const fixes = (body: string) => foundBy('rule-never-wins', body).map(({ fix }) => fix?.span);
    expect(fixes(copy)).toEqual([parseRobotsTxt(copy).records[2].span]);
    expect(fixes(otherSpelling)).toEqual([undefined]);
    expect(fixes(otherGroup)).toEqual([undefined]);
  });

  test('a rule of several names is dead only where it is for all of them', () => {
    const body = `User-agent: a\nDisallow: /\n\nUser-agent: a\nUser-agent: b\nDisallow: /x\n`;
    expect(foundBy('rule-changes-nothing', body)).toEqual([]);
    expect(linesOf(foundBy('rule-changes-nothing', body.replace('agent: b', 'agent: A')))).toEqual([
      6,
    ]);
  });

  test('row 21: in file order a later rule under a wider one decides nothing', () => {
    const body = `${HEAD}Disallow: /\nAllow: /x\n`;
    expect(linesOf(foundBy('rule-never-wins', body, 'koster1996'))).toEqual([3]);
    expect(foundBy('rule-never-wins', body)).toEqual([]);
  });

  test('nothing is said of what the budget leaves undecided', () => {
    const body = `${HEAD}Disallow: /x\nDisallow: /x\n`;
    expect(foundBy('rule-never-wins', body, 'rfc9309', { budget: 0 })).toEqual([]);
    expect(foundBy('undecided', body, 'rfc9309', { budget: 0 })).toHaveLength(1);
  });
});

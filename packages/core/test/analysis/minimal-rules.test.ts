import { expect, test } from 'vitest';
import { audiencesOf } from '../../src/analysis/audience.js';
import { neededRules, shorterPatterns } from '../../src/analysis/minimal-rules.js';
import { parseRobotsTxt } from '../../src/index.js';
import { Budget } from '../../src/prover/budget.js';

function audiences(body: string) {
  return audiencesOf(parseRobotsTxt(body), new Budget()).all;
}

function neededLines(body: string, budget = new Budget()): number[] {
  const held = audiences(body);
  const { isNeeded } = neededRules(held, budget);
  const rules = new Set(held.flatMap(({ ranked }) => ranked.rules));
  return [...rules].filter(isNeeded).map(({ line }) => line);
}

test('a rule is needed if any holder needs it', () => {
  const shared = 'User-agent: a\nUser-agent: b\nDisallow: /x/y\nUser-agent: a\nDisallow: /x\n';
  expect(neededLines(shared)).toEqual([3, 5]);
  expect(neededLines(`${shared}User-agent: b\nDisallow: /\n`)).toEqual([5, 7]);
});

test('of two interchangeable rules only one is removed', () => {
  expect(neededLines('User-agent: *\nAllow: /a/b\nDisallow: /a/b\nDisallow: /a\n')).toEqual([2, 4]);
});

test('without a budget all rules are needed', () => {
  const body = 'User-agent: *\nDisallow: /a\nDisallow: /a/b\n';
  const held = audiences(body);
  const { isNeeded, complete } = neededRules(held, new Budget(0));
  expect(complete).toBe(false);
  expect(held[0].ranked.rules.every(isNeeded)).toBe(true);
});

test('one hard rule does not leave others undecided', () => {
  const hard = Array.from(
    { length: 12 },
    (_, index) => `Disallow: /*a${'*b*c'.repeat(index)}*${index}`,
  );
  const body = `User-agent: *\n${hard.join('\n')}\nDisallow: /z/z\nDisallow: /z\n`;
  expect(neededLines(body, new Budget(400_000))).not.toContain(14);
});

test('stars are removed for all holders of a rule or for none', () => {
  const shorter = (body: string) => [...shorterPatterns(audiences(body), new Budget()).byLine];
  expect(shorter('User-agent: *\nDisallow: /a**\nDisallow: /b*$\nAllow: /c\n')).toEqual([
    [2, '/a'],
    [3, '/b'],
  ]);
  // Without the star b has a tie, which the allow rule wins.
  expect(
    shorter('User-agent: a\nUser-agent: b\nDisallow: /ab*\nUser-agent: b\nAllow: /*b\n'),
  ).toEqual([]);
});

import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { OUTCOMES, rulesOf, rulesWithout } from '../../src/bulk/rules.js';

test('a token is named by its place', () => {
  const robotsTxt = parseRobotsTxt('User-agent: a\nDisallow: /\n');
  const rules = rulesOf(robotsTxt, ['a', 'b']);
  expect([rules.outcome('/x', 0), rules.outcome('/x', 1)]).toEqual(['disallowed', 'allowed']);
  expect(() => rules.outcome('x', 0)).toThrow(TypeError);
});

test.each(OUTCOMES)('without a robots.txt everything may be %s', (outcome) => {
  expect(rulesWithout(outcome).outcome('https://a.example/', 0)).toBe(outcome);
});

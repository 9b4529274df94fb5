import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { OUTCOMES, rulesOf, rulesWithout } from '../../src/rules/rules.js';
import { outcomeOf } from '../support/blocks.js';

test('a token is named by its place', () => {
  const robotsTxt = parseRobotsTxt('User-agent: a\nDisallow: /\n');
  const rules = rulesOf(robotsTxt, ['a', 'b']);
  expect([outcomeOf(rules, '/x'), outcomeOf(rules, '/x', 1)]).toEqual(['disallowed', 'allowed']);
  expect(() => outcomeOf(rules, 'x')).toThrow(TypeError);
});

test.each(OUTCOMES)('without a robots.txt everything may be %s', (outcome) => {
  expect(outcomeOf(rulesWithout(outcome), 'https://a.example/')).toBe(outcome);
});

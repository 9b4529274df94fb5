import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { constantRules, rulesOf } from '../../src/filter/rules.js';
import { OUTCOMES } from '../../src/rows/row-format.js';
import { outcomeOf } from '../support/blocks.js';

test('product tokens are identified by index', () => {
  const robotsTxt = parseRobotsTxt('User-agent: a\nDisallow: /\n');
  const rules = rulesOf(robotsTxt, ['a', 'b']);
  expect([outcomeOf(rules, '/x'), outcomeOf(rules, '/x', 1)]).toEqual(['disallowed', 'allowed']);
  expect(() => outcomeOf(rules, 'x')).toThrow(TypeError);
});

test.each(OUTCOMES)('constant rules return %s', (outcome) => {
  expect(outcomeOf(constantRules(outcome), 'https://a.example/')).toBe(outcome);
});

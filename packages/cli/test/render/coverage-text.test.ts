import { parseRobotsTxt } from '@repkit/core';
import { coverage } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { coverageText } from '../../src/commands/coverage.js';
import { painter } from '../../src/program/terminal.js';

const robotsTxt = parseRobotsTxt('User-agent: a\nDisallow: /x\nAllow: /x/\x1b\n');
const urls = Array.from({ length: 12 }, () => '/x');

test('one block per product token with aligned numbers', () => {
  const found = coverage(robotsTxt, [...urls, '/'], { productTokens: ['a', 'b'] });
  expect(coverageText(found, painter(false))).toBe(`a  1 allowed, 12 disallowed
  12  Disallow: /x (line 2)
   0  Allow: /x/\\x1b (line 3)
   1  no rule

b  13 allowed, 0 disallowed
  13  no group applies
`);
});

test('a rule that decides no URL is highlighted', () => {
  const text = coverageText(coverage(robotsTxt, urls, { productTokens: ['a'] }), painter(true));
  expect(text).toContain('\x1b[1ma\x1b[22m');
  expect(text).toContain('\x1b[33m   0  Allow: /x/\\x1b (line 3)\x1b[39m\n');
});

/** Fixes that remove redundant rules: all of them can be applied together. */
import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { applyFixes } from '../../../src/lint/fixes.js';
import { lint } from '../../../src/lint/lint.js';

const fixed = (body: string) => applyFixes(body, lint(parseRobotsTxt(body)));

test.each([
  [
    'of three rules in a chain, the widest remains',
    'User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /a/b/c\n',
    'User-agent: *\nDisallow: /a\n',
  ],
  [
    'a rule remains if a longer exception needs it',
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n',
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n',
  ],
  [
    'a copy and a redundant rule are removed together',
    'User-agent: *\nDisallow: /a\nDisallow: /a/b\nDisallow: /a\n',
    'User-agent: *\nDisallow: /a\n',
  ],
  [
    'a group keeps a rule, so that its names do not belong to the next group',
    'User-agent: a\nAllow: /x\nAllow: /yy\n\nUser-agent: *\nDisallow: /\n',
    'User-agent: a\nAllow: /x\n\nUser-agent: *\nDisallow: /\n',
  ],
  [
    'comments above and after a removed rule remain',
    'User-agent: *\nDisallow: /a\n# private\nDisallow: /a/b # really\n',
    'User-agent: *\nDisallow: /a\n# private\n# really\n',
  ],
  [
    'a rule that only one of its crawlers needs remains',
    'User-agent: a\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\n',
    'User-agent: a\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\n',
  ],
  [
    'an allow rule that states a preference remains',
    'User-agent: __usage_ai-training\nAllow: /a/b\nAllow: /c\nDisallow: /d\nDisallow: /d/e\n',
    'User-agent: __usage_ai-training\nAllow: /a/b\nAllow: /c\nDisallow: /d\n',
  ],
  [
    'an allow rule that a label shares with a crawler remains',
    'User-agent: a\nUser-agent: __usage_ai-training\nAllow: /a/b\nDisallow: /d\n',
    'User-agent: a\nUser-agent: __usage_ai-training\nAllow: /a/b\nDisallow: /d\n',
  ],
])('%s', (_title, body, expected) => {
  expect(fixed(body)).toBe(expected);
});

test('a covering rule is named only if all crawlers of the redundant rule have it', () => {
  const body = `User-agent: a
User-agent: b
Allow: /x/
Disallow: /z

User-agent: a
Allow: /
Disallow: /y
`;
  const messages = lint(parseRobotsTxt(body))
    .filter(({ span }) => span.line === 3)
    .map(({ message }) => message);
  expect(messages).toEqual(['Redundant: without this rule the same URLs, such as "/x/", are still allowed.']);
});

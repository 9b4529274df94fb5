import { expect, test } from 'vitest';
import { CoverageCounter, coverage } from '../../src/analyse/coverage.js';
import { parseRobotsTxt } from '../../src/robots-txt.js';

const robotsTxt = parseRobotsTxt(`User-agent: a
User-agent: b
Disallow: /private/
Allow: /private/open
Disallow: /never

User-agent: *
Disallow: /
`);
const URLS = [
  'https://h/private/a',
  '/private/b',
  '/private/open',
  new URL('http://h/x'),
  '/robots.txt',
];

test('which rule decides about how many URLs, and which about none', () => {
  const [forA] = coverage(robotsTxt, URLS, ['a']);
  const { rules, ...rest } = forA;
  expect(rest).toEqual({
    productToken: 'a',
    group: { productToken: 'a', userAgentLines: [1] },
    allowed: 3,
    blocked: 2,
    withoutRule: 2,
    unreadable: 0,
  });
  expect(rules.map(({ rule, urls }) => `${rule.pattern} ${urls}`)).toEqual([
    '/private/ 2',
    '/private/open 1',
    '/never 0',
  ]);
});

test('by default for every token that the file names, and for all the others', () => {
  const all = coverage(robotsTxt, URLS);
  expect(all.map(({ productToken, blocked }) => `${productToken} ${blocked}`)).toEqual([
    'a 2',
    'b 2',
    '* 4',
  ]);
  expect(all[1].group?.userAgentLines).toEqual([2]);
});

test('the URLs are gone through once, and a line that is none costs that line', () => {
  function* urls() {
    yield '/x';
    yield 'no url';
    yield '/never/1';
  }
  const [forA] = coverage(robotsTxt, urls(), ['a']);
  expect([forA.allowed, forA.blocked, forA.unreadable]).toEqual([1, 1, 1]);
});

test('URLs may come one by one, and the counts be read between them', () => {
  const counter = new CoverageCounter(robotsTxt, ['a']);
  counter.add('/never');
  expect(counter.result()[0].blocked).toBe(1);
  counter.add('/never/2');
  expect(counter.result()[0].rules[2].urls).toBe(2);
});

test('row 10: a token that cannot be asked about is a mistake of the caller', () => {
  expect(() => coverage(robotsTxt, [], ['a b'])).toThrow(TypeError);
});

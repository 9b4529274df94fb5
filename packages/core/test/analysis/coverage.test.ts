import { describe, expect, test } from 'vitest';
import { coverage } from '../../src/analysis/coverage.js';
import { UrlCounter } from '../../src/analysis/url-counter.js';
import { type CrawlerProfile, crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import type { Crawler } from '../../src/file/crawler.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

const robotsTxt = parseRobotsTxt(`User-agent: a
User-agent: b
Disallow: /private/
Allow: /private/open
Disallow: /never

User-agent: *
Disallow: /
`);
const URLS = ['https://h/private/a', '/private/b', '/private/open', new URL('http://h/x'), '/robots.txt'];

test('counts URLs per deciding rule, including rules without URLs', () => {
  const [forA] = coverage(robotsTxt, URLS, { productTokens: ['a'] });
  const { rules, ...rest } = forA;
  expect(rest).toEqual({
    productToken: 'a',
    group: { productToken: 'a', userAgentLines: [1] },
    allowed: 3,
    blocked: 2,
    withoutRule: 2,
    invalid: 0,
    unchecked: 0,
  });
  expect(rules.map(({ rule, urls }) => `${rule.pattern} ${urls}`)).toEqual(['/private/ 2', '/private/open 1', '/never 0']);
});

describe('counts a URL for the rule that decides it, whatever else matches', () => {
  test.each<[string, DialectName, string, readonly string[], readonly number[], number]>([
    ['a rule for everything', 'rfc9309', 'Allow: /\nDisallow: /a', ['/a', '/b', '/a/c'], [1, 2], 0],
    ['the most bytes', 'rfc9309', 'Disallow: /*b\nAllow: /a*b', ['/ab', '/cb', '/a'], [1, 1], 1],
    ['a tie', 'rfc9309', 'Disallow: /*b\nAllow: /a*\nAllow: /ab', ['/ab', '/acb'], [0, 2, 0], 0],
    ['a copy', 'rfc9309', 'Disallow: /a\nDisallow: /a', ['/a', '/ab'], [2, 0], 0],
    ['no path', 'rfc9309', 'Disallow:\nDisallow: /a', ['/a', '/b'], [0, 1], 1],
    ['the first rule', 'koster1996', 'Allow: /a\nDisallow: /ab', ['/a', '/ab'], [2, 0], 0],
    ['an index page', 'google', 'Disallow: /\nAllow: /a/index.html', ['/a/', '/a/b'], [1, 1], 0],
  ])('%s', (_, dialect, rules, urls, expected, withoutRule) => {
    const file = parseRobotsTxt(`User-agent: *\n${rules}\n`, { dialect });
    const [counted] = coverage(file, urls);
    expect(counted.rules.map((rule) => rule.urls)).toEqual(expected);
    expect(counted.withoutRule).toBe(withoutRule);
  });
});

test('defaults to every token in the file and all others', () => {
  const all = coverage(robotsTxt, URLS);
  expect(all.map(({ productToken, blocked }) => `${productToken} ${blocked}`)).toEqual(['a 2', 'b 2', '* 4']);
  expect(all[1].group?.userAgentLines).toEqual([2]);
});

test('iterates once and counts lines that are not URLs', () => {
  function* urls() {
    yield '/x';
    yield 'no url';
    yield '/never/1';
  }
  const [forA] = coverage(robotsTxt, urls(), { productTokens: ['a'] });
  expect([forA.allowed, forA.blocked, forA.invalid]).toEqual([1, 1, 1]);
});

test('supports incremental counting', () => {
  const counter = new UrlCounter([robotsTxt], { productTokens: ['a'] });
  expect(counter.add('/never')).toBe('counted');
  expect(counter.coverage()[0].blocked).toBe(1);
  expect(counter.add('no url')).toBe('invalid');
  expect(counter.add('/never/2')).toBe('counted');
  expect(counter.coverage()[0].rules[2].urls).toBe(2);
});

test('product tokens: throws for an invalid product token', () => {
  expect(() => coverage(robotsTxt, [], { productTokens: ['a b'] })).toThrow(TypeError);
  expect(() => coverage(robotsTxt, [], { productTokens: [] })).toThrow(TypeError);
});

describe('the budget', () => {
  const groups = (rule: (group: number) => string) =>
    parseRobotsTxt(Array.from({ length: 10_000 }, (_, i) => `User-agent: bot${i}\nDisallow: ${rule(i)}\n`).join(''));
  const urls = Array.from({ length: 2000 }, (_, i) => `https://h/${i % 100}/${i}`);

  test('counts groups with equal rules once, each with its own line numbers', () => {
    const all = coverage(
      groups(() => '/1'),
      urls,
    );
    expect(all).toHaveLength(10_001);
    expect(all.every(({ unchecked }) => unchecked === 0)).toBe(true);
    expect(all[0].rules).toMatchObject([{ rule: { line: 2 }, urls: 220 }]);
    expect(all[9_999].rules).toMatchObject([{ rule: { line: 20_000 }, urls: 220 }]);
    expect(all[9_999].group).toEqual({ productToken: 'bot9999', userAgentLines: [19_999] });
  });

  test('skips and counts further URLs once the budget runs out', () => {
    const all = coverage(
      groups((i) => `/${i}`),
      urls,
    );
    const [{ unchecked }] = all;
    expect(unchecked).toBeGreaterThan(0);
    expect(unchecked).toBeLessThan(urls.length);
    for (const one of all) {
      expect(one.unchecked).toBe(unchecked);
      expect(one.allowed + one.blocked + unchecked).toBe(urls.length);
    }
  });

  test('does not count rules that the budget cannot read', () => {
    const [forA] = coverage(robotsTxt, URLS, { productTokens: ['a'], budget: 100 });
    expect(forA).toMatchObject({ allowed: 0, blocked: 0, rules: [], unchecked: URLS.length });
    expect(() => coverage(robotsTxt, URLS, { budget: -1 })).toThrow(RangeError);
  });
});

test('a request counts for the crawler that made it, in addition to URLs for all', () => {
  const counter = new UrlCounter([parseRobotsTxt('User-agent: a\nUser-agent: b\nDisallow: /p\n')]);
  counter.add('/p');
  counter.add('/p', 'a');
  counter.add('/x', 'b/1.0');
  expect(counter.crawlers).toEqual(['a', 'b', '*']);
  const rows = counter.coverage().map(({ productToken, blocked, withoutRule, rules }) => {
    return [productToken, blocked, withoutRule, rules.map(({ urls }) => urls)];
  });
  expect(rows).toEqual([
    ['a', 2, 0, [2]],
    ['b', 1, 1, [1]],
    ['*', 0, 1, []],
  ]);
});

test.each([
  ['A/1.0', undefined, [1, 0]],
  ['c', undefined, [0, 1]],
  ['A/1.0', ['a', '*'], [1, 0]],
  ['b', ['a', '*'], [0, 1]],
  ['b', ['a'], [0]],
])('a request of %s counts as its verdict, for %j', (header, productTokens, blocked) => {
  const file = parseRobotsTxt('User-agent: a\nDisallow: /p\n\nUser-agent: *\nDisallow: /\n');
  const counter = new UrlCounter([file], { ...(productTokens && { productTokens }) });
  counter.add('/p', header);
  expect(counter.coverage().map((one) => one.blocked)).toEqual(blocked);
});

test.each([
  ['A/1.0', ['a']],
  ['googlebot', ['Googlebot']],
  ['Googlebot-Image/1.0', ['Googlebot']],
  ['AdsBot-Google', []],
  ['B', ['b']],
  ['X/1.0', ['x']],
  ['c', ['*']],
])('a request of %s does not count for other tokens of the group', (header, expected) => {
  const groups = [
    'User-agent: a\nUser-agent: Googlebot\nUser-agent: b\nDisallow: /p\n',
    'User-agent: *\nUser-agent: x\nDisallow: /\n',
  ];
  const counter = new UrlCounter([parseRobotsTxt(groups.join('\n'))]);
  counter.add('/p', header);
  const counted = counter.coverage().filter(({ blocked }) => blocked > 0);
  expect(counted.map(({ productToken }) => productToken)).toEqual(expected);
});

test('a request of a crawler that documents another dialect has its verdict there', () => {
  const file = parseRobotsTxt('User-agent: *\nDisallow: /\nAllow: /index.html\n');
  const blocked = (documentedDialects: boolean) => {
    const counter = new UrlCounter([file], { documentedDialects });
    counter.add('/', 'Googlebot/2.1');
    return counter.coverage().map((one) => [one.productToken, one.allowed, one.blocked]);
  };
  expect(blocked(true)).toEqual([['*', 1, 0]]);
  expect(blocked(false)).toEqual([['*', 0, 1]]);
});

test('a crawler that is named twice is counted once', () => {
  const file = parseRobotsTxt('User-agent: *\nDisallow: /a\n');
  const names = (productTokens: readonly Crawler[]) =>
    coverage(file, ['/a'], { productTokens }).map(({ productToken }) => productToken);
  expect(names(['FooBot', 'foobot', 'BarBot'])).toEqual(['foobot', 'BarBot']);
  // A known crawler and its product token behave differently.
  const googlebot = crawlerProfile('Googlebot') as CrawlerProfile;
  expect(names(['Googlebot', googlebot, googlebot])).toHaveLength(2);
});

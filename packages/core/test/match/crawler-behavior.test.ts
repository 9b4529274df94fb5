import { describe, expect, test } from 'vitest';
import { crawlerProfile } from '../../src/crawlers.js';
import type { CrawlerBehavior } from '../../src/decide/crawler.js';
import { type ProductTokenInput, parseRobotsTxt } from '../../src/index.js';

const source = 'https://example.com/bot';
const chain: CrawlerBehavior = {
  name: 'News of Example',
  productTokens: ['Example-News', 'Example'],
  fallsBackToStar: true,
  facts: { productTokens: { source, checked: '2026-11-22' } },
};
const choosy: CrawlerBehavior = {
  name: 'ExampleAds',
  productTokens: ['ExampleAds'],
  fallsBackToStar: false,
  facts: { fallsBackToStar: { source, checked: '2026-11-21' } },
};

const STAR = 'User-agent: *\nDisallow: /star\n';
const OWN = 'User-agent: example-news\nDisallow: /own\n';
const SECOND = 'User-agent: example\nDisallow: /second\n';

describe('how a crawler finds its group', () => {
  test.each([
    [STAR + SECOND + OWN, 'own-group', '/own'],
    [STAR + SECOND, 'fallback-group', '/second'],
    [STAR, 'star-group', '/star'],
    ['', 'no-group', undefined],
  ])('%j: %s', (body, step, blocked) => {
    const robotsTxt = parseRobotsTxt(body);
    for (const url of ['/own', '/second', '/star']) {
      const verdict = robotsTxt.explain(url, chain);
      expect(verdict.profile).toEqual({
        ...{ name: 'News of Example', step, source, checked: '2026-11-22' },
      });
      expect(verdict.governed).toBeUndefined();
      expect(verdict.allowed).toBe(url !== blocked);
      expect(robotsTxt.isAllowed(url, chain)).toBe(verdict.allowed);
      expect(robotsTxt.matcher(chain).isTargetAllowed(url)).toBe(verdict.allowed);
    }
  });

  test('"*" is ignored unless a group names the crawler', () => {
    const starOnly = parseRobotsTxt('User-agent: *\nCrawl-delay: 9\nDisallow: /\n');
    expect(starOnly.explain('/', choosy)).toEqual({
      allowed: true,
      reason: 'no-group',
      target: '/',
      profile: { name: 'ExampleAds', step: 'star-ignored', source, checked: '2026-11-21' },
    });
    expect(starOnly.matcher(choosy).rules).toEqual([]);
    expect(starOnly.crawlDelay(choosy)).toBeUndefined();
    const named = parseRobotsTxt('User-agent: *\nUser-agent: exampleads\nDisallow: /\n');
    expect(named.explain('/', choosy).profile?.step).toBe('own-group');
    expect(named.isAllowed('/', choosy)).toBe(false);
    expect(parseRobotsTxt('').explain('/', choosy).profile?.step).toBe('no-group');
  });

  test('the step is the same for a file with a group index', () => {
    const robotsTxt = parseRobotsTxt(STAR + SECOND);
    for (let crawler = 0; crawler < 20; crawler++) robotsTxt.isAllowed('/', `Bot${crawler}`);
    expect(robotsTxt.explain('/second', chain).profile?.step).toBe('fallback-group');
    expect(robotsTxt.explain('/second', choosy).profile?.step).toBe('star-ignored');
  });

  test('the robots.txt itself is allowed, and all rules are listed on demand', () => {
    const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /\nAllow: /a\n');
    expect(robotsTxt.explain('/robots.txt', chain)).toMatchObject({
      reason: 'robots-txt',
      profile: { step: 'star-group' },
    });
    const { matched, profile } = robotsTxt.explain('/a', chain, { all: true });
    expect([matched?.length, profile?.step]).toEqual([2, 'star-group']);
  });
});

describe('crawlers that the rules do not govern', () => {
  const documented = { source, checked: '2026-11-20' };

  test.each(['no', 'user-triggered'] as const)('obeysRobotsTxt: %s', (obeysRobotsTxt) => {
    const fetcher = { ...chain, obeysRobotsTxt, facts: { obeysRobotsTxt: documented } };
    const robotsTxt = parseRobotsTxt(STAR);
    expect(robotsTxt.explain('/star', fetcher)).toMatchObject({
      allowed: false,
      reason: 'rule',
      governed: false,
      profile: { step: 'star-group', ...documented },
    });
    // The verdict of the rules, which the crawler does not apply.
    expect(robotsTxt.isAllowed('/star', fetcher)).toBe(false);
  });

  test('the verdict of a control token says what the token governs', () => {
    const token = { ...chain, governs: 'Training.', facts: { kind: documented } };
    const verdict = parseRobotsTxt(OWN).explain('/own', token);
    expect(verdict).toMatchObject({ allowed: false, governed: false });
    expect(verdict.profile).toEqual({
      name: chain.name,
      step: 'own-group',
      ...documented,
    });
  });

  test('obeysRobotsTxt: yes is governed', () => {
    const verdict = parseRobotsTxt(OWN).explain('/own', { ...chain, obeysRobotsTxt: 'yes' });
    expect(verdict.governed).toBeUndefined();
  });
});

describe('crawl-delay', () => {
  const robotsTxt = parseRobotsTxt('User-agent: example\nCrawl-delay: 5\n');

  test('comes from the group that the crawler follows, unless the crawler is documented to ignore it', () => {
    expect(robotsTxt.crawlDelay(chain)).toBe(5);
    expect(robotsTxt.crawlDelay({ ...chain, crawlDelay: true })).toBe(5);
    expect(robotsTxt.crawlDelay({ ...chain, crawlDelay: false })).toBeUndefined();
  });
});

test('ignores a version after a product token, as for a plain token', () => {
  const versioned = { ...chain, productTokens: ['Example-News/2.0', 'Example'] };
  expect(parseRobotsTxt(OWN).explain('/', versioned).profile?.step).toBe('own-group');
});

test('a matcher is created once per profile', () => {
  const robotsTxt = parseRobotsTxt(STAR);
  expect(robotsTxt.matcher(chain)).toBe(robotsTxt.matcher(chain));
  expect(robotsTxt.matcher(chain)).not.toBe(robotsTxt.matcher(chain.productTokens));
});

test('a product token has no profile in its verdict, before and after a profile was checked', () => {
  const robotsTxt = parseRobotsTxt(STAR);
  const plain = robotsTxt.explain('/star', 'Example');
  expect(plain).not.toHaveProperty('profile');
  expect(plain).not.toHaveProperty('governed');
  robotsTxt.explain('/star', { ...chain, obeysRobotsTxt: 'no' });
  expect(robotsTxt.explain('/star', 'Example')).toEqual(plain);
});

test.each([{}, { ...chain, productTokens: 'Example' }, 42])('%j is not a profile', (wrong) => {
  const robotsTxt = parseRobotsTxt(STAR);
  const tokens = wrong as unknown as ProductTokenInput;
  const sentence = 'Pass a product token, such as "ExampleBot".';
  for (const check of [
    () => robotsTxt.isAllowed('/', tokens),
    () => robotsTxt.crawlDelay(tokens),
    () => robotsTxt.matcher(tokens),
  ]) {
    expect(check).toThrow(new TypeError(sentence));
  }
  expect(() => robotsTxt.isAllowed('/', { ...chain, productTokens: [] })).toThrow(TypeError);
  expect(() => robotsTxt.isAllowed('/', { ...chain, productTokens: ['a b'] })).toThrow(TypeError);
});

test('Apple: Applebot follows the Googlebot group if no group names Applebot', () => {
  const applebot = crawlerProfile('Applebot') ?? 'Applebot';
  const verdict = parseRobotsTxt('User-agent: Googlebot\nDisallow: /a\n').explain('/a', applebot);
  expect(verdict).toMatchObject({
    allowed: false,
    group: { productToken: 'Googlebot', userAgentLines: [1] },
    profile: {
      name: 'Applebot',
      step: 'fallback-group',
      source: 'https://support.apple.com/en-us/119829',
      checked: '2026-11-22',
    },
  });
});

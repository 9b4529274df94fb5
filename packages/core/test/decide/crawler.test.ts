import { describe, expect, test } from 'vitest';
import { crawlerProfile } from '../../src/crawlers.js';
import type { CrawlerBehavior } from '../../src/file/crawler.js';
import {
  appliedProfile,
  type Crawler,
  crawlDelayFor,
  crawlerName,
  type Decision,
  decide,
  documentedPolicy,
  isGoverned,
  matcherFor,
  parseRobotsTxt,
  robotsFile,
} from '../../src/index.js';

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

function check(body: string, url: string, crawler: Crawler): Decision {
  return decide({ kind: 'file', file: robotsFile(body) }, url, crawler);
}

describe('how a crawler finds its group', () => {
  test.each([
    [STAR + SECOND + OWN, 'own-group', '/own'],
    [STAR + SECOND, 'fallback-group', '/second'],
    [STAR, 'star-group', '/star'],
    ['', 'no-group', undefined],
  ])('%j: %s', (body, step, blocked) => {
    for (const url of ['/own', '/second', '/star']) {
      const { profile, outcome } = check(body, url, chain);
      expect(profile).toEqual({ name: chain.name, step, source, checked: '2026-11-22' });
      expect(outcome).toBe(url === blocked ? 'disallowed' : 'allowed');
    }
  });

  test('"*" is ignored unless a group names the crawler', () => {
    const body = 'User-agent: *\nCrawl-delay: 9\nDisallow: /\n';
    expect(check(body, '/', choosy)).toEqual({
      crawler: 'ExampleAds',
      dialect: 'rfc9309',
      profile: { name: 'ExampleAds', step: 'star-ignored', source, checked: '2026-11-21' },
      outcome: 'allowed',
      reason: 'no-group',
      verdict: { allowed: true, reason: 'no-group', target: '/' },
    });
    const starOnly = parseRobotsTxt(body);
    expect(matcherFor(starOnly, choosy).rules).toEqual([]);
    expect(crawlDelayFor(starOnly, choosy)).toBeUndefined();
    const named = 'User-agent: *\nUser-agent: exampleads\nDisallow: /\n';
    expect(check(named, '/', choosy)).toMatchObject({
      outcome: 'disallowed',
      profile: { step: 'own-group' },
    });
    expect(check('', '/', choosy).profile?.step).toBe('no-group');
  });

  test('the step is the same for a file with a group index', () => {
    const robotsTxt = parseRobotsTxt(STAR + SECOND);
    for (let crawler = 0; crawler < 20; crawler++) robotsTxt.isAllowed('/', `Bot${crawler}`);
    expect(appliedProfile(robotsTxt, chain)?.step).toBe('fallback-group');
    expect(appliedProfile(robotsTxt, choosy)?.step).toBe('star-ignored');
  });
});

describe('crawlers that the rules do not govern', () => {
  const documented = { source, checked: '2026-11-20' };

  test.each(['no', 'user-triggered'] as const)('obeysRobotsTxt: %s', (obeysRobotsTxt) => {
    const fetcher = { ...chain, obeysRobotsTxt, facts: { obeysRobotsTxt: documented } };
    expect(check(STAR, '/star', fetcher)).toMatchObject({
      outcome: 'not-governed',
      ruled: 'disallowed',
      verdict: { allowed: false, reason: 'rule' },
      profile: { step: 'star-group', ...documented },
    });
  });

  test('the profile of a control token has the source of what it governs', () => {
    const kind = 'control-token';
    const token = { ...chain, kind, governs: 'training', facts: { kind: documented } } as const;
    const { profile, outcome } = check(OWN, '/own', token);
    expect(outcome).toBe('disallowed');
    expect(profile).toEqual({ name: chain.name, kind, step: 'own-group', ...documented });
  });

  test('obeysRobotsTxt: yes is governed', () => {
    expect(isGoverned({ ...chain, obeysRobotsTxt: 'yes' })).toBe(true);
    expect(check(OWN, '/own', { ...chain, obeysRobotsTxt: 'yes' }).outcome).toBe('disallowed');
  });
});

test('crawl-delay comes from the group that the crawler follows, unless the crawler ignores it', () => {
  const robotsTxt = parseRobotsTxt('User-agent: example\nCrawl-delay: 5\n');
  expect(crawlDelayFor(robotsTxt, chain)).toBe(5);
  expect(crawlDelayFor(robotsTxt, { ...chain, crawlDelay: true })).toBe(5);
  expect(crawlDelayFor(robotsTxt, { ...chain, crawlDelay: false })).toBeUndefined();
  const star = 'User-agent: *\nCrawl-delay: 9\nDisallow: /x\n\nUser-agent: example\n';
  const delayIn = (body: string, crawlDelay: true | 'also-of-star') =>
    crawlDelayFor(parseRobotsTxt(body), { ...chain, crawlDelay });
  expect(delayIn(`${star}Disallow: /\n`, true)).toBeUndefined();
  expect(delayIn(`${star}Disallow: /\n`, 'also-of-star')).toBe(9);
  expect(delayIn(`${star}Crawl-delay: 2\n`, 'also-of-star')).toBe(2);
});

test('only a crawler profile documents an access policy', () => {
  expect(documentedPolicy({ ...chain, policy: 'google' })).toBe('google');
  for (const crawler of [chain, 'Example', ['a', 'b']]) {
    expect(documentedPolicy(crawler)).toBeUndefined();
  }
});

test('ignores a version after a product token, as for a plain token', () => {
  const versioned = { ...chain, productTokens: ['Example-News/2.0', 'Example'] };
  expect(check(OWN, '/own', versioned).outcome).toBe('disallowed');
});

test('a product token has no profile', () => {
  expect(check(STAR, '/star', 'Example')).not.toHaveProperty('profile');
  expect(['Example', ['a', 'b'], chain, []].map(crawlerName)).toEqual(['Example', 'a', chain.name, '']);
});

test.each([
  {},
  { ...chain, productTokens: 'Example News' },
  42,
  { ...chain, productTokens: [] },
  { ...chain, productTokens: ['a b'] },
])('throws a TypeError for %j', (wrong) => {
  expect(() => check(STAR, '/', wrong as never)).toThrow(TypeError);
});

test('Apple: Applebot follows the Googlebot group if no group names Applebot', () => {
  const applebot = crawlerProfile('Applebot') ?? 'Applebot';
  expect(check('User-agent: Googlebot\nDisallow: /a\n', '/a', applebot)).toMatchObject({
    outcome: 'disallowed',
    verdict: { group: { productToken: 'Googlebot', userAgentLines: [1] } },
    profile: {
      name: 'Applebot',
      step: 'fallback-group',
      source: 'https://support.apple.com/en-us/119829',
      checked: '2026-11-22',
    },
  });
});

import { type Crawler, decide, parseRobotsTxt, robotsFile } from '@repkit/core';
import { knownCrawlers } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { AI_CRAWLERS, AI_RECORDS, aiCrawlerNamed, fileFacts } from '../../src/survey/file-facts.js';

const ROBOTS_TXT = `Sitemap: https://a.example/s.xml
User-agent: GPTBot
User-agent: ccbot/2.0
Disallow: /
User-agent: anthropic-ai
Allow: /open
Disallow: /*.pdf$
Disallow: /a
Crawl-delay: 2
Content-Signal: ai-train=no
nonsense: 1
nonsense: 2
`;

function factsOf(body: string, isLinted = false) {
  const isOpen = (crawler: Crawler) => isOpenIn(body, crawler);
  return fileFacts(parseRobotsTxt(body), isLinted, isOpen);
}

function isOpenIn(body: string, crawler: Crawler): boolean {
  const decision = decide({ kind: 'file', file: robotsFile(body) }, '/', crawler);
  const outcome = decision.outcome === 'not-governed' ? decision.ruled : decision.outcome;
  return outcome === 'allowed';
}

test('collects the facts of a file', () => {
  const { codes, aiRecords, ...facts } = factsOf(ROBOTS_TXT);
  expect(facts).toEqual({
    groups: 2,
    rules: 4,
    sitemaps: 1,
    hasCrawlDelay: true,
    aiNamed: ['CCBot', 'GPTBot', 'anthropic-ai'],
    aiBlocked: ['CCBot', 'GPTBot'],
    aiDisallowed: 2,
    severities: { error: 0, warning: 1, info: 2 },
    probes: ['/x.pdf', '/open'],
  });
  expect([...codes]).toEqual([
    ['product-token-cut', 1],
    ['unknown-field', 2],
  ]);
  expect([...aiRecords]).toEqual([['content-signal', 1]]);
});

test('probes are few, short and valid targets', () => {
  const rules = Array.from({ length: 9 }, (_, index) => `Disallow: /*${index}$\nAllow: /${index}\n`);
  const text = `User-agent: *\nAllow: fish\nDisallow: /*${'x'.repeat(300)}\nAllow: *star\n${rules.join('')}`;
  expect(factsOf(text).probes).toEqual(['/xstar', '/x0', '/0']);
});

test('checks rule behavior only in a full lint', () => {
  const closed = 'User-agent: *\nDisallow: /\n';
  expect([...factsOf(closed).codes]).toEqual([]);
  expect([...factsOf(closed, true).codes.keys()]).toContain('everything-blocked');
});

test.each([
  ['gptbot', 'GPTBot'],
  ['GPTBot/1.2', 'GPTBot'],
  ['CCBot (https://example.com)', 'CCBot'],
  ['Meta-ExternalAgent', 'meta-externalagent'],
  ['anthropic-ai', 'anthropic-ai'],
  ['*', undefined],
  ['GPTBots', undefined],
  ['', undefined],
])('%s names %s', (value, crawler) => expect(aiCrawlerNamed(value)).toBe(crawler));

test('AI crawlers have no duplicates', () => {
  expect(new Set(AI_CRAWLERS.map((token) => token.toLowerCase())).size).toBe(AI_CRAWLERS.length);
  expect(AI_RECORDS.has('content-signal')).toBe(true);
});

test.each([
  'User-agent: *\nDisallow: /\n',
  'User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nUser-agent: ccbot, ClaudeBot\nAllow: /\n',
  'User-agent: *\nDisallow: /\nAllow: /index.html\n',
  'User-agent: *\nDisallow: /x\n\nUser-agent: Yandex\nDisallow: /\n',
  'User-agent: Google-Extended\nUser-agent: ai2bot/1.0\nDisallow: /\n',
])('counts all AI crawlers that may not fetch "/", each in its dialect: %j', (body) => {
  const profiles = AI_CRAWLERS.map((token) => knownCrawlers.find(({ name }) => name === token) ?? token);
  const disallowed = profiles.filter((crawler) => !isOpenIn(body, crawler));
  expect(disallowed.length).toBeGreaterThan(1);
  expect(factsOf(body).aiDisallowed).toBe(disallowed.length);
});

test('a list of names on one line names only the first, as for crawlers', () => {
  const facts = factsOf('User-agent: GPTBot, CCBot\nDisallow: /\n');
  expect([facts.aiNamed, facts.aiBlocked, facts.aiDisallowed]).toEqual([['GPTBot'], ['GPTBot'], 1]);
});

import { parseRobotsTxt } from '@repkit/core';
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

test('collects the facts of a file', () => {
  const { codes, aiRecords, ...facts } = fileFacts(parseRobotsTxt(ROBOTS_TXT), false);
  expect(facts).toEqual({
    groups: 2,
    wildcardLines: 0,
    rules: 4,
    sitemaps: 1,
    hasCrawlDelay: true,
    aiNamed: ['CCBot', 'GPTBot', 'anthropic-ai'],
    aiBlocked: ['CCBot', 'GPTBot'],
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
  const rules = Array.from(
    { length: 9 },
    (_, index) => `Disallow: /*${index}$\nAllow: /${index}\n`,
  );
  const text = `User-agent: *\nAllow: fish\nDisallow: /*${'x'.repeat(300)}\nAllow: *star\n${rules.join('')}`;
  expect(fileFacts(parseRobotsTxt(text), false).probes).toEqual(['/xstar', '/x0', '/0']);
});

test('checks rule behavior only in a full lint', () => {
  const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /\n');
  expect([...fileFacts(robotsTxt, false).codes]).toEqual([]);
  expect([...fileFacts(robotsTxt, true).codes.keys()]).toContain('everything-blocked');
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

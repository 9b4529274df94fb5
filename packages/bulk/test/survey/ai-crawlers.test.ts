import { expect, test } from 'vitest';
import { AI_CRAWLERS, AI_RECORDS, aiCrawlerNamed } from '../../src/survey/file-facts.js';

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

test('each is there once', () => {
  expect(new Set(AI_CRAWLERS.map((token) => token.toLowerCase())).size).toBe(AI_CRAWLERS.length);
  expect(AI_RECORDS.has('content-signal')).toBe(true);
});

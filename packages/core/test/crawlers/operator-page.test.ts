import { expect, expectTypeOf, test } from 'vitest';
import type { CrawlerPurpose, OperatorPage } from '../../src/crawlers/operator-page.js';
import { type KnownCrawler, knownCrawlers } from '../../src/index.js';

test('a page becomes one entry for each product token it documents', () => {
  expectTypeOf<OperatorPage['crawlers'][number][1]>().toEqualTypeOf<CrawlerPurpose>();
  expectTypeOf<KnownCrawler['purpose']>().toEqualTypeOf<CrawlerPurpose>();
  const ofOnePage = knownCrawlers.filter(
    ({ source }) => source === 'https://developers.openai.com/api/docs/bots',
  );
  expect(ofOnePage.map(({ productToken }) => productToken)).toEqual([
    'ChatGPT-User',
    'GPTBot',
    'OAI-AdsBot',
    'OAI-SearchBot',
  ]);
});

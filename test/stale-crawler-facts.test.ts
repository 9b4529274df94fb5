/** Tests `npm run crawlers:stale`, which lists facts that were not checked for a year. */
import { knownCrawlers } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { staleFacts } from '../scripts/stale-crawler-facts.mjs';

const [PAGE, OTHER_PAGE] = ['https://one.example/', 'https://other.example/'];

test('lists facts older than a year by page, oldest first', () => {
  const crawlers = [
    {
      name: 'A',
      facts: {
        kind: { source: PAGE, checked: '2026-03-01' },
        crawlDelay: { source: OTHER_PAGE, checked: '2025-12-31' },
      },
    },
    { name: 'B', facts: { kind: { source: PAGE, checked: '2026-03-01' } } },
    { name: 'C', facts: {} },
  ];
  const otherFacts = `2025-12-31 ${OTHER_PAGE}: A crawlDelay`;
  expect(staleFacts(crawlers, '2027-03-01')).toEqual([otherFacts]);
  expect(staleFacts(crawlers, '2027-03-02')).toEqual([otherFacts, `2026-03-01 ${PAGE}: A kind, B kind`]);
  expect(staleFacts(crawlers, '2026-12-31')).toEqual([]);
});

test('facts of known crawlers are stale a year after their check', () => {
  expect(staleFacts(knownCrawlers, '2026-11-22')).toEqual([]);
  const page = 'https://support.apple.com/en-us/119829: Applebot obeysRobotsTxt';
  expect(staleFacts(knownCrawlers, '2099-01-01').join('\n')).toContain(page);
});

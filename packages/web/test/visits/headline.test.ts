import { expect, test } from 'vitest';
import { logGaps } from '../../src/state/log-gaps.js';
import { type CountedVisits, extent, headline } from '../../src/visits/headline.js';
import { en, ja, tr } from '../support/texts.js';

const visitor = (crawler: string, requests: number, blocked: number) => ({
  crawler,
  requests,
  blocked,
  isGoverned: true,
  rules: [],
});

const VISITS: CountedVisits = {
  kind: 'counted',
  crawlers: [visitor('mybot', 9000, 9000), visitor('Googlebot', 5965, 735), visitor('GPTBot', 1, 0)],
  others: 1,
  unreadable: 2,
  incomplete: ['b.log'],
  hosts: { site: undefined, examples: ['a.example'], others: 0 },
  period: { first: Date.UTC(2026, 10, 20, 12), last: Date.UTC(2026, 10, 23, 12) },
};

test('the headline names the known crawler with the most blocked requests', () => {
  expect(headline(VISITS, en)).toBe('This robots.txt would have turned away 735 of 5,965 requests of Googlebot.');
  expect(headline(VISITS, ja)).toContain('Googlebotのリクエスト5,965件のうち735件');
  expect(headline(VISITS, tr)).toContain('Googlebot botunun 5.965 isteğinden 735 tanesi');
  expect(headline({ ...VISITS, crawlers: [visitor('mybot', 2, 2)] }, en)).toBe(
    'This robots.txt would have turned away no request of a known crawler.',
  );
});

test('the extent has the requests and the time from the first to the last', () => {
  // Intl separates the parts of a range with thin spaces.
  expect(extent(VISITS, en)).toMatch(/^14,967 requests, Nov 20\s–\s23, 2026$/u);
  expect(extent({ ...VISITS, period: undefined }, en)).toBe('14,967 requests');
});

test('what was not counted is named', () => {
  expect(logGaps(VISITS, en)).toEqual(['2 lines could not be read and are not counted.', 'b.log is incomplete: it ends early.']);
  expect(logGaps({ ...VISITS, unreadable: 0, incomplete: [] }, en)).toEqual([]);
});

test.each([
  [{ site: 'a.example', examples: ['b.example'], others: 1 }, '1 request for another host, b.example, is not counted'],
  [{ site: 'a.example', examples: ['b.example', 'c.example'], others: 3 }, '3 requests for other hosts, such as b.example, are'],
  [{ site: undefined, examples: ['a.example', 'b.example'], others: 0 }, 'several hosts, such as a.example and b.example.'],
])('requests of several sites are named: %j', (hosts, text) => {
  expect(logGaps({ unreadable: 0, incomplete: [], hosts }, en)).toEqual([expect.stringContaining(text)]);
});

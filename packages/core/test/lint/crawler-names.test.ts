/** The names that lint knows agree with the data about all crawlers. */
import { expect, test } from 'vitest';
import { lint } from '../../src/analysis.js';
import { knownCrawlers } from '../../src/crawlers.js';
import { parseRobotsTxt } from '../../src/index.js';
import {
  AI_OPERATORS,
  CRAWL_DELAY_IGNORING,
  FORMER_NAMES,
  GOOGLE_TOKENS,
  NEARBY_TOKENS,
  SEARCH_ENGINES,
  SIDE_EFFECTS,
  STAR_IGNORING,
  WELL_KNOWN_CRAWLERS,
  YANDEX_TOKENS,
} from '../../src/lint/checks/crawler-names.js';

test('well-known crawlers are known, as their operators spell them', () => {
  const names = knownCrawlers.map(({ name }) => name);
  expect(WELL_KNOWN_CRAWLERS.filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['google', GOOGLE_TOKENS],
  ['yandex', YANDEX_TOKENS],
])('the tokens of %s are those of the crawlers that use its dialect', (name, listed) => {
  const crawlers = knownCrawlers.filter(({ dialect }) => dialect === name);
  const tokens = new Set(crawlers.flatMap(({ productTokens }) => productTokens));
  expect([...listed].sort()).toEqual([...tokens].sort());
});

test('no known product token is reported as misspelled', () => {
  const tokens = new Set(knownCrawlers.flatMap(({ productTokens }) => productTokens));
  expect(NEARBY_TOKENS.filter((token) => !tokens.has(token))).toEqual([]);
  for (const token of tokens) {
    const codes = lint(parseRobotsTxt(`User-agent: ${token}\nDisallow: /a\n`)).map(({ code }) => code);
    expect(codes, token).not.toContain('misspelt-crawler');
  }
});

test('crawlers that ignore crawl-delay or the group of * are documented to', () => {
  const ignoring = knownCrawlers.filter(({ crawlDelay }) => crawlDelay === false);
  const tokens = new Set(ignoring.flatMap(({ productTokens }) => productTokens));
  expect(CRAWL_DELAY_IGNORING.filter((token) => !tokens.has(token))).toEqual([]);
  const withoutStar = knownCrawlers.filter(({ fallsBackToStar }) => !fallsBackToStar);
  const names = withoutStar.map(({ name }) => name);
  expect(STAR_IGNORING.filter((token) => !names.includes(token))).toEqual([]);
});

test('suggested names are known, former names are not, and followers follow', () => {
  const byName = new Map(knownCrawlers.map((crawler) => [crawler.name, crawler]));
  const first = new Set(knownCrawlers.map(({ productTokens }) => productTokens[0].toLowerCase()));
  first.add('*');
  for (const [former, meant] of FORMER_NAMES) {
    expect(first, former).not.toContain(former);
    for (const name of meant) expect(first, name).toContain(name.toLowerCase());
  }
  for (const [token, follower] of SIDE_EFFECTS) {
    expect(byName.has(token), token).toBe(true);
    if (follower !== undefined) expect(byName.get(follower)?.productTokens, follower).toContain(token);
  }
});

test('search engines and AI crawlers have the documented operator and purpose', () => {
  const known = new Map(knownCrawlers.map((crawler) => [crawler.name, crawler]));
  for (const [token] of SEARCH_ENGINES) expect(known.get(token)?.purposes[0], token).toBe('search');
  for (const [operator, crawlers] of Object.entries(AI_OPERATORS)) {
    for (const [purpose, token] of Object.entries(crawlers)) {
      expect(known.get(token)?.operator, token).toBe(operator);
      expect(known.get(token)?.purposes, token).toContain(`ai-${purpose}`);
    }
  }
});

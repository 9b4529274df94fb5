/** The names that lint knows agree with the data about all crawlers. */
import { expect, test } from 'vitest';
import { knownCrawlers, lint, parseRobotsTxt } from '../../src/index.js';
import {
  GOOGLE_TOKENS,
  NEARBY_TOKENS,
  WELL_KNOWN_CRAWLERS,
} from '../../src/lint/well-known-crawlers.js';

test('well-known crawlers are known, as their operators spell them', () => {
  const names = knownCrawlers.map(({ name }) => name);
  expect(WELL_KNOWN_CRAWLERS.filter((name) => !names.includes(name))).toEqual([]);
});

test("Google's tokens are those of the crawlers that use its dialect", () => {
  const google = knownCrawlers.filter(({ dialect }) => dialect === 'google');
  const tokens = new Set(google.flatMap(({ productTokens }) => productTokens));
  expect([...GOOGLE_TOKENS].sort()).toEqual([...tokens].sort());
});

test('no known product token is reported as misspelled', () => {
  const tokens = new Set(knownCrawlers.flatMap(({ productTokens }) => productTokens));
  expect(NEARBY_TOKENS.filter((token) => !tokens.has(token))).toEqual([]);
  for (const token of tokens) {
    const codes = lint(parseRobotsTxt(`User-agent: ${token}\nDisallow: /a\n`)).map(
      ({ code }) => code,
    );
    expect(codes, token).not.toContain('misspelt-crawler');
  }
});

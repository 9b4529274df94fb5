import { describe, expect, test } from 'vitest';
import { knownCrawler, knownCrawlers, parseRobotsTxt } from '../../src/index.js';

const tokens = knownCrawlers.map(({ productToken }) => productToken);
const folded = tokens.map((token) => token.toLowerCase());

/** Names with characters other than letters, "_" and "-", which strict parsers truncate. */
const BEYOND_THE_GRAMMAR = [
  '360Spider',
  'AI2Bot',
  'Ai2Bot-Dolma',
  'archive.org_bot',
  'bnf.fr_bot',
  'img2dataset',
  'Mail.RU_Bot',
  'MJ12bot',
  'Site24x7',
  'W3C-checklink',
  'W3C_Validator',
];

describe('known crawlers', () => {
  test('RFC 9309 2.2.1: product tokens consist of letters, "_" and "-", with listed exceptions', () => {
    expect(tokens.filter((token) => !/^[A-Za-z_-]+$/.test(token))).toEqual(BEYOND_THE_GRAMMAR);
  });

  test.each(['rfc9309', 'draft-koster-rep-00'] as const)(
    '%s: the whole name is the token, and finds its group',
    (dialect) => {
      for (const token of tokens) {
        const body = `User-agent: ${token}\nDisallow: /\n`;
        const robotsTxt = parseRobotsTxt(body, { dialect });
        expect(robotsTxt.groups[0]?.productTokens).toEqual([token]);
        expect(robotsTxt.isAllowed('/', token)).toBe(false);
      }
    },
  );

  test('Google only: finds the groups of tokens that follow the grammar', () => {
    const found = tokens.filter((token) => {
      const body = `User-agent: ${token}\nDisallow: /\n`;
      return !parseRobotsTxt(body, { dialect: 'google' }).isAllowed('/', token);
    });
    expect(found).toEqual(tokens.filter((token) => !BEYOND_THE_GRAMMAR.includes(token)));
  });

  test('RFC 9309 2.2.1: unique, ignoring case', () => {
    expect(folded.filter((token, place) => folded.indexOf(token) !== place)).toEqual([]);
  });

  test('sorted by product token', () => {
    expect(folded).toEqual([...folded].sort());
  });

  test('each has an operator and a normalized https source', () => {
    for (const { productToken, operator, source } of knownCrawlers) {
      expect(operator.trim(), productToken).toMatch(/^.+$/);
      expect(URL.parse(source)?.protocol, productToken).toBe('https:');
      expect(URL.parse(source)?.href.replace(/\/$/, ''), productToken).toBe(
        source.replace(/\/$/, ''),
      );
    }
  });

  test('notes are non-empty sentences', () => {
    const notes = knownCrawlers.flatMap((crawler) => ('note' in crawler ? [crawler.note] : []));
    expect(notes.filter((note) => !/^[A-Z].*\.$/.test(note ?? ''))).toEqual([]);
  });

  test("notes mark sources that are not the operator's", () => {
    const ofOthers =
      /^https:\/\/(github\.com\/ai-robots-txt|webmasterid\.|darkvisitors\.|opengraphplus\.)/;
    for (const { productToken, source, note } of knownCrawlers) {
      const isSaid = note?.startsWith('No operator page') ?? false;
      expect(isSaid, productToken).toBe(ofOthers.test(source));
    }
  });

  test('there are more than a hundred', () => {
    expect(knownCrawlers.length).toBeGreaterThan(100);
  });

  test('every purpose has entries', () => {
    expect([...new Set(knownCrawlers.map(({ purpose }) => purpose))].sort()).toEqual([
      'advertising',
      'ai-search',
      'ai-training',
      'ai-user',
      'archive',
      'monitoring',
      'other',
      'preview',
      'search',
      'seo',
    ]);
  });
});

describe('lookup by product token', () => {
  test('RFC 9309 2.2.1: ignores case', () => {
    expect(knownCrawler('gptbot')).toEqual({
      productToken: 'GPTBot',
      operator: 'OpenAI',
      purpose: 'ai-training',
      source: 'https://developers.openai.com/api/docs/bots',
    });
    for (const crawler of knownCrawlers) {
      expect(knownCrawler(crawler.productToken.toUpperCase())).toBe(crawler);
    }
  });

  test('returns undefined for an unknown name', () => {
    expect(knownCrawler('ExampleBot')).toBeUndefined();
    expect(knownCrawler('GPTBot/1.0')).toBeUndefined();
    expect(knownCrawler('')).toBeUndefined();
    expect(knownCrawler('*')).toBeUndefined();
  });
});

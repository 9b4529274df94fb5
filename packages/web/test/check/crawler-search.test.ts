import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { parseTypedToken, searchCrawlers, searchFor } from '../../src/check/crawler-search.js';
import { en, tr } from '../support/texts.js';

const { purpose } = en.check;

describe('searchCrawlers and parseTypedToken', () => {
  test('find crawlers by name first, then by operator and purpose', () => {
    expect(searchCrawlers('gptb', purpose)[0]?.name).toBe('GPTBot');
    const openAi = searchCrawlers('openai training', purpose);
    expect(openAi.map(({ name }) => name)).toContain('GPTBot');
    expect(openAi.every(({ operator }) => /openai/i.test(operator))).toBe(true);
    expect(searchCrawlers('archive training', purpose).map(({ name }) => name)).toEqual(['CCBot']);
    expect(searchCrawlers('', purpose)).toHaveLength(knownCrawlers.length);
    expect(searchCrawlers('no such crawler', purpose)).toEqual([]);
  });

  test('ignore accents, which a keyboard may lack or capitalize', () => {
    const { purpose: turkish } = tr.check;
    const count = searchCrawlers('yapay zekâ araması', turkish).length;
    expect(count).toBeGreaterThan(9);
    for (const typed of ['yapay zeka aramasi', 'YAPAY ZEKA ARAMASI']) {
      expect(searchCrawlers(typed, turkish)).toHaveLength(count);
    }
  });

  test('accept any product token and extract the one in a User-Agent header', () => {
    expect(parseTypedToken(' ExampleBot ')).toEqual({
      productToken: 'ExampleBot',
      isFromHeader: false,
    });
    expect(parseTypedToken('*')?.productToken).toBe('*');
    const header = 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)';
    for (const text of [header, 'ExampleBot/2.1', 'ExampleBot/2.1 (a b)']) {
      expect(parseTypedToken(text)).toEqual({ productToken: 'ExampleBot', isFromHeader: true });
    }
    const known = 'Mozilla/5.0 (compatible; GoogleOther)';
    expect(parseTypedToken(known)?.productToken).toBe('GoogleOther');
  });

  test.each(['', 'Mozilla/5.0 (X11) Firefox/128.0', 'foo bar', '***', '日本', 'a\nb', 'a#b', 'a*'])(
    'reject what no user-agent line can name: %j',
    (text) => expect(parseTypedToken(text)).toBeUndefined(),
  );

  test('accept the names of all known crawlers', () => {
    for (const { name } of knownCrawlers) {
      expect(parseTypedToken(name)).toEqual({ productToken: name, isFromHeader: false });
    }
  });

  test('offer a purpose as one entry, after crawlers whose name begins with the text', () => {
    const [training] = searchFor('ai training', en).suggestions;
    expect(training?.name).toMatch(/^All \d+ crawlers for AI training$/);
    expect(training?.productTokens).toContain('GPTBot');
    expect(searchFor('', en).suggestions[1]?.productTokens.length).toBeGreaterThan(1);
    expect(searchFor('seo', en).suggestions[0]?.productTokens).toEqual(['SEOkicks-Robot']);
  });
});

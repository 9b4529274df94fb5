import { knownCrawlers } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { readProductToken, searchCrawlers } from '../../src/check/crawler-picker.js';
import { en } from '../../src/messages/en.js';

const { purpose } = en.check;

describe('crawlers', () => {
  test('are found by name first, then by operator and purpose, all words together', () => {
    expect(searchCrawlers('gptb', purpose)[0]?.name).toBe('GPTBot');
    const openAi = searchCrawlers('openai training', purpose);
    expect(openAi.map(({ name }) => name)).toContain('GPTBot');
    expect(openAi.every(({ operator }) => /openai/i.test(operator))).toBe(true);
    expect(searchCrawlers('', purpose)).toHaveLength(knownCrawlers.length);
    expect(searchCrawlers('nobody knows this one', purpose)).toEqual([]);
  });

  test('any product token is one, and a whole User-Agent header gives its own', () => {
    expect(readProductToken(' ExampleBot ')).toEqual({
      ...{ productToken: 'ExampleBot', isOfHeader: false },
    });
    expect(readProductToken('*')?.productToken).toBe('*');
    const header = 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)';
    for (const text of [header, 'ExampleBot/2.1', 'ExampleBot/2.1 (a b)']) {
      expect(readProductToken(text)).toEqual({ productToken: 'ExampleBot', isOfHeader: true });
    }
  });

  test.each(['', 'Mozilla/5.0 (X11) Firefox/128.0', 'foo bar', '***', '日本', 'a\nb', 'a#b', 'a*'])(
    'what no user-agent line can name is none: %j',
    (text) => expect(readProductToken(text)).toBeUndefined(),
  );

  test('every known crawler is one by its name', () => {
    for (const { name } of knownCrawlers) {
      expect(readProductToken(name)).toEqual({ productToken: name, isOfHeader: false });
    }
  });
});

import { knownCrawlers } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { readProductToken, searchCrawlers } from '../../src/check/crawlers.js';
import { en } from '../../src/messages/en.js';

const { purpose } = en.check;

describe('crawlers', () => {
  test('are found by name first, then by operator and purpose, all words together', () => {
    expect(searchCrawlers('gptb', purpose)[0]?.productToken).toBe('GPTBot');
    const openAi = searchCrawlers('openai training', purpose);
    expect(openAi.map(({ productToken }) => productToken)).toContain('GPTBot');
    expect(openAi.every(({ operator }) => /openai/i.test(operator))).toBe(true);
    expect(searchCrawlers('', purpose)).toHaveLength(knownCrawlers.length);
    expect(searchCrawlers('nobody knows this one', purpose)).toEqual([]);
  });

  test('any product token is one, a whole User-Agent header gives its own, and the rest is none', () => {
    expect(readProductToken(' ExampleBot ')).toBe('ExampleBot');
    expect(readProductToken('*')).toBe('*');
    const header = 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)';
    expect(readProductToken(header)).toBe('ExampleBot');
    expect(readProductToken('')).toBeUndefined();
    expect(readProductToken('Mozilla/5.0 (X11) Firefox/128.0')).toBeUndefined();
  });
});

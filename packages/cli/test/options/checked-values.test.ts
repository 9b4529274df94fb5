import { InputError } from '@repkit/bulk';
import { describe, expect, test } from 'vitest';
import {
  AGENT_OPTION,
  checkedProductToken,
  fetchableUrl,
  productTokensOption,
  timeOf,
  urlOrPath,
} from '../../src/options/checked-values.js';
import { parseArguments } from '../../src/options/parser.js';

describe('--agent', () => {
  test('duplicates are removed; undefined means all', () => {
    const tokens = (...argv: string[]) => productTokensOption(parseArguments(argv, { agent: AGENT_OPTION }));
    expect(tokens()).toBe(undefined);
    expect(tokens('--agent', 'b', '--agent', ' a', '--agent', 'b')).toEqual(['b', 'a']);
  });

  test.each(['GPTBot', '*', 'FooBot/1.2', 'archive.org_bot'])('%s is unchanged', (agent) => {
    expect(checkedProductToken(agent, 'rfc9309')).toBe(agent);
  });

  test('surrounding white space is removed', () => {
    expect(checkedProductToken(' GPTBot\n', 'rfc9309')).toBe('GPTBot');
  });

  test.each(['Foo Bar', '', ' x '])('the google dialect leaves %j unchanged', (agent) => {
    expect(checkedProductToken(agent, 'google')).toBe(agent);
  });

  const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  test.each([
    ['GPTBot,CCBot', '--agent takes one product token and can be repeated. Write --agent GPTBot --agent CCBot.'],
    ['GPTBot, *', '--agent takes one product token and can be repeated. Write --agent GPTBot --agent "*".'],
    [',', '--agent takes one product token and can be repeated. Write --agent GPTBot.'],
    ['', '--agent is empty. Give a product token such as GPTBot, or "*" for all crawlers that robots.txt does not name.'],
    [GOOGLEBOT, '--agent takes a product token, not a User-Agent header. Write --agent Googlebot.'],
    [
      'Mozilla/5.0 (compatible; GoogleOther)',
      '--agent takes a product token, not a User-Agent header. Write --agent GoogleOther.',
    ],
    ['FooBot/1.2 libwww/5.0', '--agent takes a product token, not a User-Agent header. Write --agent FooBot.'],
  ])('%j is rejected with a correction', (agent, message) => {
    expect(() => checkedProductToken(agent, 'rfc9309')).toThrow(new InputError(message));
  });

  test('the google dialect rejects a header, too', () => {
    expect(() => checkedProductToken(GOOGLEBOT, 'google')).toThrow('Write --agent Googlebot.');
  });

  test('a browser header yields no product token', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
    expect(() => checkedProductToken(firefox, 'rfc9309')).toThrow("Use the name that the crawler's operator documents");
  });
});

describe('fetchableUrl', () => {
  test.each(['https://example.com/a', 'HTTP://example.com', 'http://[::1]:8080/?q', 'ftp://example.com/a'])('%s', (url) => {
    expect(fetchableUrl(url)).toBe(url);
  });

  test.each([
    ['example.com/a', '"example.com/a" is not a URL. Write https://example.com/a.'],
    ['localhost:8080/a', '"localhost:8080/a" is not a URL. Write https://localhost:8080/a.'],
    ['//example.com/a', '"//example.com/a" has no scheme. Write https://example.com/a.'],
    ['/private/a', '"/private/a" names no site. Write the whole URL, or add --robots FILE.'],
    [
      'gopher://example.com/a',
      '"gopher://example.com/a" cannot be fetched; only http, https and ftp can. Add --robots FILE to check it against a file.',
    ],
    ['-', '"-" is not a URL, and URLs are not read from standard input here. Use repkit filter for a list of URLs.'],
    ['C:\\robots.txt', '"C:\\robots.txt" is not a URL. Write it in full, such as https://example.com/a.'],
    ['fish', '"fish" is not a URL. Write it in full, such as https://example.com/a.'],
    ['', '"" is not a URL. Write it in full, such as https://example.com/a.'],
    ['http://', '"http://" is not a URL. Write it in full, such as https://example.com/a.'],
    ['mailto:a@example.com', '"mailto:a@example.com" is not a URL. Write it in full, such as https://example.com/a.'],
  ])('%j is rejected', (url, message) => {
    expect(() => fetchableUrl(url)).toThrow(new InputError(message));
  });
});

describe('urlOrPath', () => {
  test.each(['/private/a', '//example.com/a', 'https://example.com/a', 'ftp://example.com/a'])('%s', (url) => {
    expect(urlOrPath(url, 'rfc9309')).toBe(url);
  });

  test.each([
    ['private/a', '"private/a" is not a URL. Write /private/a.'],
    [' /a', '" /a" is not a URL. Write /a.'],
    [' ', '" " is not a URL. Write it in full, such as https://example.com/a.'],
    ['example.com/a', '"example.com/a" is not a URL. Write https://example.com/a or /example.com/a.'],
    ['', '"" is not a URL. Write it in full, such as https://example.com/a.'],
    ['http://[', '"http://[" is not a URL. Check its host and port.'],
    ['http://h:99999/x', '"http://h:99999/x" is not a URL. Check its host and port.'],
  ])('%j is rejected', (url, message) => {
    expect(() => urlOrPath(url, 'rfc9309')).toThrow(new InputError(message));
  });

  test('the google dialect accepts any text', () => {
    expect(urlOrPath('private/a', 'google')).toBe('private/a');
  });
});

test.each([
  ['2026-11-28', '2026-11-28T00:00:00.000Z'],
  ['2026-11-28T10:00', '2026-11-28T10:00:00.000Z'],
  ['2026-11-28T10:00:01.5Z', '2026-11-28T10:00:01.500Z'],
  ['2026-11-28T10:00+09:00', '2026-11-28T01:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-11-31T10:00Z', undefined],
  ['2026-13-01', undefined],
  ['2026-11-28T25:00', undefined],
  ['28 Nov 2026', undefined],
])('the time %s', (text, expected) => {
  const at = timeOf(text);
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(expected);
});

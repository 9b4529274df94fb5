import { InputError } from '@repkit/bulk';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/options/arguments.js';
import {
  AGENTS_OPTION,
  askableUrl,
  askedProductToken,
  askedProductTokens,
  fetchableUrl,
} from '../../src/options/checked-values.js';

describe('--agent', () => {
  test('each token once, in the order given; none means all of them', () => {
    const asked = (...argv: string[]) =>
      askedProductTokens(parseArguments(argv, [AGENTS_OPTION]), 'rfc9309');
    expect(asked()).toBe(undefined);
    expect(asked('--agent', 'b', '--agent', ' a', '--agent', 'b')).toEqual(['b', 'a']);
  });

  test.each(['GPTBot', '*', 'FooBot/1.2', 'archive.org_bot'])('%s is asked as it is', (agent) => {
    expect(askedProductToken(agent, 'rfc9309')).toBe(agent);
  });

  test('white space around it is no part of it', () => {
    expect(askedProductToken(' GPTBot\n', 'rfc9309')).toBe('GPTBot');
  });

  test.each(['Foo Bar', '', ' x '])('google compares %j as it is given', (agent) => {
    expect(askedProductToken(agent, 'google')).toBe(agent);
  });

  const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  test.each([
    [
      'GPTBot,CCBot',
      '--agent takes one product token and may be repeated: write --agent GPTBot --agent CCBot.',
    ],
    [
      'GPTBot, *',
      '--agent takes one product token and may be repeated: write --agent GPTBot --agent "*".',
    ],
    [',', '--agent takes one product token and may be repeated: write --agent GPTBot.'],
    [
      '',
      '--agent is empty: give a product token such as GPTBot, or * for every crawler not named.',
    ],
    [
      GOOGLEBOT,
      '--agent takes a product token, not a whole User-Agent header: write --agent Googlebot.',
    ],
    [
      'FooBot/1.2 libwww/5.0',
      '--agent takes a product token, not a whole User-Agent header: write --agent FooBot.',
    ],
  ])('%j is a mistake, and the mend is said', (agent, message) => {
    expect(() => askedProductToken(agent, 'rfc9309')).toThrow(new InputError(message));
  });

  test('a header is a mistake in dialect google too', () => {
    expect(() => askedProductToken(GOOGLEBOT, 'google')).toThrow('write --agent Googlebot.');
  });

  test('a header of a browser names no crawler', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
    expect(() => askedProductToken(firefox, 'rfc9309')).toThrow(
      'none was found in this one, so give the name that the crawler',
    );
  });
});

describe('a URL to fetch for', () => {
  test.each([
    'https://example.com/a',
    'HTTP://example.com',
    'http://[::1]:8080/?q',
    'ftp://example.com/a',
  ])('%s', (url) => {
    expect(fetchableUrl(url)).toBe(url);
  });

  test.each([
    ['example.com/a', '"example.com/a" is no URL: write https://example.com/a.'],
    ['localhost:8080/a', '"localhost:8080/a" is no URL: write https://localhost:8080/a.'],
    [
      '//example.com/a',
      '"//example.com/a" does not say how to fetch it: write https://example.com/a.',
    ],
    [
      '/private/a',
      '"/private/a" does not say of which site: write the whole URL, or name a file with --robots.',
    ],
    [
      'gopher://example.com/a',
      '"gopher://example.com/a" is not fetched, only http, https and ftp are: name a file with --robots instead.',
    ],
    ['fish', '"fish" is no URL: write it whole, as in https://example.com/a.'],
    ['', '"" is no URL: write it whole, as in https://example.com/a.'],
    ['http://', '"http://" is no URL: write it whole, as in https://example.com/a.'],
    [
      'mailto:a@example.com',
      '"mailto:a@example.com" is no URL: write it whole, as in https://example.com/a.',
    ],
  ])('%j is none', (url, message) => {
    expect(() => fetchableUrl(url)).toThrow(new InputError(message));
  });
});

describe('a URL to put to a file', () => {
  test.each(['/private/a', '//example.com/a', 'https://example.com/a', 'ftp://example.com/a'])(
    '%s',
    (url) => {
      expect(askableUrl(url, 'rfc9309')).toBe(url);
    },
  );

  test.each([
    ['private/a', '"private/a" is no URL: write /private/a.'],
    ['example.com/a', '"example.com/a" is no URL: write https://example.com/a or /example.com/a.'],
    ['', '"" is no URL: write it whole, as in https://example.com/a.'],
    ['http://[', '"http://[" is no URL: mend its host or its port.'],
    ['http://h:99999/x', '"http://h:99999/x" is no URL: mend its host or its port.'],
  ])('%j is none', (url, message) => {
    expect(() => askableUrl(url, 'rfc9309')).toThrow(new InputError(message));
  });

  test("Google's parser reads anything", () => {
    expect(askableUrl('private/a', 'google')).toBe('private/a');
  });
});

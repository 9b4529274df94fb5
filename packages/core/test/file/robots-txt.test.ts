import { describe, expect, test, vi } from 'vitest';
import { type ProductTokenInput, parseRobotsTxt } from '../../src/file/robots-txt.js';
import { RecordReader } from '../../src/syntax/record.js';
import { dialectNames, utf8, utf16 } from '../support/make.js';

const BODY = `sitemap: https://h/before.xml
User-agent: Foo
Crawl-delay: soon
Crawl-delay: 2.5
Disallow: /foo
Sitemap: /relative.xml

User-agent: *
Crawl-delay: 10
Disallow: /everyone
site-map: HTTPS://h/after.xml

User-agent: foo
Crawl-delay: 7
Disallow: /more
Frobnicate: maybe
`;

describe('isAllowed, explain and matcher', () => {
  const robotsTxt = parseRobotsTxt(BODY);

  test("RFC 9309 2.2.1: use the token's groups, else those for *", () => {
    expect(robotsTxt.isAllowed('https://h/foo', 'foo')).toBe(false);
    expect(robotsTxt.isAllowed('/more/x', 'FOO/1.0')).toBe(false);
    expect(robotsTxt.isAllowed('/everyone', 'Foo')).toBe(true);
    expect(robotsTxt.isAllowed('//h/everyone', 'Bar')).toBe(false);
    expect(robotsTxt.isAllowed(new URL('https://h/everyone?x#y'), '*')).toBe(false);
  });

  test('agree with each other', () => {
    for (const token of ['foo', 'bar', ['baz', 'foo']]) {
      for (const url of ['/foo', '/more', '/everyone', '/', '/robots.txt', 'http://h']) {
        const answer = robotsTxt.explain(url, token).allowed;
        expect(robotsTxt.isAllowed(url, token)).toBe(answer);
        expect(robotsTxt.matcher(token).isAllowed(url)).toBe(answer);
      }
    }
  });

  test('the first token of a list that has a group decides', () => {
    const group = (tokens: ProductTokenInput) => robotsTxt.matcher(tokens).group;
    expect(group(['foo-news', 'Foo'])).toEqual({ productToken: 'Foo', userAgentLines: [2, 13] });
    expect(group(['foo-news', 'foo-video'])).toEqual({ productToken: '*', userAgentLines: [8] });
  });

  test('input: an invalid token throws, except for Google', () => {
    const google = parseRobotsTxt(BODY, { dialect: 'google' });
    for (const token of ['', 'Foo Bar', 'Foo (x)', ['foo', 'a b']]) {
      expect(() => robotsTxt.isAllowed('/', token)).toThrow(TypeError);
      expect(google.isAllowed('/', token)).toBe(true);
    }
  });

  test.each(dialectNames)('input: %s: an empty list throws', (dialect) => {
    const asked = parseRobotsTxt(BODY, { dialect });
    const sentence = 'Pass at least one product token, such as "ExampleBot".';
    expect(() => asked.isAllowed('/', [])).toThrow(new TypeError(sentence));
    if (dialect === 'google') asked.isAllowed('/', '');
    expect(() => asked.matcher([])).toThrow(new TypeError(sentence));
  });
});

describe('cached matchers', () => {
  test('the same token returns the same matcher', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    const foo = robotsTxt.matcher('foo');
    const list = robotsTxt.matcher(['a', 'foo']);
    expect(robotsTxt.matcher('bar')).not.toBe(foo);
    expect(robotsTxt.matcher('foo')).toBe(foo);
    expect(robotsTxt.matcher(['a', 'foo'])).toBe(list);
  });

  test('a bounded number of matchers is cached', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    const foo = robotsTxt.matcher('foo');
    for (let bot = 0; bot < 100; bot++) robotsTxt.matcher(`bot${bot}`);
    expect(robotsTxt.matcher('foo')).toBe(foo);
    for (let bot = 0; bot < 400; bot++) robotsTxt.matcher(`bot${bot}`);
    expect(robotsTxt.matcher('foo')).not.toBe(foo);
  });

  test('a list that its owner changes is a new query', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    const tokens = ['foo'];
    expect(robotsTxt.isAllowed('/foo', tokens)).toBe(false);
    tokens[0] = 'bar';
    expect(robotsTxt.isAllowed('/foo', tokens)).toBe(true);
  });

  test('a rejected token does not affect the next one', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    expect(() => robotsTxt.isAllowed('/', 'a b')).toThrow(TypeError);
    expect(robotsTxt.isAllowed('/foo', 'foo')).toBe(false);
    expect(() => robotsTxt.isAllowed('/', 'a b')).toThrow(TypeError);
  });

  test('Google only: a token with a line end is not a list', () => {
    const google = parseRobotsTxt('user-agent: foo\ndisallow: /', { dialect: 'google' });
    expect(google.isAllowed('/', ['bar', 'foo'])).toBe(false);
    expect(google.isAllowed('/', 'bar\nfoo')).toBe(true);
  });

  test('extension: any number of tokens can be checked', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    for (let round = 0; round < 2; round++) {
      for (let bot = 0; bot < 400; bot++) {
        expect(robotsTxt.isAllowed('/everyone', `bot${bot}`)).toBe(false);
        expect(robotsTxt.isAllowed('/everyone', 'foo')).toBe(true);
      }
    }
  });
});

describe('RFC 9309 2.2.4: other records', () => {
  const robotsTxt = parseRobotsTxt(BODY);

  test('sitemaps: absolute URLs inside and outside groups, one per line', () => {
    expect(robotsTxt.sitemaps).toEqual(['https://h/before.xml', 'HTTPS://h/after.xml']);
    const twice = 'sitemap: http://h/s\nsitemap: http://h/s # again\n';
    expect(parseRobotsTxt(twice).sitemaps).toEqual(['http://h/s', 'http://h/s']);
    expect(parseRobotsTxt('license: http://h/l\nmap: http://h/m').sitemaps).toEqual([]);
  });

  test('only these become record objects, because a file may have thousands of rules', () => {
    const record = vi.spyOn(RecordReader.prototype, 'record');
    const rules = 'Disallow: /a\n'.repeat(100);
    expect(parseRobotsTxt(`${rules}Sitemap: http://h/s\n${rules}`).sitemaps).toEqual(['http://h/s']);
    expect(record).toHaveBeenCalledTimes(1);
    record.mockRestore();
  });

  test('otherRecords: all of them, with their group if any', () => {
    expect(robotsTxt.otherRecords.map(({ field, line, groupIndex }) => [field, line, groupIndex])).toEqual([
      ['sitemap', 1, undefined],
      ['crawl-delay', 3, 0],
      ['crawl-delay', 4, 0],
      ['sitemap', 6, 0],
      ['crawl-delay', 9, 1],
      ['sitemap', 11, 1],
      ['crawl-delay', 14, 2],
      ['unknown', 16, 2],
    ]);
  });

  test('crawlDelay: the first valid number in the applicable groups', () => {
    expect(robotsTxt.crawlDelay('foo')).toBe(2.5);
    expect(robotsTxt.crawlDelay('bar')).toBe(10);
    expect(robotsTxt.crawlDelay(['bar', 'foo'])).toBe(2.5);
  });

  test('crawlDelay: finite, however many digits the value has', () => {
    for (const digits of ['2147483648', '2147483649', '9'.repeat(400), `${'9'.repeat(400)}.5`]) {
      expect(parseRobotsTxt(`user-agent: a\ncrawl-delay: ${digits}\n`).crawlDelay('a')).toBe(2 ** 31);
    }
  });

  test('crawlDelay: also from later merged groups; else undefined', () => {
    const merged = 'user-agent: a\nallow: /\nuser-agent: a\ncrawl-delay: 3\n';
    expect(parseRobotsTxt(merged).crawlDelay('a')).toBe(3);
    expect(parseRobotsTxt(merged, { dialect: 'koster1996' }).crawlDelay('a')).toBeUndefined();
    expect(parseRobotsTxt(merged).crawlDelay('b')).toBeUndefined();
    const others = 'user-agent: a\nnoindex: 7\nfrobnicate: 8\ncrawl-delay: 3\n';
    expect(parseRobotsTxt(others).crawlDelay('a')).toBe(3);
    expect(parseRobotsTxt('crawl-delay: 3\nuser-agent: *\nallow: /').crawlDelay('b')).toBeUndefined();
  });

  test('crawlDelay: undefined if the last line of the group has none', () => {
    for (const body of ['user-agent: a', 'user-agent: a\n', 'user-agent: a\ncrawl-delay:']) {
      expect(parseRobotsTxt(body).crawlDelay('a')).toBeUndefined();
    }
  });

  test('crawlDelay: not from * if the token has a group', () => {
    const body = 'user-agent: *\ncrawl-delay: 3\ndisallow: /\nuser-agent: a\nallow: /\n';
    expect(parseRobotsTxt(body).crawlDelay('a')).toBeUndefined();
    expect(parseRobotsTxt(body).crawlDelay('b')).toBe(3);
  });

  test('crawlDelay: between user-agent lines applies to the whole group', () => {
    const body = 'user-agent: *\ncrawl-delay: 3\nuser-agent: a\nallow: /\n';
    expect(parseRobotsTxt(body).crawlDelay('a')).toBe(3);
  });
});

test('the crawl delays of all tokens take one walk over the file', () => {
  const robotsTxt = parseRobotsTxt(BODY);
  const walked = vi.spyOn(RecordReader.prototype, 'next');
  expect(robotsTxt.crawlDelay('foo')).toBe(2.5);
  const calls = walked.mock.calls.length;
  expect(['bar', 'foo', '*'].map((token) => robotsTxt.crawlDelay(token))).toEqual([10, 2.5, 10]);
  expect(walked).toHaveBeenCalledTimes(calls);
  walked.mockRestore();
});

describe('lazy parts', () => {
  test('are computed once', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    for (const part of ['records', 'groups', 'otherRecords'] as const) {
      expect(robotsTxt[part]).toBe(robotsTxt[part]);
    }
    expect(robotsTxt.groups.map(({ rules }) => rules.length)).toEqual([1, 1, 1]);
    expect(robotsTxt.records).toHaveLength(16);
  });

  test('are correct after other texts were parsed', () => {
    const robotsTxt = parseRobotsTxt(BODY);
    const matcher = robotsTxt.matcher('foo');
    parseRobotsTxt('user-agent: *\ndisallow: /\n'.repeat(1000)).isAllowed('/', 'foo');
    expect(robotsTxt.isAllowed('/everyone', 'bar')).toBe(false);
    expect(matcher.rules.map(({ pattern }) => pattern)).toEqual(['/foo', '/more']);
    expect(robotsTxt.records.map(({ text }) => text).join('')).toBe(BODY);
  });

  test('text: equals the joined records, without a byte-order mark', () => {
    const body = 'User-agent: *\r\n\rDisallow: /\u00e9\n# \u{1f916}';
    for (const source of [body, utf8(body), utf8(`\ufeff${body}`), utf16(body, 'le')]) {
      expect(parseRobotsTxt(source).text).toBe(body);
    }
    const broken = Uint8Array.of(0x61, 0xff, 0x0a);
    expect(parseRobotsTxt(broken).text).toBe('a\ufffd\n');
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('encoding: %s', (encoding) => {
    const source = encoding === 'utf-8' ? utf8(BODY) : utf16(BODY, encoding === 'utf-16le' ? 'le' : 'be');
    const robotsTxt = parseRobotsTxt(source);
    expect(robotsTxt.encoding).toBe(encoding);
    expect(robotsTxt.isAllowed('/more', 'foo')).toBe(false);
  });
});

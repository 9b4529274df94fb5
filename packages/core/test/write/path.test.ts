import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/index.js';
import { writeRobotsTxt } from '../../src/write/write.js';
import { dialectNames } from '../support/make.js';

/** Returns the path-pattern that is written for a path. */
function written(path: string): string {
  const text = writeRobotsTxt({ groups: [{ crawlers: '*', rules: [{ disallow: path }] }] });
  return text.slice('User-agent: *\nDisallow: '.length, -1);
}

describe('paths of rules', () => {
  test.each(['/', '/a/b.html', '/*.css$', '/$', '/a?b=c&d=*', '/%C3%A9', '/a/.b/..c', '/?a=/../b'])(
    'RFC 9309 2.2.2: %s stays unchanged',
    (path) => expect(written(path)).toBe(path),
  );

  test.each([
    ['/é', '/%C3%A9'],
    ['/a b ', '/a%20b%20'],
    ['/{a}?{b}^é', '/%7Ba%7D?{b}^%C3%A9'],
    ['/"<>^`|', '/%22%3C%3E%5E%60|'],
    ['/?"<> `', '/?%22%3C%3E%20`'],
    ['/😀*', '/%F0%9F%98%80*'],
  ])('RFC 9309 2.2.2: %s is escaped like in the URL Standard', (path, escaped) => {
    expect(written(path)).toBe(escaped);
    // Not by new URL: browsers differ on "^".
    const requested = `https://h${escaped.replace('*', '')}`;
    for (const dialect of dialectNames) {
      if (dialect === 'koster1996' && /[*?]/.test(path)) continue;
      const body = `user-agent: *\ndisallow: ${escaped.replace(/%20$/, '')}`;
      expect(parseRobotsTxt(body, { dialect }).isAllowed(requested, 'a')).toBe(false);
    }
  });

  test.each([
    ['', 'An empty path restricts nothing. Omit the rules to allow everything, or write "/".'],
    ['fish', 'The path "fish" does not start with "/". Write "/fish".'],
    ['*.pdf', 'The path "*.pdf" does not start with "/". Write "/*.pdf".'],
    ['https://h/a#b', 'The path "https://h/a#b" is a URL. Write "/a#b".'],
    ['https://h', 'The path "https://h" is a URL. Write "/".'],
    ['/a\nb', 'The path "/a\\nb" contains a control character. Write it as %XX.'],
    ['/a\0', 'The path "/a\\u0000" contains a control character. Write it as %XX.'],
    ['/a#b', 'The path "/a#b" contains "#", which starts a comment. Write "%23".'],
    ['/a\\b', 'The path "/a\\\\b" contains "\\", which clients turn into "/". Write "/".'],
    ['/a$b', 'The path "/a$b" contains a "$" that is not last and so is not special. Write "%24".'],
    ['/%', 'The path "/%" contains a "%" that does not start an escape. Write "%25".'],
    ['/a/../b', 'The path "/a/../b" contains a "." or ".." segment, which clients remove from URLs. Remove it.'],
    ['/a/.', 'The path "/a/." contains a "." or ".." segment, which clients remove from URLs. Remove it.'],
    ['/\uD83D', 'The path "/\\ud83d" contains half of a surrogate pair. Pass the whole character.'],
  ])('extension: %j is refused, and the error suggests a fix', (path, sentence) => {
    expect(() => written(path)).toThrow(new TypeError(sentence));
  });

  test('rejects a path that Yandex would ignore, after escaping', () => {
    const longest = `/${'x'.repeat(1023)}`;
    expect(written(longest)).toBe(longest);
    for (const dialect of dialectNames) {
      expect(parseRobotsTxt(`user-agent: *\ndisallow: ${longest}`, { dialect }).isAllowed(longest, 'a')).toBe(false);
    }
    for (const path of [`${longest}x`, `/${'é'.repeat(171)}`]) {
      expect(() => written(path)).toThrow(/exceeds 1024 characters, and Yandex ignores longer ones/);
    }
  });

  test('rejects other types', () => {
    expect(() => written(1 as unknown as string)).toThrow('A path must be a string, such as "/private/".');
  });
});
